"""Time is passed in: nothing below `bot` reads a clock of its own (the lint forbids it)."""

import asyncio
from collections.abc import Awaitable, Callable

from harness.loop.clock import Now, Sleep


def test_a_clock_is_anything_that_tells_seconds() -> None:
    moments = iter([1.0, 2.0])
    now: Now = moments.__next__
    assert (now(), now()) == (1.0, 2.0)
    assert Now == Callable[[], float]


def test_a_pause_is_anything_that_can_be_awaited_for_seconds() -> None:
    waited: list[float] = []

    async def at_once(seconds: float) -> None:
        waited.append(seconds)

    sleep: Sleep = at_once
    asyncio.run(sleep(3.0))  # type: ignore[arg-type]  # an awaitable is all that is asked for
    assert waited == [3.0]
    assert Sleep == Callable[[float], Awaitable[None]]
