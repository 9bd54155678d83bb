"""People answer. The first valid answer in journal order wins, and each who answers is told what became of theirs."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from harness.approvals.asks import Approval, Approve, Choice, Edit, Grant, PlanReview, Question, Reject, Respond
from harness.chat.people import Person
from harness.chat.wording import ago
from harness.sessions.asking import granted
from harness.sessions.effects import Offer
from harness.sessions.facts import AskAnswered
from harness.sessions.session import Session
from harness.sessions.steps import author, result
from harness.sessions.turn import Call, Clearance, Ended, OpenAsk, PendingEdit
from harness.sessions.values import replace

ACCEPTED, NOTED = "Accepted.", "Noted."
"""What whoever answers is told if nothing else is to be said; "accepted" after a no would read as a yes."""


def answered(session: Session, fact: AskAnswered) -> Session:
    """One answer. A card that we did not know is known from here on, so that it is settled with its asks."""
    if fact.message and not any((c.place, c.message) == (fact.place, fact.message) for c in session.cards):
        session = session.card_seen(fact.place, fact.message, fact.ask)
    shown = session.sharing(fact.ask)[: fact.rows] if fact.rows else ()
    refused = {id: _refusal(session, id, fact) for id in [ask.id for ask in shown] or [fact.ask]}
    told = "\n".join(_told(session, refused, fact.choice, bool(shown)))
    session = session.tell(fact.place, fact.by, told, _ask_again(session, fact.ask, told))
    for ask in [session.asks[id] for id, why in refused.items() if not why]:
        if call := session.call(ask.call.id):
            session = _taken(session, ask, call, fact.by, fact.choice)
    return session


def _ask_again(session: Session, id: str, told: str) -> Offer | None:
    """To who comes too late, and nobody came in time."""
    ask = session.asks.get(id)
    expired = ask is not None and ask.settled is not None and ask.settled.outcome == "expired"
    return Offer("ask-again", 0, told, ask=id) if expired else None


def _told(session: Session, refused: Mapping[str, str], choice: Choice, named: bool) -> Iterator[str]:
    """What became of the answer to each ask: why it was refused, if it was."""
    for id, why in refused.items():
        told = why or _accepted(session.asks[id], choice)
        yield f"{session.asks[id].call.tool}: {told}" if named else told


def _refusal(session: Session, id: str, fact: AskAnswered) -> str:
    """Why that is not taken as an answer to the ask; empty if it is."""
    ask = session.asks.get(id)
    call = session.call(ask.call.id) if ask else None
    if ask is None or ask.settled or call is None:
        return _late(ask, session.now)
    if not session.entitled(fact.by, ask.ask.deciders):
        return not_yours(ask)
    return _misfit(ask, fact.choice, call, fact.by)


def _late(ask: OpenAsk | None, now: float) -> str:
    if ask is None or ask.settled is None:
        return "This is no longer open."
    since = now - ask.settled.at
    return f"This was {ask.settled}{f' ({ago(since)})' if since >= 60 else ''}."


def not_yours(ask: OpenAsk) -> str:
    """What somebody is told who may not decide it."""
    return f"This is not yours to decide: it is for {ask.ask.deciders.described(ask.requester)}."


def _accepted(ask: OpenAsk, choice: Choice) -> str:
    missing = ask.ask.deciders.quorum - len(ask.approved_by) - 1
    if isinstance(choice, Approve) and missing > 0:
        return f"Accepted. Approvals still needed: {missing}."
    return NOTED if isinstance(choice, Reject) else ACCEPTED


def _misfit(ask: OpenAsk, choice: Choice, call: Call, by: Person) -> str:
    """Why this is not an answer to that ask; empty if it is one."""
    if isinstance(ask.ask, Question):
        if isinstance(choice, Respond) and ask.ask.fits(choice):
            return ""
        return "That is not one of the answers to this question."
    if isinstance(ask.ask, PlanReview) and not isinstance(choice, Approve | Reject):
        return "A plan can be approved, or turned down with what should change."
    if call.edit and not isinstance(choice, Reject):
        return f"{call.edit.by} is editing this right now."
    if isinstance(choice, Approve) and any(map(by.same, ask.approved_by)):
        return "You have already approved this; somebody else has to approve it too."
    if isinstance(choice, Respond) and not choice.words:
        return "Your answer was empty."
    return ""


def _taken(session: Session, ask: OpenAsk, call: Call, by: Person, choice: Choice) -> Session:
    match choice:
        case Reject(reason=reason):
            return _rejected(session, ask, by, reason)
        case Respond():
            return worded(session, ask, by)
        case Edit(arguments=arguments):
            edit = PendingEdit(replace(call.call, arguments=arguments), by)
            return session.having(replace(call, edit=edit))
        case Approve():
            return _approved(session, ask, call, by, choice)
        case _:
            assert_never(choice)


def _rejected(session: Session, ask: OpenAsk, by: Person, reason: str) -> Session:
    """Its reason is the model's to read, so whoever gave one is an author; a plan turned down without one waits for
    words.
    """
    if reason:
        session = author(session, by)
    elif isinstance(ask.ask, PlanReview) and session.turn:
        session = replace(session, turn=replace(session.turn, waits=by))
    session = session.settle(ask.id, "rejected", by, reason)
    return result(session, ask.call.id, Ended("rejected", session.head, reason, by))


def worded(session: Session, ask: OpenAsk, by: Person) -> Session:
    """A person's words are the result, so they are an author from here on."""
    session = author(session, by).settle(ask.id, "answered", by)
    return result(session, ask.call.id, Ended("answered", session.head, by=by))


def _approved(session: Session, ask: OpenAsk, call: Call, by: Person, choice: Approve) -> Session:
    if choice.note:
        session = author(session, by)
    ask = replace(ask, approved_by=(*ask.approved_by, by))
    if len({p.id for p in ask.approved_by}) < ask.ask.deciders.quorum:
        return session.asking(ask)
    session = session.asking(ask).settle(ask.id, "approved", by, choice.note)
    if isinstance(ask.ask, PlanReview):
        session = session.in_mode(ask.ask.mode) if ask.ask.mode else session
        return result(session, ask.call.id, Ended("approved", session.head, choice.note, by))
    call = replace(call, cleared=Clearance(str(by), note=choice.note))
    session = session.having(call)
    if not choice.always or not isinstance(ask.ask, Approval) or not ask.ask.grantable:
        return session
    on = ask.call.tool if choice.always == "tool" else ask.category
    return granted(session, Grant(ask.id, choice.always, on, by, ask.requester, session.now))
