"""People speak: a stop word, an answer to the one open question that it fits, or words to be heard. The fold decides
which.
"""

import re

from harness.approvals.asks import Question, Respond
from harness.chat.people import Person, Place
from harness.sessions.answers import worded
from harness.sessions.effects import React
from harness.sessions.facts import ContinueRequested, MessageReceived, StopRequested
from harness.sessions.session import Guidance, Session
from harness.sessions.steps import end_turn, listen, open_turn
from harness.sessions.turn import OpenAsk
from harness.sessions.values import replace

STOP_WORDS = frozenset({"stop", "cancel", "abort"})
_AROUND = re.compile(r"^[\s!/]+|[\s.!]+$")


def stops(text: str) -> bool:
    """Is this a stop word, alone in its message?"""
    return _AROUND.sub("", text).casefold() in STOP_WORDS


def said(session: Session, fact: MessageReceived) -> Session:
    by, place = fact.by, fact.place
    if stops(fact.text) and (session.turn or fact.addressed):
        return _stop(session, by, place, "There is nothing to stop.")
    fitting = _questions_for(session, by, fact.text)
    if len(fitting) == 1:
        return worded(session.tell(place, by, "Taken as your answer."), fitting[0], by)
    session = listen(session, by)
    if fitting:
        session = session.tell(place, by, "More than one question is open: please answer on its card.")
    if session.turn and fact.message:
        session = replace(session, guidance=(*session.guidance, Guidance(session.head, place, fact.message)))
        session = session.post(React(f"waiting-{session.head}", place, fact.message, "waiting"))
    return open_turn(session, by, place) if fact.addressed else session


def answer_in(ask: OpenAsk, text: str) -> Respond | None:
    """The typed text as an answer to that ask, if it is a question that it fits."""
    return ask.ask.read(text) if isinstance(ask.ask, Question) else None


def _questions_for(session: Session, by: Person, text: str) -> list[OpenAsk]:
    return [a for a in session.open_asks if session.entitled(by, a.ask.deciders) and answer_in(a, text)]


def stop_requested(session: Session, fact: StopRequested) -> Session:
    """A Stop names its turn, so that a late one does not end the next."""
    named = session.turn is not None and fact.turn in (None, session.turn.at.turn)
    if not named:
        return session.tell(fact.place, fact.by, "That had already ended.")
    return _stop(session, fact.by, fact.place, "")


def _stop(session: Session, by: Person, place: Place, nothing: str) -> Session:
    if session.turn is None:
        return session.tell(place, by, nothing)
    return end_turn(session, f"stopped by {by}", "stopped", by)


def continue_requested(session: Session, fact: ContinueRequested) -> Session:
    """Whoever asks for it opens a turn of their own; its calls are asked afresh."""
    if session.turn:
        return session.tell(fact.place, fact.by, "I am already on it.")
    if session.last is None or session.last.turn != fact.turn or not session.last.resumes:
        return session.tell(fact.place, fact.by, "The conversation has moved on since then.")
    return open_turn(listen(session, fact.by), fact.by, fact.place)
