"""What was written down of a window: of just what it is, what makes it void, and how it takes the place of that."""

from harness.context.observations import NOTHING, Observation, Observations
from harness.context.snapshot import Snapshot
from harness.context.transcript import messages_of
from harness.context.window import SUMMED, TODO, Window
from harness.sessions import facts as f
from harness.sessions.entries import Result, Said, Summed
from harness.tools.calls import Quoted, ToolResult
from harness.tools.changes import Todo, TodosWritten
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.harness.context.test_summaries import LONG, TOKENS, Thread, read, texts

ROOM = 500
"""Tokens of a request, an eighth of which stays as it is."""


class Observed(Thread):
    def observes(self, text: str, *meanwhile: f.Fact, reflects: bool = False) -> "Observed":
        self.tell(f.ObservationWanted(ROOM, reflects))
        through = self.session.head
        outcome = f.Reflected(through, text) if reflects else f.Observed(through, text)
        self.tell(*meanwhile, outcome)
        return self

    def takes(self) -> "Observed":
        assert self.session.turn
        self.tell(f.ObservationsTaken(self.session.turn.at, 1))
        return self


def said() -> Observed:
    """Two turns, of which there is no room for the first two messages, and one that goes on."""
    thread = Observed()
    thread.turn("one", "two", "three").opens("now")
    return thread


def messages(window: Window) -> list[tuple[str, ...]]:
    return [one.messages for one in window.observed.made]


def test_it_is_of_what_there_would_be_no_room_for_and_changes_no_request() -> None:
    before = texts(read(said().rows))
    window = read(said().observes("Bob minds two gaps.").rows)

    assert messages(window) == [("one", "two", "three")]
    assert texts(window) == before
    assert window.notes == "Bob minds two gaps."
    assert window.to_observe(ROOM) == [], "once it is written down"


def test_what_opened_the_turn_or_nobody_has_heard_is_not_in_it() -> None:
    thread = said()
    thread.tell(f.MessageReceived(BOB, CHANNEL, LONG, "meanwhile"))
    window = read(thread.observes("Bob minds gaps.").rows)
    assert messages(window) == [("one", "two", "three")]


def test_taken_it_stands_in_place_of_just_what_it_is_of() -> None:
    thread = said().observes("Bob minds three gaps.")
    thread.replies(text="Well.").turn("four").opens("then")
    window = read(thread.takes().rows)

    shown = texts(window)
    assert shown[0] == f"{SUMMED}\nBob minds three gaps."
    assert not any("one:" in text or "three:" in text for text in shown)
    assert any("four:" in text for text in shown), "of that nothing was written down"
    assert shown[-1] == "Ana: then"
    first = window.entries[0]
    assert isinstance(first, Summed)
    assert first.messages == ("one", "two", "three")
    assert window.observed == NOTHING


def test_what_came_late_is_taken_for_no_more_than_it_is_of() -> None:
    thread = said()
    thread.tell(f.ObservationWanted(ROOM))
    through = thread.session.head
    thread.replies(text="Well.").turn("four").opens("then")
    window = read(thread.tell(f.Observed(through, "Bob minds three gaps.")).rows)
    assert messages(window) == [("one", "two", "three")]
    assert any("four:" in text for text in texts(read(thread.takes().rows)))


def test_one_that_ends_after_a_compaction_has_begun_is_not_taken() -> None:
    thread = said()
    assert thread.session.turn
    at = thread.session.turn.at
    window = read(thread.observes("Bob minds gaps.", f.ContextFilled(at, ROOM)).rows)
    assert window.observed.made == ()


def test_a_later_one_stands_behind_the_summary() -> None:
    thread = said().sums_up("Bob minds the gap.").replies(text="Well.")
    assert isinstance(thread, Observed)
    thread.turn("four", "five").opens("then")
    window = read(thread.observes("And two more.").rows)
    assert messages(window) == [("now", "four", "five")]
    assert window.notes == "Bob minds the gap.\nAnd two more."

    window = read(thread.takes().rows)
    assert texts(window)[0] == f"{SUMMED}\nBob minds the gap.\nAnd two more."
    first, *others = window.entries
    assert isinstance(first, Summed)
    assert not any(isinstance(other, Summed) for other in others)
    assert first.messages == ("one", "two", "three", "now", "four", "five")


def test_condensed_notes_stand_in_place_of_all() -> None:
    thread = said().sums_up("Bob minds the gap.").replies(text="Well.")
    assert isinstance(thread, Observed)
    thread.turn("four", "five").opens("then").observes("And two more.")  # type: ignore[attr-defined]
    window = read(thread.observes("Bob minds gaps.", reflects=True).rows)
    assert window.notes == "Bob minds gaps."
    assert messages(window) == [("one", "two", "three", "now", "four", "five")]
    assert texts(window)[0] == f"{SUMMED}\nBob minds the gap.", "until it is taken"
    assert texts(read(thread.takes().rows))[0] == f"{SUMMED}\nBob minds gaps."


