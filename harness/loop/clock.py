"""The port to the time of day."""

from collections.abc import Callable

Now = Callable[[], float]
"""Seconds since the epoch. Passed in, so that a test can say what time it is."""
