"""What is going on, for those who watch: never journaled, and never in the way of the work."""

from typing import Protocol

from harness.sessions.facts import Row
from harness.sessions.session import Session
from harness.tools.calls import At


class Observer(Protocol):
    """Told in the order in which things happen; must not raise, and must not wait."""

    def woken(self, thread: str, session: Session) -> None:
        """An activation has taken the thread up, with the session as it found it."""

    def recalled(self, thread: str, before: Session, row: Row, after: Session) -> None:
        """A row that has come since the thread was at rest is part of what an activation will find: before `woken`."""

    def folded(self, thread: str, before: Session, row: Row, after: Session) -> None:
        """A row has become part of the session that is worked on. What it was woken with is not told again."""

    def started(self, thread: str, at: At) -> None:
        """The model is being called for `at`."""

    def said(self, thread: str, at: At, text: str, thinking: str) -> None:
        """All of the reply so far."""

    def output(self, thread: str, call: str, text: str) -> None:
        """Some more of what a running tool prints."""

    def rested(self, thread: str) -> None:
        """The activation has ended."""


class Unwatched:
    """Nobody watches. Whoever watches only some of it is made from this."""

    def woken(self, thread: str, session: Session) -> None:
        pass

    def recalled(self, thread: str, before: Session, row: Row, after: Session) -> None:
        pass

    def folded(self, thread: str, before: Session, row: Row, after: Session) -> None:
        pass

    def started(self, thread: str, at: At) -> None:
        pass

    def said(self, thread: str, at: At, text: str, thinking: str) -> None:
        pass

    def output(self, thread: str, call: str, text: str) -> None:
        pass

    def rested(self, thread: str) -> None:
        pass


class Together:
    """Several who watch: each is told everything."""

    def __init__(self, *observers: Observer) -> None:
        self._observers = observers

    def woken(self, thread: str, session: Session) -> None:
        for observer in self._observers:
            observer.woken(thread, session)

    def recalled(self, thread: str, before: Session, row: Row, after: Session) -> None:
        for observer in self._observers:
            observer.recalled(thread, before, row, after)

    def folded(self, thread: str, before: Session, row: Row, after: Session) -> None:
        for observer in self._observers:
            observer.folded(thread, before, row, after)

    def started(self, thread: str, at: At) -> None:
        for observer in self._observers:
            observer.started(thread, at)

    def said(self, thread: str, at: At, text: str, thinking: str) -> None:
        for observer in self._observers:
            observer.said(thread, at, text, thinking)

    def output(self, thread: str, call: str, text: str) -> None:
        for observer in self._observers:
            observer.output(thread, call, text)

    def rested(self, thread: str) -> None:
        for observer in self._observers:
            observer.rested(thread)
