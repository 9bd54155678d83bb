"""A time at which the colleague asked to be woken, and what becomes of it when a turn of it fails."""

from dataclasses import dataclass

from harness.sessions.timer import Timer
from harness.tools.changes import PendingWakeup
from harness.tools.values import replace

LATE = 600.0
"""Seconds after its time from which a wakeup is told as late: the program was down, or it was paused."""
BACKOFF = (30.0, 60.0, 300.0, 900.0, 3600.0)
"""Seconds until a turn that failed is tried again: after the first time, the second, and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wakeup(Timer):
    """Its turn is told the note.

    Attributes:
        paused: it does not come until it goes on
        late: its time came while it was paused: that one is skipped
        tries: how many of its turns in a row failed
        came: the row at which it came during a turn, of which no reply has covered it yet; 0, if there is none
        allowed_by: who allowed what a mode lets through without asking to be let through in its turns too; nobody, if
            empty
    """

    at: float
    note: str
    paused: bool = False
    late: bool = False
    tries: int = 0
    came: int = 0
    allowed_by: str = ""

    def overdue(self, now: float) -> float | None:
        """When it was due, if that is LATE or more ago; one that is tried again has come before."""
        return self.at if not self.tries and now - self.at >= LATE else None

    @property
    def pending(self) -> PendingWakeup:
        """As tools are shown it."""
        return PendingWakeup(self.id, self.at, self.note, self.schedule, paused=self.paused)

    def pausing(self, paused: bool, now: float) -> "Wakeup":
        """What recurs and came while it was paused does not come for that once it goes on."""
        if self.paused == paused:
            return self
        return replace(self, paused=paused, late=not paused and self.recurs and self.due(now))

    def unheard(self, now: float) -> "Wakeup":
        """The turn during which it came has ended before it was heard: it comes again by itself, after a while."""
        return replace(self, at=now + BACKOFF[0]) if self.came else self

    def retried(self, now: float) -> "Wakeup | None":
        """Its turn has failed: it is tried again after a while, or when it comes again, whichever is sooner; None if it
        was tried often enough. What recurs is tried for ever.
        """
        if self.tries >= len(BACKOFF) and not self.recurs:
            return None
        later = now + BACKOFF[min(self.tries, len(BACKOFF) - 1)]
        return replace(self, tries=self.tries + 1, at=min(later, self.at) if self.recurs else later)
