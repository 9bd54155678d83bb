"""A note stands in the thread as a line with Undo; what was deleted is in no note."""

from typing import Literal

import pytest

from harness.chat.people import Person
from harness.sessions import facts as f
from harness.sessions.effects import DropNote, Post, UndoNote, VoidNotes, WithdrawAction
from harness.sessions.noted import KEPT
from harness.sessions.notices import Forgot, Remembered
from harness.tools.calls import ToolResult
from harness.tools.changes import Change, NoteForgotten, NoteWritten
from harness.wording.notices import done
from tests.laws.colleague import BOB, CHANNEL, CYD
from tests.unit.harness.sessions.script import Script

NOTE = "place-1"


def noting(script: Script, *changes: Change) -> Script:
    """A call that Bob's turn makes changes that."""
    turn = script.session.turn
    assert turn
    id = f"{turn.at}.0"
    return script.replies(("read", id)).starts(id).tell(f.ToolReturned(id, ToolResult("noted", changes=changes)))


def remembering(note: str = NOTE) -> Script:
    return noting(Script().says(BOB), NoteWritten(note, "place", "Staging is alpha."))


def lines(script: Script) -> list[Post]:
    return [post for post in script.session.postings.outbox if isinstance(post, Post)]


def test_a_note_is_one_line_with_undo() -> None:
    [line] = lines(remembering())
    assert (line.notice, line.action) == (Remembered("place", "Staging is alpha.", ""), UndoNote(NOTE))


def dropped(
    by: Person, outcome: Literal["forgotten", "gone", "not-theirs", "failed"], note: str = NOTE
) -> f.NoteDropped:
    return f.NoteDropped(note, by, outcome)


def undone(script: Script, by: Person, note: str = NOTE) -> Script:
    return script.tell(f.ForgetRequested(by, CHANNEL, note), dropped(by, "forgotten", note))


def test_it_is_undone_once_and_wanted_until_it_is_done() -> None:
    script = remembering().tell(f.ForgetRequested(BOB, CHANNEL, NOTE), f.ForgetRequested(BOB, CHANNEL, NOTE))
    assert script.wanted(DropNote) == [DropNote(NOTE, BOB, CHANNEL)]
    assert not script.tell(dropped(BOB, "forgotten")).wanted(DropNote)
    assert script.last_note == "Forgotten."
    assert script.session.noted == ()


def test_whose_it_is_not_is_told_and_it_stays() -> None:
    script = remembering().tell(f.ForgetRequested(CYD, CHANNEL, NOTE), dropped(CYD, "not-theirs"))
    assert script.last_note == "Only whoever told me this, or an owner, can make me forget it."
    assert script.session.noted == (NOTE,)
    assert not script.wanted(DropNote)


def test_what_was_replaced_is_told_once_it_is_back() -> None:
    script = remembering().tell(f.ForgetRequested(BOB, CHANNEL, NOTE, undo=True))
    assert script.wanted(DropNote) == [DropNote(NOTE, BOB, CHANNEL, undo=True)]
    script.tell(f.NoteDropped(NOTE, BOB, "forgotten", again="Staging is beta."))
    assert script.last_note == "Forgotten. I remember this again: Staging is beta."
    assert script.session.noted == ()
    assert not script.wanted(DropNote)


def test_two_who_want_it_forgotten_are_each_told_what_came_of_it() -> None:
    script = remembering().tell(f.ForgetRequested(CYD, CHANNEL, NOTE), f.ForgetRequested(BOB, CHANNEL, NOTE))
    assert script.wanted(DropNote) == [DropNote(NOTE, CYD, CHANNEL), DropNote(NOTE, BOB, CHANNEL)]
    script.tell(dropped(BOB, "forgotten"))
    assert script.last_note == "Forgotten."
    script.tell(dropped(CYD, "gone"))
    assert script.last_note == "I do not remember that any more."


def test_what_could_not_be_forgotten_is_said() -> None:
    script = remembering().tell(f.ForgetRequested(BOB, CHANNEL, NOTE), dropped(BOB, "failed"))
    assert script.last_note == "I could not forget that. Please try again."
    assert script.session.noted == (NOTE,)


def test_only_the_last_can_be_undone_by_their_button() -> None:
    script = Script().says(BOB)
    for number in range(KEPT + 1):
        noting(script, NoteWritten(f"place-{number}", "place", "More."))
    assert script.session.noted == tuple(f"place-{number}" for number in range(1, KEPT + 1))
    assert not script.session.offers(UndoNote("place-0"))
    assert script.session.offers(UndoNote("place-1"))


