"""Who is told that a lock is lost."""

from threading import Event

from adapters.storage.lock import LockLost

WITHIN = 30.0
"""Seconds until a test gives up."""


class Told:
    """Waits for what a lock tells."""

    def __init__(self) -> None:
        self.why: list[LockLost] = []
        self._lost, self._ended = Event(), Event()

    def lost(self, why: LockLost) -> None:
        self.why.append(why)
        self._lost.set()

    def end(self) -> None:
        self._ended.set()

    def waits(self) -> str:
        """Until it is lost, and the process would be ended."""
        assert self._lost.wait(WITHIN)
        assert self._ended.wait(WITHIN)
        [why] = self.why
        return str(why)
