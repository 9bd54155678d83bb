"""A conversation is put away: it is not listed, or it is deleted. What goes on in it ends first, and what stands in the
chat has no button left; if somebody speaks meanwhile, it stays.
"""

from harness.approvals.deciders import OWNERS
from harness.chat.people import Person
from harness.sessions.effects import Post
from harness.sessions.facts import Archived, DeleteRequested, DeletionFailed
from harness.sessions.in_background import stopped
from harness.sessions.notices import Brief, Deleting
from harness.sessions.reasons import StoppedBy
from harness.sessions.session import Deletion, Session
from harness.sessions.steps import end_turn
from harness.sessions.timers import Timers
from harness.tools.values import replace


def may_delete(session: Session, by: Person) -> bool:
    """Owners, and whoever is the only one who has spoken there."""
    alone = session.first is not None and session.first.same(by) and not session.several
    return OWNERS.entitles(by) or alone


def on_archived(session: Session, fact: Archived) -> Session:
    session = replace(session, archived=True)
    return session.tell(fact.place, fact.by, Brief("archived")) if fact.place else session


def on_delete_requested(session: Session, fact: DeleteRequested) -> Session:
    by, place = fact.by, fact.place
    if session.deleting:
        return session
    if place and not may_delete(session, by):  # without a place, whoever runs us wants it
        return session.tell(place, by, Brief("delete-not-yours"))
    if session.turn:
        session = end_turn(session, StoppedBy(by), "stopped", by, resumes=False, told=False)
    inbox = replace(session.inbox, unheard=(), guidance=())
    session = replace(stopped(session), inbox=inbox, timers=Timers(), mode_request=None, branching=(), noted=())
    session = replace(session, deleting=Deletion(by, place), asks=session.asks.for_good())
    return session.post(Post("deleting", session.place, notice=Deleting(by))) if session.place else session


def kept(session: Session) -> Session:
    """Somebody speaks, so it stays."""
    if session.deleting is None:
        return replace(session, archived=False) if session.archived else session
    wanted = session.deleting
    session = replace(session, deleting=None, archived=False)
    return session.tell(wanted.place, wanted.by, Brief("not-deleted")) if wanted.place else session


def on_deletion_failed(session: Session, fact: DeletionFailed) -> Session:
    return kept(session) if fact.why else session
