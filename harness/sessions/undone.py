"""What people have let be changed of a file they may have back: by a button on its card, as long as nothing came after
it that is known of.
"""

from collections.abc import Mapping
from typing import Literal

from harness.sessions.effects import UndoChange
from harness.sessions.facts import ChangeUndone, UndoRequested
from harness.sessions.notices import Answered, AnswersTold, Brief, NotYours
from harness.sessions.session import Session
from harness.sessions.turn import OpenAsk
from harness.tools.changes import FileChanged
from harness.tools.values import replace

KEPT = 16
"""Changes that can be undone by their button."""
_TOLD: Mapping[str, Literal["undo-changed", "undo-denied", "undo-failed"]] = {
    "changed": "undo-changed",
    "denied": "undo-denied",
    "failed": "undo-failed",
}


def changed(session: Session, call: str, change: FileChanged) -> Session:
    """Of each file the last one alone can be undone, and that only where a card says so."""
    known = session.call(call)
    ask = session.asks.get(known.ask) if known else None
    for one in session.asks.undoable:
        if one.undo and one.undo.file == change.file:
            session = _closed(session, one)
    if ask is None or ask.settled is None:
        return session
    session = session.asking(replace(ask, undo=change))
    for one in session.asks.undoable[:-KEPT]:
        session = _closed(session, one)
    return session.tidied()


def seen(session: Session, file: str, version: str) -> Session:
    """That the file is of another `version` by now ends the Undo of what was changed in it, whoever has changed it
    since, also where nobody was asked. An empty version, as older facts have it, tells nothing.
    """
    for one in session.asks.undoable:
        # What is told of a file that was seen is the beginning of its version.
        if one.undo and one.undo.file == file and version and not one.undo.after.startswith(version):
            session = _closed(session, one).tidied()
    return session


def on_undo_requested(session: Session, fact: UndoRequested) -> Session:
    """By whoever may decide on the call, or has asked for it. Once, however often it is pressed."""
    ask = session.asks.get(fact.ask)
    if ask is None or not ask.undoable or ask.undo is None:
        return session.tell(fact.place, fact.by, Brief("undo-gone"))
    decides = ask.ask.deciders.may_decide(fact.by, ask.requester, ask.authors)
    if not decides and not fact.by.same(ask.requester):
        why = AnswersTold((Answered(NotYours(ask.ask.deciders, ask.requester)),))
        return session.tell(fact.place, fact.by, why)
    if any(one.ask == ask.id for one in session.undoing):
        return session
    undoing = UndoChange(ask.id, fact.by, fact.place, ask.call, ask.undo)
    return replace(session, undoing=(*session.undoing, undoing))


def on_change_undone(session: Session, fact: ChangeUndone) -> Session:
    """Its card says so. The model has to read the file again before it replaces it."""
    known = next((one for one in session.undoing if one.ask == fact.ask), None)
    if known is None:
        return session
    session = replace(session, undoing=tuple(one for one in session.undoing if one != known))
    ask = session.asks.get(fact.ask)
    if fact.outcome == "undone":
        session = session.unseen(known.change.file)
        return _closed(session, replace(ask, undone=fact.by)).tidied() if ask else session
    if fact.outcome == "changed" and ask:
        session = _closed(session, ask).tidied()
    return session.tell(known.place, known.by, Brief(_TOLD[fact.outcome]))


def _closed(session: Session, ask: OpenAsk) -> Session:
    return session.asking(replace(ask, undo=None))
