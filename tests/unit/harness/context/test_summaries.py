"""A window in which a summary stands for what was said before."""

from collections.abc import Sequence

from harness.context.shrinking import SKIPPED
from harness.context.snapshot import Snapshot
from harness.context.transcript import DELETED
from harness.context.window import CUT, SUMMED, TODO, VOID, Window
from harness.sessions import facts as f
from harness.sessions.entries import Entry, Said, Summed
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.tools.calls import ToolResult
from harness.tools.changes import Todo, TodosWritten
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

TOKENS = 150
LONG = "and mind the gap, " * 20


class Thread(Script):
    """Turns of a thread, each with a long message of that name."""

    def turn(self, *messages: str) -> "Thread":
        for message in messages:
            self.tell(f.MessageReceived(BOB, CHANNEL, f"{message}: {LONG}", message)).replies(text="Well.")
        return self

    def opens(self, message: str) -> "Thread":
        self.tell(f.MessageReceived(ANA, CHANNEL, message, message))
        return self

    def sums_up(self, summary: str, *meanwhile: f.Fact) -> "Thread":
        assert self.session.turn
        at = self.session.turn.at
        self.tell(f.ContextFilled(at, TOKENS))
        through = self.session.head
        self.tell(*meanwhile, f.Compacted(at, through, TOKENS, summary))
        return self

    def deletes(self, message: str) -> "Thread":
        self.tell(f.MessageDeleted(BOB, CHANNEL, message))
        return self


def read(rows: Sequence[f.Row], covered: list[Entry] | None = None) -> Window:
    window, session = Window(covered=covered), Session()
    for row in rows:
        before, session = session, apply(session, row)
        window.follow(before, row, session)
    return window


def texts(window: Window) -> list[str]:
    return [str(message.value["content"]) for message in window.request]


def test_it_stands_before_what_opened_the_turn() -> None:
    window = read(Thread().turn("one", "two").opens("now").sums_up("Bob minds the gap.").rows)

    assert texts(window) == [f"{SUMMED}\nBob minds the gap.", "Well.", "Ana: now"]
    assert window.entries[slice(*window.opening or ())] == [Said("Ana", "now", position=5, message="now")]
    assert window.tokens < TOKENS


def test_the_newest_of_what_was_said_stays_where_there_is_room_for_it() -> None:
    thread = Thread().turn("one", "two")
    thread.tell(f.MessageReceived(BOB, CHANNEL, "thanks", "three")).replies(text="Sure.")

    assert texts(read(thread.opens("now").sums_up("Bob minds the gap.").rows))[1:] == [
        "Bob: thanks", "Sure.", "Ana: now",
    ]  # fmt: skip


def test_steps_of_the_turn_that_are_in_it_are_missing_visibly() -> None:
    thread = Thread().opens("now")
    for number in (1, 2, 3):
        thread.replies(("read", f"it, part {number}")).runs(f"1.{number}.0", LONG)

    shown = texts(read(thread.sums_up("It was read.").rows))

    assert shown[:3] == [f"{SUMMED}\nIt was read.", "Ana: now", f"[{SKIPPED}]"]
    assert shown[-1] == LONG, "what the model has not seen"


def test_what_is_to_be_done_stands_below_it_and_is_never_dropped() -> None:
    todos = (Todo("paint it", "completed"), Todo("dry it", "in_progress"))
    thread = Thread().opens("now").replies(("read", "it")).starts()
    thread.tell(f.ToolReturned("1.1.0", ToolResult(LONG * 3, changes=(TodosWritten(todos),))))
    thread.replies(text="Well.")
    first = texts(read(thread.turn("one").opens("then").sums_up("Bob wants it painted.").rows))[0]
    listed = f"{TODO}\n- paint it (completed)\n- dry it (in progress)"
    assert first == f"{SUMMED}\nBob wants it painted.\n{listed}"

    thread.tell(f.WindowCut(thread.session.turn.at, 10) if thread.session.turn else f.Resumed(1))
    assert listed in texts(read(thread.rows))[0]

    cut = Thread().opens("now").replies(("read", "it")).starts()
    cut.tell(f.ToolReturned("1.1.0", ToolResult("", changes=(TodosWritten(todos),)))).replies(text="Well.")
    cut.turn("one").opens("then")
    cut.tell(f.WindowCut(cut.session.turn.at, TOKENS) if cut.session.turn else f.Resumed(1))
    assert texts(read(cut.rows))[:2] == [CUT, listed]


def test_a_later_one_stands_for_the_earlier_too() -> None:
    thread = Thread().turn("one", "two").opens("now").sums_up("Bob minds the gap.").replies(text="Well.")
    window = read(thread.turn("three").opens("then").sums_up("Bob minds all gaps.").rows)

    assert texts(window) == [f"{SUMMED}\nBob minds all gaps.", "Well.", "Ana: then"]
    first = window.entries[0]
    assert isinstance(first, Summed)
    assert first.messages == ("one", "two", "now", "three")


def test_where_something_of_it_is_deleted_it_says_nothing_until_it_is_made_anew() -> None:
    thread = Thread().turn("one", "two").opens("now").sums_up("Bob minds the gap.").replies(text="Well.")
    thread.turn("three").opens("then").sums_up("Bob minds all gaps.").deletes("one")

    covered = list[Entry]()
    window = read(thread.rows, covered)
    assert window.void
    assert texts(window) == [VOID, "Well.", "Ana: then"]
    said = [entry.text for entry in covered if isinstance(entry, Said)]
    assert said == [DELETED, f"two: {LONG}", "now", f"three: {LONG}"], "what it is made of is without that, too"

    assert thread.session.turn
    thread.replies(text="Well.").opens("last").tell(f.ContextFilled(thread.session.turn.at, TOKENS, anew=True))
    at, through = thread.session.turn.at, thread.session.head
    window = read(thread.tell(f.Compacted(at, through, TOKENS, "Bob minds two gaps.")).rows)
    assert texts(window)[0] == f"{SUMMED}\nBob minds two gaps."
    assert not window.void


def test_a_snapshot_holds_it() -> None:
    thread = Thread().turn("one", "two").opens("now").sums_up("Bob minds the gap.")
    window = read(thread.rows)

    again = Snapshot.of(thread.session, window).window()
    assert again.request == window.request
    assert again.to_sum_up(TOKENS) == window.to_sum_up(TOKENS)


def test_where_there_is_too_little_there_is_nothing_to_sum_up() -> None:
    thread = Thread().turn("one").opens("now")
    assert read(thread.rows).to_sum_up(10_000) == []
    assert read(Thread().opens("now").rows).to_sum_up(1) == [], "what opened the turn is not summed up"


def test_what_no_reply_has_covered_is_not_in_it() -> None:
    thread = Thread().turn("one").opens("lost")
    assert thread.session.turn
    thread.tell(f.ReplyBegun(thread.session.turn.at, CHANNEL))
    thread.tell(f.ModelFailed(thread.session.turn.at, "the connection broke", "I was about to"))

    shown = texts(read(thread.turn().opens("now").sums_up("Bob minds the gap.").rows))
    assert shown[0] == f"{SUMMED}\nBob minds the gap."
    assert "Ana: lost" in shown
