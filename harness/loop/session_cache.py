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
        self._kept: OrderedDict[str, CachedSession] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, thread: str, warm: CachedSession) -> None:
        self._kept.pop(thread, None)
        self._kept[thread] = warm
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        asyncio.get_running_loop().call_later(self._seconds, self._forget, thread, warm)

    def take(self, thread: str) -> CachedSession | None:
        """What is kept of that thread; the one who takes it may change the window."""
        return self._kept.pop(thread, None)

    def _forget(self, thread: str, warm: CachedSession) -> None:
        if self._kept.get(thread) is warm:
            del self._kept[thread]
