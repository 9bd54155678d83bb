"""Deciding in words: `approve` or `deny: REASON`, alone in a message of somebody entitled.

It counts if nobody can doubt what it is about: written after the card was posted, where that card is, with nothing else
to be decided in the thread then or since. Otherwise, and for what merely sounds like a yes, whoever wrote it is shown
the buttons, and nothing is decided.
"""

from harness.approvals.asks import Approve, Question, Reject
from harness.sessions.answers import decided, refusal
from harness.sessions.facts import AskAnswered, MessageReceived
from harness.sessions.notices import Answered, AnswersTold, NotYours, Undecided
from harness.sessions.session import Session
from harness.sessions.turn import OpenAsk


def decidable(session: Session) -> bool:
    """Is there anything that such words may be about: something that is to be decided, and is no question?"""
    return any(not isinstance(ask.ask, Question) for ask in session.asks.open)


def decided_in_words(session: Session, fact: MessageReceived, choice: Approve | Reject) -> Session:
    ask = _meant(session, fact)
    if ask is None:
        return hinted(session, fact)
    answer = AskAnswered(ask.id, fact.by, fact.place, choice)
    if why := refusal(session, ask.id, answer):
        return session.tell(fact.place, fact.by, AnswersTold((Answered(why),)))
    return decided(session, ask, answer)


def hinted(session: Session, fact: MessageReceived) -> Session:
    """Whoever wrote that is shown what they may decide, with its buttons; or else who may."""
    waiting = [ask for ask in session.asks.open if not isinstance(ask.ask, Question)]
    theirs = tuple(ask.id for ask in waiting if session.may_settle(fact.by, ask))
    if theirs:
        return session.tell(fact.place, fact.by, Undecided(theirs))
    why = NotYours(waiting[0].ask.deciders, waiting[0].requester)
    return session.tell(fact.place, fact.by, AnswersTold((Answered(why),)))


def _meant(session: Session, fact: MessageReceived) -> OpenAsk | None:
    """The one ask that it can be about."""
    written, open_asks = fact.written, session.asks.open
    if written is None or fact.unseen or len(open_asks) != 1:
        return None
    [ask] = open_asks
    others = [one for one in session.asks if one.settled and one.settled.at >= written]
    shown = any(card.shows_since(ask.id, fact.place, written) for card in session.asks.cards)
    return ask if shown and not others and not isinstance(ask.ask, Question) else None
