"""Deciding in words: `approve` or `deny: REASON`, alone in a message of somebody entitled.

It counts if nobody can doubt what it is about: written after the card was posted, where that card is, with nothing else
to be decided in the thread then or since, no mode asked for, and no part of the card hidden by a mask that nobody has
opened. Otherwise, and for what merely sounds like a yes,
whoever wrote it is shown what is waiting, and nothing is decided.
"""

from harness.approvals.asks import Approve, Question, Reject, Settlement
from harness.sessions.answers import on_ask_answered
from harness.sessions.facts import AskAnswered, MessageReceived
from harness.sessions.notices import Answered, AnswersTold, NotYours, Undecided
from harness.sessions.session import Session
from harness.sessions.turn import CardAt, OpenAsk

MEANWHILE = 60.0
"""Seconds in which a word may still be meant for what is settled by then."""


def decidable(session: Session) -> list[OpenAsk]:
    """What such words may be about: what is to be decided, and is no question."""
    return [ask for ask in session.asks.open if not isinstance(ask.ask, Question)]


def just_settled(session: Session) -> Settlement | None:
    """What such words come too late for: somebody decided it while they were being written."""
    settled = [ask.settled for ask in session.asks if ask.settled and not isinstance(ask.ask, Question)]
    last = max(settled, key=lambda one: one.at, default=None)
    return last if last and session.now - last.at <= MEANWHILE else None


def decided_in_words(session: Session, fact: MessageReceived, choice: Approve | Reject) -> Session:
    """As if it had been pressed on the one card that it can be about."""
    card = _meant(session, fact)
    if card is None:
        return hinted(session, fact)
    [ask] = session.asks.open
    if card.masked and not ask.unmasked:
        return hinted(session, fact, masked=True)
    return on_ask_answered(session, AskAnswered(ask.id, fact.by, fact.place, choice, message=card.message))


def hinted(session: Session, fact: MessageReceived, masked: bool = False) -> Session:
    """Shows the author what they may decide, with its buttons; or else who may. `masked`: the word would have decided,
    but a part of the card is hidden.
    """
    waiting = decidable(session)
    theirs = tuple(ask.id for ask in waiting if session.may_settle(fact.by, ask))
    mode = session.mode_request.mode if session.mode_request and session.may_allow(fact.by) else ""
    if theirs or mode:
        return session.tell(fact.place, fact.by, Undecided(theirs, mode, masked))
    if not waiting:
        return session
    why = NotYours(waiting[0].ask.deciders, waiting[0].requester)
    return session.tell(fact.place, fact.by, AnswersTold((Answered(why),)))


def _meant(session: Session, fact: MessageReceived) -> CardAt | None:
    """The card of the one ask that it can be about, if its author had seen that."""
    written = fact.written
    if written is None or fact.unseen or len(session.asks.open) != 1 or not decidable(session):
        return None
    if session.mode_request:
        return None
    [ask] = session.asks.open
    card = next((card for card in session.asks.cards if card.shows_since(ask.id, fact.place, written)), None)
    if card is None or any(_settled_since(one, ask, card, written) for one in session.asks):
        return None
    return card


def _settled_since(other: OpenAsk, ask: OpenAsk, card: CardAt, written: float) -> bool:
    """Was the other perhaps settled after that was written? What is settled has a time by our clock, what is written by
    the platform's, and these may differ. So what is compared is how long after `ask` began each was, by one clock
    each. On the platform it began with its card, a little later than here: what is that close counts as since.
    """
    if other.settled is None or card.written is None:
        return False
    return other.settled.at - ask.since >= written - card.written
