"""Calls are judged; what the rules leave to people is asked; a grant answers as a person would."""

from collections import Counter

from harness.approvals.asks import Approval, Grant
from harness.approvals.gate import Judged, Verdict
from harness.chat.people import Person, Place
from harness.sessions.effects import Post, PostAsk
from harness.sessions.facts import AskOverdue, CallJudged
from harness.sessions.notices import EditRefused, StillWaiting
from harness.sessions.session import Session
from harness.sessions.steps import author, result
from harness.sessions.turn import Call, Clearance, Ended, OpenAsk
from harness.sessions.values import replace

ROWS = 5
"""Asks on one card: more would not be looked at one by one."""


def judged(session: Session, fact: CallJudged) -> Session:
    """A verdict counts if it is on what is to be judged now; on what was judged before, only if it tightens."""
    call = session.call(fact.call)
    if call is None or call.to_judge is None or call.to_judge.digest != fact.digest:
        return session
    if call.edit:
        return _edit_judged(session, call, fact.judged)
    if call.judged and not fact.judged.tightens(call.judged):
        return session
    if call.judged and not fact.judged.asks_others(call.judged) and not (call.cleared and call.cleared.grant):
        return session.having(replace(call, judged=fact.judged))  # what a person said of it stands
    session = session.settle(call.ask, "superseded", rules=fact.judged.why)
    return _ruled(session, replace(call, judged=fact.judged, cleared=None))


def _edit_judged(session: Session, call: Call, verdict: Judged) -> Session:
    """An edit is its editor's approval of the new call, if the rules and the deciders of that call allow it.

    What the editor wrote enters the turn, so they are an author from here on: where authors may not decide, others
    are asked anew.
    """
    assert call.edit
    edited, by = call.edit.call, call.edit.by
    if verdict.verdict is Verdict.DENY:
        session = session.having(replace(call, edit=None))
        return session.tell(session.asks[call.ask].place, by, EditRefused(verdict.why))
    shown = replace(session.asks[call.ask], call=edited)  # its card says what runs, all of it
    session = author(session, by).asking(shown).settle(call.ask, "edited", by)
    call = replace(call, call=edited, edit=None, judged=verdict)
    if verdict.ask and not session.entitled(by, verdict.ask.deciders):
        return _ruled(session, call)
    if verdict.ask and verdict.ask.deciders.quorum > 1:
        return _ruled(session, call, (by,))
    return session.having(replace(call, cleared=Clearance(by, edited=True)))


def _ruled(session: Session, call: Call, approved_by: tuple[Person, ...] = ()) -> Session:
    """What follows from the call's verdict."""
    turn, verdict = session.turn, call.judged
    assert turn
    assert verdict
    if verdict.verdict is Verdict.DENY:
        return result(session.having(call), call.call.id, Ended("denied", session.head, rules=verdict.why))
    if verdict.ask is None:
        return session.having(replace(call, cleared=Clearance()))
    grant = grant_for(session, call)
    if grant and not approved_by:
        return session.having(replace(call, cleared=_cleared_by(grant)))
    call = replace(call, asks=call.asks + 1)
    ask = OpenAsk(
        call.ask, verdict.ask, call.call, turn.place, turn.requester, verdict.category, approved_by, session.now
    )
    if card := _card_for(session, ask):
        return session.having(call).asking(replace(ask, on=card))
    session = session.having(call).asking(ask).post(PostAsk(ask.id, turn.place))
    here = {s.id for s in session.speakers}.union(*(person.ids for person in (turn.requester, *turn.authors)))
    for person in verdict.ask.deciders.people:
        if here.isdisjoint(person.ids):
            session = session.post(PostAsk(ask.id, Place.direct(person.on(turn.place)), copy=True))
    return session


def _card_for(session: Session, ask: OpenAsk) -> str:
    """The card of what is asked at the same time, of the same people; empty if it needs one of its own."""
    rows = Counter(one.card for one in session.asks.values())
    for one in session.open_asks:
        alike = isinstance(one.ask, Approval) and isinstance(ask.ask, Approval) and one.ask.deciders == ask.ask.deciders
        if alike and not one.on and one.since == ask.since and rows[one.id] < ROWS:
            return one.id
    return ""


def grant_for(session: Session, call: Call) -> Grant | None:
    """The grant that answers for this call: of somebody who could decide it, in a turn whose authors all may, and where
    nothing asks every time.
    """
    turn, verdict = session.turn, call.judged
    if turn is None or verdict is None or not isinstance(verdict.ask, Approval) or not verdict.ask.grantable:
        return None
    deciders = verdict.ask.deciders
    if not deciders.may_grant(turn.requester, turn.authors):
        return None
    return next((g for g in session.grants if g.covers(call.call.tool, verdict.category, deciders)), None)


def _cleared_by(grant: Grant) -> Clearance:
    return Clearance(grant=grant.id)


def granted(session: Session, grant: Grant) -> Session:
    """A new grant settles the open asks that it covers."""
    session = replace(session, grants=(*session.grants, grant))
    for call in session.turn.calls if session.turn else ():
        ask = session.asks.get(call.ask)
        covered = grant_for(session, call)
        if covered and ask and not ask.settled and not call.edit and not ask.approved_by and not call.ended:
            cleared = replace(call, cleared=_cleared_by(covered))
            session = session.settle(ask.id, "granted", covered.by).having(cleared)
    return session


def revoked(session: Session, grant: str) -> Session:
    """What it had cleared and has not started is asked again."""
    session = replace(session, grants=tuple(g for g in session.grants if g.id != grant))
    for call in session.turn.calls if session.turn else ():
        if call.cleared and call.cleared.grant == grant and not call.started and not call.ended:
            session = _ruled(session, replace(call, cleared=None))
    return session


def overdue(session: Session, fact: AskOverdue) -> Session:
    """People are reminded of an ask, once, where it was asked; and it is put before others who may answer."""
    ask = session.asks.get(fact.ask)
    if ask is None or ask.settled or ask.reminded:
        return session
    for one in session.sharing(ask.id):
        session = session.asking(replace(one, reminded=True))
    notice = StillWaiting(ask.ask.deciders, ask.requester)
    session = session.post(Post(f"remind-{ask.id}", ask.place, notice=notice))
    for place in fact.copies:
        session = session.post(PostAsk(ask.card, place, copy=True))
    return session


def unanswered(session: Session, id: str, how: Ended) -> Session:
    """An open ask ends without an answer, and so does its call."""
    ask = session.asks.get(id)
    if ask is None or ask.settled or how.how not in ("expired", "unreachable"):
        return session
    return result(session.settle(id, how.how), ask.call.id, how)
