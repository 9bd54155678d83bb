"""A Monday morning, on which every story begins."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

MORNING = datetime(2026, 11, 30, 9, 0, 5, tzinfo=UTC).timestamp()


def morning() -> Callable[[], float]:
    """A clock that goes on from there: what is told by the minute is the same each time."""
    begun = time.monotonic()
    return lambda: MORNING + time.monotonic() - begun


def by_the_minute(now: Callable[[], float]) -> Callable[[], float]:
    """The same for a platform that makes ids of its time, so that those are the same each time, too."""
    return lambda: now() // 60 * 60
