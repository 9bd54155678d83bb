"""The emulator's clock: real time that a test may move forward."""

import time
from collections.abc import Callable


class Clock:
    """Calling it returns seconds since the epoch. `advance` moves it; whoever listens is told.

    `Clock()` runs with real time; `Clock(source=lambda: 1_700_000_000.0)` stands still until moved.
    """

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self._ahead = 0.0
        self._listeners: list[Callable[[], None]] = []

    def __call__(self) -> float:
        return self._source() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds
        for listener in self._listeners:
            listener()

    def on_advance(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)
