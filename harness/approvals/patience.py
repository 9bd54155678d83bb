"""How long an ask waits for an answer."""

from collections.abc import Iterable
from dataclasses import dataclass

from harness.approvals.hours import WorkingTime, latest


@dataclass(frozen=True, slots=True)
class WorkingDays:
    """Of those who may decide: what is asked before a weekend is not gone after it."""

    count: int


Patience = float | WorkingDays | None
"""In seconds, or in working days; None is for ever."""
USUAL = WorkingDays(3)


def expires(now: float, patience: Patience, working: Iterable[WorkingTime] = ()) -> float | None:
    """When what is asked at `now` expires (both in seconds since the epoch): while people work, and each has for so
    many days; None for never.
    """
    if not isinstance(patience, WorkingDays):
        return None if patience is None else now + patience
    return latest(now, patience.count, working)