def test_what_is_taken_back_is_said_and_has_nothing_to_undo() -> None:
    script = noting(remembering(), NoteForgotten(NOTE, "Staging is alpha."))
    assert lines(script)[-1].notice == Forgot("Staging is alpha.")
    assert script.session.noted == ()


def standing(script: Script, *calls: str) -> Script:
    """The lines of these calls have arrived."""
    return script.tell(*(f.PostSent(f"noted-{call}", f"line {call}") for call in calls))


def withdrawn(script: Script) -> list[tuple[str, str]]:
    """Which messages lose their buttons, and how they read then."""
    return [(effect.message, done(effect.post).plain) for effect in script.wanted(WithdrawAction)]


FORGOTTEN = "I have forgotten what I was to remember here."


@pytest.mark.parametrize(
    ("facts", "reads"),
    [
        ((f.ForgetRequested(BOB, CHANNEL, NOTE), dropped(BOB, "forgotten")), FORGOTTEN),
        ((f.ForgetRequested(BOB, CHANNEL, NOTE), dropped(BOB, "gone")), FORGOTTEN),
        (
            (
                f.ForgetRequested(BOB, CHANNEL, NOTE, undo=True),
                f.NoteDropped(NOTE, BOB, "forgotten", again="Staging is beta."),
            ),
            f"{FORGOTTEN} I remember again what that had replaced.",
        ),
        ((f.MessageDeleted(BOB, CHANNEL, "m1"), f.NotesVoided("m1", 1, gone=(NOTE,))), FORGOTTEN),
        ((f.QuoteDeleted("elsewhere", "m1", (NOTE,)),), FORGOTTEN),
    ],
    ids=["forgotten", "gone", "undone", "deleted", "deleted elsewhere"],
)
def test_the_line_does_not_go_on_saying_what_is_forgotten(facts: tuple[f.Fact, ...], reads: str) -> None:
    script = standing(noting(remembering(), NoteWritten("place-2", "place", "More.")), "1.1.0", "1.2.0")
    assert not withdrawn(script)
    script.tell(*facts)
    assert withdrawn(script) == [("line 1.1.0", reads)]
    assert script.session.noted == ("place-2",)


@pytest.mark.parametrize(
    ("change", "reads"),
    [
        (NoteForgotten(NOTE, "Staging is alpha."), FORGOTTEN),
        (
            NoteWritten("place-2", "place", "Staging is beta.", "Staging is alpha.", NOTE),
            "A later note has replaced what I was to remember here.",
        ),
    ],
    ids=["taken back", "replaced"],
)
@pytest.mark.parametrize("late", [False, True], ids=["it stands", "it is on its way"])
def test_nor_what_is_taken_back_or_replaced_also_while_it_is_on_its_way(change: Change, reads: str, late: bool) -> None:
    script = remembering()
    noting(script if late else standing(script, "1.1.0"), change)
    assert not late or not withdrawn(script)
    assert withdrawn(standing(script, "1.1.0") if late else script) == [("line 1.1.0", reads)]
    assert not script.tell(f.ActionWithdrawn("noted-1.1.0")).wanted(WithdrawAction)
    assert not script.session.postings.closed


def test_a_line_that_can_be_undone_no_more_says_what_it_said() -> None:
    script = Script().says(BOB)
    for number in range(KEPT + 1):
        noting(script, NoteWritten(f"place-{number}", "place", f"There are {number}."))
    assert withdrawn(standing(script, "1.1.0")) == [("line 1.1.0", "I will remember this here: There are 0.")]


def test_what_was_said_in_a_deleted_message_is_to_be_forgotten_until_it_is() -> None:
    script = remembering().tell(f.MessageDeleted(BOB, CHANNEL, "m1"), f.MessageDeleted(BOB, CHANNEL, "m1"))
    assert script.wanted(VoidNotes) == [VoidNotes("m1")]
    assert not script.tell(f.NotesVoided("m1", 1)).wanted(VoidNotes)


def test_also_where_nothing_was_remembered_since_it_may_have_been_found_elsewhere() -> None:
    deleted = f.MessageDeleted(BOB, CHANNEL, "m1", everywhere=True)
    assert Script().says(BOB).tell(deleted).wanted(VoidNotes) == [VoidNotes("m1")]
    assert not Script().says(BOB).tell(f.MessageDeleted(BOB, CHANNEL, "m1")).wanted(VoidNotes), "of an older release"
