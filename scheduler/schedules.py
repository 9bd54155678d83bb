"""When is it next? Of any schedule."""

from typing import assert_never

from harness.tools.schedules import Cron, Interval, Once, Recurring, Schedule
from scheduler import cron, intervals


def next_after(schedule: Schedule, now: float) -> float | None:
    """The first time of it after `now`, both in seconds since the epoch; None if there is none. Raises NotRecurring."""
    match schedule:
        case Once(at=at):
            return at if at > now else None
        case Cron():
            return cron.next_after(schedule, now)
        case Interval():
            return intervals.next_after(schedule, now)
        case _:
            assert_never(schedule)


def apart(schedule: Recurring) -> float:
    """The fewest seconds between two of its times. Raises NotRecurring."""
    return schedule.every if isinstance(schedule, Interval) else cron.apart(schedule)
