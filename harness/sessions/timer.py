"""What wakes a session by itself: what wakeups and heartbeats have in common."""

from dataclasses import dataclass
from typing import Self

from harness.chat.people import Person, Place
from harness.sessions.reasons import SkipReason
from harness.tools.schedules import Once, Schedule
from harness.tools.values import replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A time for which the session waits, once or again and again.

    Attributes:
        id: tells it from the others of its thread
        schedule: when it comes, as it is now
        by: on behalf of whom
        place: where the turn is at work that it opens
        at: when it comes next, in seconds since the epoch; None until that is worked out
        skipped: how often its time came and was skipped
        why: for what reason the last time; None, if it never was
    """

    id: str
    schedule: Schedule
    by: Person
    place: Place
    at: float | None = None
    skipped: int = 0
    why: SkipReason | None = None

    @property
    def recurs(self) -> bool:
        return not isinstance(self.schedule, Once)

    def skipping(self, why: SkipReason) -> Self:
        """Its time has come for nothing."""
        return replace(self, skipped=self.skipped + 1, why=why)

    def due(self, now: float) -> bool:
        """Has its time come?"""
        return self.at is not None and self.at <= now
