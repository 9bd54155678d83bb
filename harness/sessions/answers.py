"""People answer. The first valid answer in journal order wins, and each who answers is told what became of theirs."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from harness.approvals.asks import Approval, Approve, Choice, Edit, Grant, PlanReview, Question, Reject, Respond
from harness.chat.people import Person
from harness.sessions.asking import granted
from harness.sessions.call_status import (
    AnsweredWith,
    Asked,
    Clearance,
    Cleared,
    Declined,
    Edited,
    PlanApproved,
)
from harness.sessions.effects import AskAgain
from harness.sessions.facts import AskAnswered
from harness.sessions.loops import KEPT, signature
from harness.sessions.notices import Answered, AnswersTold, BeingEdited, Late, Misfit, NotYours, Reception, Taken
from harness.sessions.session import Session
from harness.sessions.steps import author, result
from harness.sessions.turn import Call, OpenAsk
from harness.tools.arguments import as_object
from harness.tools.values import replace

EVIDENT = (Taken(), Taken(no=True))
"""What a card says as soon as it is settled."""


def on_ask_answered(session: Session, fact: AskAnswered) -> Session:
    """One answer. A card that we did not know is known from here on, so that it is settled with its asks; not where
    they all are, and their card says so: of these the session keeps no arguments, and would draw it without them.
    """
    fact = _meant(session, fact)
    if _is_news(session, fact):
        session = replace(session, asks=session.asks.card_seen(fact.place, fact.message, fact.ask, session.now))
    shown = session.asks.sharing(fact.ask)[: fact.rows] if fact.rows else ()
    refused = {id: _refusal(session, id, fact) for id in [ask.id for ask in shown] or [fact.ask]}
    told = _news(fact, tuple(_told(session, refused, fact.choice, named=bool(shown))))
    if told:
        session = session.tell(fact.place, fact.by, AnswersTold(told), _ask_again(session, fact.ask))
    for ask in [session.asks[id] for id, why in refused.items() if why is None]:
        if call := session.call(ask.call.id):
            session = _taken(session, ask, call, fact.by, fact.choice)
    return session


def _news(fact: AskAnswered, told: tuple[Answered, ...]) -> tuple[Answered, ...]:
    """What the card on which it was answered does not say by itself: what was taken stands there, and beside it what
    had been settled before. What is the same of all that it shows is said once.
    """
    if not fact.message:
        return told
    if any(isinstance(one.reception, Taken) for one in told):
        told = tuple(one for one in told if not isinstance(one.reception, Late) and one.reception not in EVIDENT)
    alike = len({one.reception for one in told}) == 1
    return (replace(told[0], tool=""),) if alike else told


def _is_news(session: Session, fact: AskAnswered) -> bool:
    asks = session.asks
    if not fact.message or any((c.place, c.message) == (fact.place, fact.message) for c in asks.cards):
        return False
    return bool(asks.answerable(fact.ask)) or asks.first(fact.ask) in {card.ask for card in asks.cards}


def _ask_again(session: Session, id: str) -> AskAgain | None:
    """To who comes too late, and nobody came in time."""
    ask = session.asks.get(id)
    expired = ask is not None and ask.settled is not None and ask.settled.outcome == "expired"
    return AskAgain(id) if expired else None


def _told(session: Session, refused: Mapping[str, Reception | None], choice: Choice, named: bool) -> Iterator[Answered]:
    """What became of the answer to each ask."""
    for id, why in refused.items():
        reception = why or _accepted(session.asks[id], choice)
        yield Answered(reception, session.asks[id].call.tool if named else "")


def _refusal(session: Session, id: str, fact: AskAnswered) -> Reception | None:
    """Why that is not taken as an answer to the ask; None if it is."""
    ask = session.asks.get(id)
    call = session.call(ask.call.id) if ask else None
    if ask is None or ask.settled or call is None:
        return Late(ask.settled, session.now - ask.settled.at) if ask and ask.settled else Late()
    if not session.may_settle(fact.by, ask):
        return NotYours(ask.ask.deciders, ask.requester)
    return _misfit(ask, fact.choice, call, fact.by)


def _accepted(ask: OpenAsk, choice: Choice) -> Taken:
    missing = ask.ask.deciders.quorum - len(ask.approved_by) - 1
    return Taken(isinstance(choice, Reject), max(0, missing) if isinstance(choice, Approve) else 0)


def _misfit(ask: OpenAsk, choice: Choice, call: Call, by: Person) -> Reception | None:
    """Why this is not an answer to that ask; None if it is one."""
    if isinstance(ask.ask, Question):
        return None if isinstance(choice, Respond) and ask.ask.fits(choice) else Misfit("question")
    if isinstance(ask.ask, PlanReview) and not isinstance(choice, Approve | Reject):
        return Misfit("plan")
    if isinstance(call.status, Edited) and not isinstance(choice, Reject):
        return BeingEdited(call.status.by)
    if isinstance(choice, Approve) and any(map(by.same, ask.approved_by)):
        return Misfit("approved-twice")
    if isinstance(choice, Respond) and not choice.words:
        return Misfit("empty")
    return None


def _taken(session: Session, ask: OpenAsk, call: Call, by: Person, choice: Choice) -> Session:
    match choice:
        case Reject(reason=reason):
            return _rejected(session, ask, call, by, reason)
        case Respond():
            return worded(session, ask, by, choice.words)
        case Edit(arguments=arguments):
            assert isinstance(call.status, Asked)
            edited = Edited(call.status.ruling, replace(call.call, arguments=arguments), by)
            return session.having(call.moved("edited", edited))
        case Approve():
            return _approved(session, ask, call, by, choice)
        case _:
            assert_never(choice)


def _meant(session: Session, fact: AskAnswered) -> AskAnswered:
    """An edit that changes nothing is an approval, and refused where one is."""
    ask = session.asks.get(fact.ask)
    if ask is None or not isinstance(fact.choice, Edit):
        return fact
    given = as_object(fact.choice.arguments)
    same = given is not None and given == as_object(ask.call.arguments)
    return replace(fact, choice=Approve()) if same else fact


def _rejected(session: Session, ask: OpenAsk, call: Call, by: Person, reason: str) -> Session:
    """Its reason is the model's to read, so whoever gave one is an author; a plan turned down without one waits for
    words.
    """
    plan = isinstance(ask.ask, PlanReview)
    if reason:
        session = author(session, by)
    elif plan and session.turn:
        session = replace(session, turn=replace(session.turn, waits=by))
    session = session.settle(ask.id, "rejected", by, reason)
    if session.turn and not plan:
        denied = (*session.turn.denied, signature(call.call))[-KEPT:]
        session = replace(session, turn=replace(session.turn, denied=denied))
    return result(session, call, "declined", Declined(session.head, by, reason, plan))


def worded(session: Session, ask: OpenAsk, by: Person, words: str = "") -> Session:
    """A person's words are the result, so they are an author from here on. The card shows them, but for those of a
    message, which may be deleted.
    """
    session, call = author(session, by).settle(ask.id, "answered", by, words), session.call(ask.call.id)
    question = isinstance(ask.ask, Question)
    return result(session, call, "answered", AnsweredWith(session.head, by, question)) if call else session


def _approved(session: Session, ask: OpenAsk, call: Call, by: Person, choice: Approve) -> Session:
    if choice.note:
        session = author(session, by)
    ask = replace(ask, approved_by=(*ask.approved_by, by))
    if len({p.id for p in ask.approved_by}) < ask.ask.deciders.quorum:
        return session.asking(ask)
    session = session.asking(ask).settle(ask.id, "approved", by, choice.note)
    if isinstance(ask.ask, PlanReview):
        session = session.in_mode(ask.ask.mode, by) if ask.ask.mode else session
        return result(session, call, "plan approved", PlanApproved(session.head, by, choice.note))
    assert isinstance(call.status, Asked)
    shown = ask.preview.bare if ask.preview else None
    cleared = Cleared(call.status.ruling, Clearance(by, note=choice.note, preview=shown))
    session = session.having(call.moved("approved", cleared))
    if not choice.always or not isinstance(ask.ask, Approval) or not ask.ask.grantable:
        return session
    if choice.always == "pattern" and not choice.match.strip():
        return session
    of_category = choice.always == "category"
    on, tool = (ask.category, "") if of_category else (ask.call.tool, call.status.ruling.tool)
    match, untrusted = choice.match.strip(), ask.ask.untrusted
    grant = Grant(ask.id, choice.always, on, by, ask.requester, session.now, tool, match, untrusted)
    return granted(session, grant)