def test_what_is_deleted_or_corrected_makes_it_void() -> None:
    for fact in (f.MessageDeleted(BOB, CHANNEL, "two"), f.MessageCorrected(BOB, CHANNEL, "two", "mind none")):
        thread = said().observes("Bob minds three gaps.")
        window = read(thread.tell(fact).rows)
        assert window.observed.made == ()
        assert window.to_observe(ROOM), "it is written down anew"
        before = texts(window)
        assert texts(read(thread.takes().rows)) == before, "and nothing is lost over it"

        window = read(said().observes("Bob minds three gaps.", fact).rows)
        assert window.observed.made == (), "so is what was being written down"

    kept = read(said().observes("Bob minds gaps.").tell(f.MessageDeleted(BOB, CHANNEL, "other")).rows)
    assert messages(kept) == [("one", "two", "three")]


def test_condensed_notes_are_void_with_any_of_what_they_are_of() -> None:
    thread = said().observes("Bob minds three gaps.").observes("Bob minds gaps.", reflects=True)
    assert read(thread.deletes("one").rows).observed.made == ()


def test_a_void_summary_gives_way_to_its_own_successor_alone() -> None:
    thread = said().sums_up("Bob minds the gap.").replies(text="Well.")
    assert isinstance(thread, Observed)
    thread.turn("four", "five").opens("then").observes("And two more.")  # type: ignore[attr-defined]
    thread.deletes("one")
    window = read(thread.rows)
    assert window.relieved(ROOM) == 0
    assert len(read(thread.takes().rows).entries) == len(window.entries)


def test_it_is_taken_if_it_is_shorter_and_of_nearly_all() -> None:
    assert read(said().rows).relieved(ROOM) == 0, "nothing is written down"
    window = read(said().observes("Bob minds three gaps.").rows)
    assert window.relieved(ROOM) == window.size(window.observed.covered)
    assert read(said().observes("gap, " * 400).rows).relieved(ROOM) == 0, "it is no shorter"

    thread = said().observes("Bob minds three gaps.")
    thread.replies(text="Well.").turn("four", "five", "six").opens("then")
    assert read(thread.rows).relieved(ROOM) == 0, "too much has no notes"


def test_what_is_to_be_done_stands_below_it_and_in_no_note() -> None:
    thread = said()
    call, todos = "4.1.0", (Todo("paint it", "in_progress"),)
    thread.replies(("read", "it")).starts(call)
    thread.tell(f.ToolReturned(call, ToolResult("", changes=(TodosWritten(todos),)))).replies(text="Well.")
    thread.turn("four").opens("then").observes("Bob minds gaps.")  # type: ignore[attr-defined]
    assert texts(read(thread.takes().rows))[0] == f"{SUMMED}\nBob minds gaps.\n{TODO}\n- paint it (in progress)"


def test_what_is_cut_has_no_notes_any_more() -> None:
    thread = said().observes("Bob minds three gaps.")
    assert thread.session.turn
    assert read(thread.tell(f.WindowCut(thread.session.turn.at, TOKENS)).rows).observed == NOTHING


def test_a_failed_one_leaves_what_there_was() -> None:
    thread = said().observes("Bob minds three gaps.")
    thread.tell(f.ObservationWanted(ROOM, reflects=True))
    thread.tell(f.ObservationFailed(thread.session.head, "it said nothing"))
    window = read(thread.rows)
    assert window.notes == "Bob minds three gaps."
    assert window.observed.making is None


def test_a_snapshot_holds_it() -> None:
    thread = said().observes("Bob minds three gaps.").tell(f.ObservationWanted(ROOM, reflects=True))
    window = read(thread.rows)
    again = Snapshot.of(thread.session, window).window()
    assert again.observed == window.observed
    assert again.notes == window.notes


def test_an_empty_one_is_none() -> None:
    begun = NOTHING.begun([3, 1], ["a", "b", "a"], reflects=False)
    assert begun.making == Observation((1, 3), ("a", "b"))
    assert begun.ended("").made == ()
    assert NOTHING.begun([], [], reflects=False).ended("text") == NOTHING
    assert begun.ended("text") == Observations((Observation((1, 3), ("a", "b"), "text"),))
    assert begun.ended("text").covered == {1, 3}


def test_an_answer_by_a_message_is_void_with_that_message() -> None:
    """The result of a question holds the words of whoever answered it."""
    assert messages_of(Result("1.1.0", "Bob answered: red", message="m7")) == ("m7",)
    assert messages_of(Result("1.1.0", "done")) == ()
    found = Result("1.1.0", "> red", message="m7", quotes=(Quoted("u", "m8"), Quoted("u")))
    assert messages_of(found) == ("m7", "m8"), "also those that a search has found"
    assert messages_of(Said("Bob", "red")) == ()
