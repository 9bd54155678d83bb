"""What was remembered here: each note stands in the thread as one line, and can be undone as long as it is one of the
last; the line does not go on saying what is forgotten since. What was deleted is in no note.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from harness.sessions.effects import DropNote, Post, UndoNote
from harness.sessions.facts import ForgetRequested, MessageDeleted, NoteDropped, NotesVoided
from harness.sessions.notices import Brief, Forgot, Remembered, RemembersAgain
from harness.sessions.session import Session
from harness.tools.changes import NoteForgotten, NoteWritten
from harness.tools.values import replace

KEPT = 16
"""Notes that can be undone by their button."""
_TOLD: Mapping[str, Literal["note-undone", "note-gone", "note-not-yours", "note-kept"]] = {
    "forgotten": "note-undone",
    "gone": "note-gone",
    "not-theirs": "note-not-yours",
    "failed": "note-kept",
}


def written(session: Session, call: str, change: NoteWritten) -> Session:
    turn = session.turn
    if turn is None:
        return session
    session = _gone(session, change.replaces, "note-replaced")
    noted = (*session.noted, change.id)[-KEPT:]
    notice = Remembered(change.layer, change.text, change.instead)
    post = Post(f"noted-{call}", turn.place, notice=notice, action=UndoNote(change.id))
    return replace(session, remembers=True, noted=noted).post(post)


def forgotten(session: Session, call: str, change: NoteForgotten) -> Session:
    """The turn is not told it any more."""
    turn = session.turn
    if turn is None:
        return session
    session = _gone(session, change.id, "note-forgotten")
    return session.post(Post(f"noted-{call}", turn.place, notice=Forgot(change.text))).repackaged()


def on_forget_requested(session: Session, fact: ForgetRequested) -> Session:
    """Whether it is theirs, whoever keeps the notes knows."""
    dropping = DropNote(fact.note, fact.by, fact.place, fact.undo)
    return session if dropping in session.dropping else replace(session, dropping=(*session.dropping, dropping))


def on_note_dropped(session: Session, fact: NoteDropped) -> Session:
    known = next((one for one in session.dropping if one.note == fact.note and one.by == fact.by), None)
    if known is None:
        return session
    session = replace(session, dropping=tuple(one for one in session.dropping if one != known))
    if fact.outcome in ("forgotten", "gone"):
        session = _gone(session, fact.note, "note-exchanged" if fact.again else "note-forgotten").repackaged()
    told = RemembersAgain(fact.again) if fact.again else Brief(_TOLD[fact.outcome])
    return session.tell(known.place, known.by, told)


def deleted(session: Session, fact: MessageDeleted) -> Session:
    """What was said in that message is to be in no note, also of other threads, where it may have been found."""
    if not (session.remembers or fact.everywhere) or not fact.message or fact.message in session.voiding:
        return session
    return replace(session, voiding=(*session.voiding, fact.message))


def on_notes_voided(session: Session, fact: NotesVoided) -> Session:
    session = replace(session, voiding=tuple(message for message in session.voiding if message != fact.message))
    session = without(session, fact.gone)
    return session.repackaged() if fact.notes else session


def without(session: Session, notes: Iterable[str]) -> Session:
    """What they were made of is deleted."""
    for note in notes:
        session = _gone(session, note, "note-forgotten")
    return session


def _gone(session: Session, note: str, how: Literal["note-forgotten", "note-replaced", "note-exchanged"]) -> Session:
    """There is nothing to undo any more, and its line says so in place of what it said."""
    postings = session.postings.closing(UndoNote(note), Brief(how))
    return replace(session, noted=tuple(one for one in session.noted if one != note), postings=postings)
