"""Time that a test moves."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

WITHIN = 60.0
"""Real seconds until something must have happened: far more than anything takes, even where all cores are busy."""


class Clock:
    """`sleep` ends when `advance` has come past its end; everything that can go on then has."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.slept = asyncio.Event()
        """Somebody has gone to sleep since the clock was moved."""
        self._sleepers: list[tuple[float, asyncio.Event]] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        over = asyncio.Event()
        self._sleepers.append((self.now + seconds, over))
        self.slept.set()
        await over.wait()

    async def advance(self, seconds: float) -> None:
        await settle()
        self.slept.clear()
        end = self.now + seconds
        while due := min(
            ((at, over) for at, over in self._sleepers if at <= end), key=lambda one: one[0], default=None
        ):
            self._sleepers.remove(due)
            self.now = max(self.now, due[0])
            due[1].set()
            await settle()
        self.now = end
        await settle()


class Passing:
    """Real time, of which a test has more pass at once: whoever sleeps by it has slept so much longer then."""

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source, self._passed = source, 0.0
        self._moved = asyncio.Event()

    def __call__(self) -> float:
        return self._source() + self._passed

    async def sleep(self, seconds: float) -> None:
        until = self() + seconds
        await asyncio.sleep(0)
        while (left := until - self()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._moved.wait()

    def passes(self, seconds: float) -> None:
        self._passed += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()


async def soon(seconds: float) -> None:
    """Sleeps fifty times as fast as it goes, by a clock that stays right: for what is waited for between tries."""
    await asyncio.sleep(seconds / 50)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)
