"""How long an ask waits for an answer."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

WEEKEND = (5, 6)
"""Saturday and Sunday, as `datetime.weekday` counts."""


@dataclass(frozen=True, slots=True)
class WorkingDays:
    """Days from Monday to Friday, in UTC: what is asked before a weekend is not gone after it."""

    count: int


Patience = float | WorkingDays | None
"""In seconds, or in working days; None is for ever."""
USUAL = WorkingDays(3)


def expires(now: float, patience: Patience) -> float | None:
    """When what is asked at `now` expires (both in seconds since the epoch): on a working day, at the same time of
    day; None for never.
    """
    if not isinstance(patience, WorkingDays):
        return None if patience is None else now + patience
    moment, left = datetime.fromtimestamp(now, UTC), patience.count
    while left:
        moment += timedelta(days=1)
        left -= moment.weekday() not in WEEKEND
    return moment.timestamp()
