"""A thread goes by its first words, until people name it, or a model after the first exchange, where one is to."""

from harness.sessions.counting import counted
from harness.sessions.facts import Renamed, TitleMade, TitleWanted
from harness.sessions.messages import called
from harness.sessions.notices import Titled
from harness.sessions.session import Session
from harness.tools.values import replace


def to_be_titled(session: Session) -> bool:
    """Is its first exchange over, and has nobody named it?"""
    answered = session.turn is None and session.last is not None and session.last.why is None
    return answered and session.turns == 1 and bool(session.opening and session.title) and not session.titled


def on_title_wanted(session: Session, fact: TitleWanted) -> Session:
    return replace(session, titled=True, titling=fact.model) if to_be_titled(session) else session


def on_title_made(session: Session, fact: TitleMade) -> Session:
    """It is of what was said first: where that was deleted meanwhile, or somebody has named it, it is of no use."""
    session = session.counting(counted(fact))
    if not session.titling:
        return session
    title = called(fact.title)
    return replace(session, titling="", title=title or session.title)


def on_renamed(session: Session, fact: Renamed) -> Session:
    title = called(fact.title)
    session = replace(session, title=title, opening="", titled=True, titling="") if title else session
    return session.tell(fact.place, fact.by, Titled(session.title))
