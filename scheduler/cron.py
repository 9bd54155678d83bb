"""When is it next? Cron expressions in a time zone, by APScheduler's triggers.

Each local time comes once: where clocks are set back, the first of the two; where they are set forward, a time that is
left out comes as much later as the clocks jump. APScheduler's triggers double the one and lose the other, so they are
asked on a clock that is never set, and what they say is read in the zone. Cron's weekdays are numbered from Sunday,
APScheduler's from Monday: they are passed on by name.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import islice, pairwise, takewhile
from zoneinfo import ZoneInfo

from apscheduler.triggers.base import BaseTrigger
from apscheduler.triggers.combining import OrTrigger
from apscheduler.triggers.cron import CronTrigger

from harness.tools.schedules import Cron
from harness.workspace.hours import no_zone, zone_named

DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
LONGEST = 500
"""Characters of a cron expression: each of its items costs time whenever it is looked at. All sixty minutes, each by
itself, are 169.
"""
FIELDS = ("minute", "hour", "day", "month", "weekday")
MOST_SET = timedelta(hours=3)
"""Clocks are set by an hour, in places by half of one; by two at most in this century."""
_JUST_AFTER = timedelta(microseconds=1)
_A_YEAR = datetime(2024, 1, 1, tzinfo=UTC)
"""One of all days, in which is looked for times that are close to each other."""
_LOOKED = 600
"""Times of it that are looked at: two days of what comes every five minutes."""


class NotRecurring(ValueError):
    """It says no time. The message says why, for people."""


def next_after(cron: Cron, now: float) -> float | None:
    """The first time of it after `now`, both in seconds since the epoch; None if there is none. Raises NotRecurring."""
    zone, found = zone_of(cron.zone), None
    local = datetime.fromtimestamp(now, zone).replace(tzinfo=None, fold=0)
    for wall in _walls(_trigger(cron.expression), local - MOST_SET):
        at = wall.replace(tzinfo=zone).timestamp()
        if found is not None and at > found + MOST_SET.total_seconds():
            break
        if at > now and (found is None or at < found):
            found = at
    return found


def apart(cron: Cron) -> float:
    """The fewest seconds between two of its times. Raises NotRecurring."""
    begin = _A_YEAR.replace(tzinfo=None)
    walls = takewhile(lambda wall: wall < begin + timedelta(days=366), _walls(_trigger(cron.expression), begin))
    gaps = (later - earlier for earlier, later in pairwise(islice(walls, _LOOKED)))
    return min(gaps, default=timedelta.max).total_seconds()


def _walls(trigger: BaseTrigger, after: datetime) -> Iterator[datetime]:
    """The local times that it means, in the order of the calendar."""
    moment: datetime | None = after.replace(tzinfo=UTC)
    while moment is not None:
        moment = trigger.get_next_fire_time(None, moment + _JUST_AFTER)
        if moment is not None:
            yield moment.replace(tzinfo=None)


@lru_cache(maxsize=256)
def _trigger(cron: str) -> BaseTrigger:
    if len(cron) > LONGEST:
        raise NotRecurring(f"a cron expression has at most {LONGEST} characters, and this has {len(cron):,}")
    fields = cron.split()
    if len(fields) != len(FIELDS):
        raise NotRecurring(f"{cron} is no cron expression: it has five fields, {' '.join(FIELDS)}")
    minute, hour, day, month, weekday = fields
    given = {"minute": minute, "hour": hour, "month": month, "timezone": UTC}
    weekdays = ",".join(_weekdays(cron, weekday))
    try:
        if day == "*" or weekday == "*":
            return CronTrigger(day=day, day_of_week=weekdays, **given)
        # Either of both, where both are given: crontab(5). A day that never comes, as 30 February, is not looked for
        # each time anew: that would take most of a second.
        by_day, by_weekday = CronTrigger(day=day, **given), CronTrigger(day_of_week=weekdays, **given)
        comes = by_day.get_next_fire_time(None, _A_YEAR) is not None
        return OrTrigger([by_day, by_weekday]) if comes else by_weekday
    except (ValueError, TypeError):
        raise NotRecurring(_wrong_field(cron, dict(zip(FIELDS[:4], fields, strict=False)))) from None


@lru_cache(maxsize=64)
def zone_of(name: str) -> ZoneInfo:
    """By its IANA name. Raises NotRecurring."""
    zone = zone_named(name)
    if zone is None:
        raise NotRecurring(no_zone(name))
    return zone


def _wrong_field(cron: str, fields: Mapping[str, str]) -> str:
    """Which of them means no time."""
    for name, field in fields.items():
        try:
            CronTrigger(**{name: field}, timezone=UTC)
        except (ValueError, TypeError):
            return f"{cron} is no cron expression: {field} is no {name}"
    return f"{cron} is no cron expression"


def _weekdays(cron: str, field: str) -> Iterator[str]:
    """By name, one by one: a range may go over the end of somebody's week. Raises NotRecurring."""
    try:
        yield from _named(field)
    except ValueError:
        names = ", ".join(DAYS)
        raise NotRecurring(f"{cron} is no cron expression: {field} is no weekday (0-7, or {names})") from None


def _named(field: str) -> Iterator[str]:
    """Raises ValueError."""
    if field == "*":
        yield "*"
        return
    for part in field.casefold().split(","):
        span, _, step = part.partition("/")
        first, dash, last = ("0", "-", "6") if span == "*" else span.partition("-")
        begin = _weekday(first)
        end = _weekday(last) if dash else (6 if step else begin)
        if end < begin:
            end += 7
        for number in range(begin, end + 1, int(step or 1)):
            yield DAYS[number % 7]


def _weekday(name: str) -> int:
    if name in DAYS:
        return DAYS.index(name)
    number = int(name)
    if not 0 <= number <= 7:
        raise ValueError(f"there is no weekday {number}")
    return number
