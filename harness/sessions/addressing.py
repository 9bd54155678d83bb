"""To whom people speak: which words open a turn, and which are only heard."""

from harness.chat.people import Person
from harness.sessions.facts import MessageReceived
from harness.sessions.inbox import Speaker
from harness.sessions.session import Session
from harness.tools.values import replace

QUIET = 900.0
"""Seconds without a word after which somebody counts as gone."""


def to_us(session: Session, fact: MessageReceived) -> bool:
    """Is it meant for us? What is not addressed is, where it may be and nobody but its author talks with us."""
    return fact.addressed or (fact.perhaps and between_two(session, fact.by))


def between_two(session: Session, by: Person) -> bool:
    """Has nobody else spoken since our last reply, nor in the last quarter of an hour?"""
    return not any(_present(session, speaker) for speaker in session.inbox.speakers if speaker.id not in by.ids)


def spoke(session: Session, by: Person) -> Session:
    """`by` has spoken at the current row; whoever is gone is forgotten."""
    others = tuple(s for s in session.inbox.speakers if s.id not in by.ids and _present(session, s))
    return replace(session, inbox=replace(session.inbox, speakers=(*others, Speaker(by.id, session.now))))


def _present(session: Session, speaker: Speaker) -> bool:
    return speaker.at > session.inbox.replied or session.now - speaker.at < QUIET
