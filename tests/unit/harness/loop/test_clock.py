"""Time is passed in: nothing below `bot` reads a clock of its own (the lint forbids it)."""

from collections.abc import Callable

from harness.loop.clock import Now


def test_a_clock_is_anything_that_tells_seconds() -> None:
    moments = iter([1.0, 2.0])
    now: Now = moments.__next__
    assert (now(), now()) == (1.0, 2.0)
    assert Now == Callable[[], float]
