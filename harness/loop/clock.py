"""The port to time: what time it is, and waiting."""

from collections.abc import Awaitable, Callable

Now = Callable[[], float]
"""Seconds since the epoch. Passed in, so that a test can say what time it is."""
Sleep = Callable[[float], Awaitable[None]]
"""Waits for so many seconds. Passed in, so that no test need wait."""
