"""What is going on, for those who watch: never journaled, and never in the way of the work."""

from typing import Protocol

from harness.sessions.facts import Row
from harness.sessions.session import Session
from harness.tools.calls import At


class Observer(Protocol):
    """Told in the order in which things happen; must not raise, and must not wait."""

    def woken(self, thread: str, session: Session) -> None:
        """An activation has taken the thread up, with the session as it found it."""

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
    """Nobody watches."""

    def woken(self, thread: str, session: Session) -> None:
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
