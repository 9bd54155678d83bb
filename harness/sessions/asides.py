"""Asides: what people say while a step waits for them alone is answered, and nothing is decided by it.

An aside begins by itself as soon as somebody has said something to us that no request holds. Its reply is heard like
any other, posts its words, and may take back or replace the calls that still wait as they were shown; it touches no ask
otherwise. What is not answered so, since it failed or since the step closed first, is heard by the next request.
"""

from typing import assert_never

from harness.chat.people import Person
from harness.sessions.call_status import (
    Asked,
    CallChange,
    CallReplaced,
    CallWithdrawn,
    ChangeMisfit,
    Proposed,
    Withdrawn,
)
from harness.sessions.effects import Post, React
from harness.sessions.facts import AsideReplied
from harness.sessions.notices import AsideFailed, AsideUnpaid, ChangeTooLate, ChangeUnfit
from harness.sessions.session import Session
from harness.sessions.steps import aside_id, give_way, result, unanswered
from harness.sessions.turn import Aside, Call, OpenAsk, Replaced, Turn
from harness.tools.calls import At
from harness.tools.values import replace

MOST = 10
"""Asides while one and the same ask is open. What is said after that waits for the decision."""


def answers_at_once(session: Session) -> bool:
    """Would an aside answer what is said now?"""
    turn = session.turn
    if turn is None or turn.quiet or turn.queued is not None or not turn.asking:
        return False
    return any(ask.asides < MOST for ask in _waited_for(session, turn))


def begun(session: Session) -> Session:
    """The session, in which an aside has begun if there is one to begin. What it hears makes its speakers authors."""
    turn, inbox = session.turn, session.inbox
    if turn is None or turn.aside or not turn.calls or not inbox.unheard:
        return session
    if not any(unheard.ours > inbox.requested_through for unheard in inbox.unheard) or not answers_at_once(session):
        return session
    speakers = tuple(unheard.by for unheard in inbox.unheard)
    lately = tuple(unheard.by for unheard in inbox.unheard if unheard.position > inbox.requested_through)
    for ask in _waited_for(session, turn):
        session = session.asking(replace(ask, asides=ask.asides + 1))
    number = turn.asides + 1
    turn = replace(turn.heard(speakers), aside=Aside(number, session.head, lately), asides=number)
    return replace(session, turn=turn, inbox=replace(inbox, requested_through=session.head))


def _waited_for(session: Session, turn: Turn) -> list[OpenAsk]:
    """What its calls wait for."""
    waiting = (session.asks.get(call.ask) for call in turn.calls if isinstance(call.status, Asked))
    return [ask for ask in waiting if ask]


def current(session: Session, at: At, number: int) -> Aside | None:
    """The aside of that number in the step `at`, if its reply is waited for."""
    turn = session.turn
    aside = turn.aside if turn and turn.at == at else None
    return aside if aside and aside.number == number else None


def expects(session: Session, fact: AsideReplied) -> bool:
    """Does this answer the aside that is waited for? Not if it says and changes nothing."""
    aside = current(session, fact.at, fact.aside)
    says = bool(fact.text.strip() or fact.changes)
    return aside is not None and aside.through == fact.through and says


def replied(session: Session, fact: AsideReplied) -> Session:
    """Its words are posted, and what it changes is changed, as far as that still waits as it was shown."""
    turn, aside = session.turn, current(session, fact.at, fact.aside)
    if not expects(session, fact) or aside is None or turn is None:
        return failed(session, fact.at, fact.aside)
    session = replace(_heard(session, fact.through), turn=replace(turn, aside=None))
    if fact.text.strip() or aside.begun:
        post = Post(aside_id(fact.at, aside.number), turn.place, fact.text, begun=aside.begun)
        session = session.post(post)
    for change in fact.changes:
        session = _changed(session, change, aside)
    return session


def _heard(session: Session, through: int) -> Session:
    """By its answer whoever spoke sees that; a mark that they wait is taken away."""
    for said in session.inbox.guidance:
        if said.position <= through and said.marked:
            session = session.post(React(f"heard-{said.position}", said.place, said.message, "heard"))
    return replace(session, inbox=session.inbox.heard(through))


def _changed(session: Session, change: CallChange, aside: Aside) -> Session:
    """A call that still waits as it was shown. Of any other it is said that it is too late."""
    call, turn = session.call(change.call), session.turn
    if turn is None:
        return session
    told = f"{aside_id(turn.at, aside.number)}-{change.call}"
    if isinstance(change, ChangeMisfit):
        return session.post(Post(told, turn.place, notice=ChangeUnfit(change.why)))
    if call is None or not isinstance(call.status, Asked) or call.call.digest != change.digest:
        return session.post(Post(told, turn.place, notice=ChangeTooLate(started=bool(call and call.running))))
    match change:
        case CallWithdrawn(reason=reason):
            session = session.settle(call.ask, "withdrawn", detail=reason)
            return result(session, call, "withdrawn", Withdrawn(session.head, reason))
        case CallReplaced():
            return _replaced(session, call, call.status, change, aside.by)
        case _:
            assert_never(change)


def _replaced(session: Session, call: Call, status: Asked, change: CallReplaced, by: tuple[Person, ...]) -> Session:
    """Another call in place of one that people were asked about: judged anew, and asked anew, whatever it is."""
    new = replace(call.call, arguments=change.arguments)
    if new.digest == call.call.digest:
        return session
    was = Replaced(call.ask, call.call.arguments, by, change.reason)
    session = session.settle(call.ask, "replaced", detail=change.reason)
    proposed = call.moved("replaced", Proposed(status.ruling))
    return session.having(replace(proposed, call=new, replaced=was))


def failed(session: Session, at: At, number: int, why: AsideFailed | AsideUnpaid | None = None) -> Session:
    """What was said waits for the decision; whoever said it sees that, and reads `why`."""
    aside = current(session, at, number)
    if aside is None or session.turn is None:
        return session
    for by in aside.by if why else ():
        note = Post(f"{aside_id(at, number)}-{by.id}", session.turn.place, to=by, notice=why)
        session = session.post(note)
    return give_way(unanswered(session))
