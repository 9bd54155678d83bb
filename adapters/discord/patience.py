"""How long what cannot be done now is tried again."""

from collections.abc import Iterator
from itertools import chain, repeat

WAITS = (0.5, 1.0, 2.0, 5.0, 15.0, 30.0)
"""Seconds between tries to commit what people said, or to read it."""


def patience() -> Iterator[float]:
    """Seconds between one try and the next: for hours."""
    return chain(WAITS, repeat(WAITS[-1], 1_000))
