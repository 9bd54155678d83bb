"""Nobody answers: people are reminded of an ask, its time is over, or no card of it can be shown."""

from typing import Literal

from harness.approvals.asks import Question
from harness.sessions.ask_status import Posted
from harness.sessions.call_status import Expired, Unaskable
from harness.sessions.effects import Post, PostAsk
from harness.sessions.facts import AskExpired, AskOverdue
from harness.sessions.notices import StillWaiting
from harness.sessions.session import Session
from harness.sessions.steps import result
from harness.tools.values import replace


def on_ask_overdue(session: Session, fact: AskOverdue) -> Session:
    """People are reminded of an ask, once, where it was asked; and it is put before others who may answer."""
    ask = session.asks.get(fact.ask)
    if ask is None or not isinstance(ask.status, Posted) or ask.status.reminded:
        return session
    for one in session.asks.sharing(ask.id):
        if isinstance(one.status, Posted):
            session = session.asking(one.moved("reminded", replace(one.status, reminded=True)))
    notice = StillWaiting(ask.ask.deciders, ask.requester, ask.id)
    session = session.post(Post(f"remind-{ask.id}", ask.place, notice=notice))
    for place in fact.copies:
        session = session.post(PostAsk(ask.card, place, copy=True))
    return session


def on_ask_expired(session: Session, fact: AskExpired) -> Session:
    """Nobody has answered in time: an ask that people could see ends, and so does its call."""
    ask = session.asks.get(fact.ask)
    if ask is None or not isinstance(ask.status, Posted):
        return session
    default = ask.ask.default if isinstance(ask.ask, Question) else ""
    return _unanswered(session, fact.ask, "expired", Expired(session.head, default))


def unreachable(session: Session, id: str, why: str) -> Session:
    """No card shows it, and none will: an open ask ends, and so does its call."""
    return _unanswered(session, id, "unreachable", Unaskable(session.head, why))


def _unanswered(
    session: Session, id: str, outcome: Literal["expired", "unreachable"], then: Expired | Unaskable
) -> Session:
    ask = session.asks.get(id)
    if ask is None or ask.settled:
        return session
    session = session.settle(id, outcome)
    call = session.call(ask.call.id)
    return result(session, call, outcome, then) if call else session
