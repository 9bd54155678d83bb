"""What happens often under load, in the log: one line a minute."""

import logging

from harness.loop.clock import Now

EVERY = 60.0
"""Seconds between two lines."""


class Tally:
    """The first is said at once, those of the next minute together with the first after it."""

    def __init__(self, log: logging.Logger, what: str, now: Now) -> None:
        """`what` happened to several, for a line like "17 statuses were not set"."""
        self._log, self._what, self._now = log, what, now
        self._count, self._said = 0, float("-inf")

    def add(self, why: object) -> None:
        self._count, now = self._count + 1, self._now()
        if now - self._said >= EVERY:
            self._log.info("%d %s: %s", self._count, self._what, str(why) or type(why).__name__)
            self._count, self._said = 0, now
