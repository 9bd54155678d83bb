"""When is it next? Every so often, counted from a moment on, within hours of the day.

The moment is kept, so that restarts shift nothing. It is counted in real time: setting the clocks shifts the hours, not
the pace. A time that falls outside of the hours comes when they begin, once for all that did.
"""

from datetime import UTC, datetime
from math import ceil, floor

from harness.tools.schedules import Hours, Interval
from scheduler.cron import MOST_SET, NotRecurring, zone_of

MINUTE, DAY = 60, 1_440


def next_after(interval: Interval, now: float) -> float:
    """The first time of it after `now`, both in seconds since the epoch; always later, and within its hours. Raises
    NotRecurring.
    """
    if interval.every <= 0:
        raise NotRecurring("there must be some time between two times")
    count = max(floor((now - interval.since) / interval.every) - 1, 0)  # a quotient is rounded, up too
    for number in range(count, count + 4):
        time = interval.since + number * interval.every
        at = within(interval.hours, interval.zone, time) if interval.hours else time
        if at > now:
            return at
    raise NotRecurring("there must be more time between two times")


def within(hours: Hours, zone: str, time: float) -> float:
    """The time itself, or else the first after it that is within the hours. Raises NotRecurring."""
    clock = zone_of(zone)

    def minute(at: float) -> int:
        local = datetime.fromtimestamp(at, UTC).astimezone(clock)
        return local.hour * 60 + local.minute

    if hours.hold(minute(time)):
        return time
    begins = ceil(time / MINUTE) * MINUTE
    if not hours.hold(minute(begins)):  # skips what is surely outside of them, however the clocks are set
        ahead = (hours.begin - minute(begins)) % DAY * MINUTE - MOST_SET.total_seconds()
        begins += max(0, int(ahead) // MINUTE * MINUTE)
    while not hours.hold(minute(begins)):
        begins += MINUTE
    return float(begins)
