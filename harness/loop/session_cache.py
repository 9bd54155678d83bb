"""Sessions that rested a moment ago, kept warm: a conversation that goes on need not be read again at every message.

Nothing can go stale: a journal only grows, so what was folded up to a position stays true, whoever appends after it.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from harness.context.window import Window
from harness.sessions.session import Session

SECONDS = 60.0
"""How long a session that rests is kept. After that it holds no memory, however long it waits."""
MOST = 16
"""How many are kept at once, the latest ones."""


@dataclass(frozen=True, slots=True)
class CachedSession:
    """A session and its window, both at `session.head`; `saved` is the position of its last snapshot."""

    session: Session
    window: Window
    saved: int


class SessionCache:
    """Of one process. Within the event loop."""

    def __init__(self, seconds: float = SECONDS, most: int = MOST) -> None:
        self._seconds, self._most = seconds, most
        self._kept: OrderedDict[str, tuple[CachedSession, float]] = OrderedDict()
        """With the time until which each is kept, the next to go first."""
        self._timer: asyncio.TimerHandle | None = None
        """One for all: a timer of each would hold what it is to forget until then, however many are kept."""

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, thread: str, warm: CachedSession) -> None:
        self._kept.pop(thread, None)
        self._kept[thread] = warm, asyncio.get_running_loop().time() + self._seconds
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        if self._timer is None:
            self._forget()

    def take(self, thread: str) -> CachedSession | None:
        """What is kept of that thread; the one who takes it may change the window."""
        kept = self._kept.pop(thread, None)
        return kept[0] if kept else None

    def _forget(self) -> None:
        """What has been kept long enough; and again, when the next has."""
        loop = asyncio.get_running_loop()
        while self._kept and next(iter(self._kept.values()))[1] <= loop.time():
            self._kept.popitem(last=False)
        until = next(iter(self._kept.values()))[1] if self._kept else None
        self._timer = loop.call_at(until, self._forget) if until is not None else None
