"""Hours that pass in seconds: time moves on when everything has come to rest that goes on in the meantime."""

import asyncio
import heapq
import itertools
import selectors
from collections.abc import Callable

STRETCH = 10.0
"""Seconds that pass at once where nobody is to wake in between."""
QUIET = 0.001
"""Seconds in which nothing happens in an event loop that is at rest: longer than a commit takes in another thread."""


class _Selector(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Callable[[], None]] = []
        """To be called at the next rest."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if not self.asked or (timeout is not None and timeout <= QUIET):
            return super().select(timeout)
        events = super().select(QUIET)
        if not events:
            asked, self.asked = self.asked, []
            for each in asked:
                each()
        return events


class Timer:
    """Of what happens later, unless it is cancelled."""

    def __init__(self, over: "asyncio.Future[None]") -> None:
        self._over = over

    def cancel(self) -> None:
        self._over.cancel()


class Hours:
    """A clock, with an event loop of its own in which sockets, threads and timers are real. Calling it gives seconds;
    `sleep` waits by it. It stands still but for `passes`.
    """

    def __init__(self, begins: float = 1_800_000_000.0, moved: Callable[[], None] = lambda: None) -> None:
        self._selector = _Selector()
        self.loop: asyncio.AbstractEventLoop = asyncio.SelectorEventLoop(self._selector)
        self.now, self.moved = begins, moved
        self._number = itertools.count()
        self._due: list[tuple[float, int, asyncio.Future[None]]] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        over = self.loop.create_future()
        heapq.heappush(self._due, (self.now + max(seconds, 0.0), next(self._number), over))
        await over

    def later(self, seconds: float, what: Callable[[], None]) -> Timer:
        over = self.loop.create_future()
        heapq.heappush(self._due, (self.now + max(seconds, 0.0), next(self._number), over))
        over.add_done_callback(lambda done: None if done.cancelled() else what())
        return Timer(over)

    async def passes(self, seconds: float) -> None:
        """From one moment at which somebody wakes to the next, each once everything is at rest. A commit may take
        longer than QUIET, where the disk is slow or all cores are busy: who was not asleep yet misses a STRETCH then.
        """
        end = self.now + seconds
        await self.rests()
        while (left := end - self.now) > 0:
            await self._passes(min(left, STRETCH))

    async def _passes(self, seconds: float) -> None:
        end = self.now + seconds
        while self._due and self._due[0][0] <= end:
            at, _, over = heapq.heappop(self._due)
            if over.done():
                continue
            self._to(at)
            over.set_result(None)
            await self.rests()
        self._to(end)
        await self.rests()

    async def rests(self) -> None:
        """Until nothing goes on that would not wait for the clock, or for real time."""
        quiet = self.loop.create_future()

        def told() -> None:
            self.loop.call_soon(quiet.set_result, None)

        self._selector.asked.append(told)
        await quiet

    def _to(self, at: float) -> None:
        if at > self.now:
            self.now = at
            self.moved()
