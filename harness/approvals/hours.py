"""When people work. Pure: the data of time zones is passed in."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta, tzinfo
from itertools import islice

from harness.approvals.deciders import Deciders
from harness.chat.people import Person

MINUTES = 24 * 60
WEEKDAYS = frozenset(range(5))
"""Monday to Friday, as `datetime.weekday` counts."""


@dataclass(frozen=True, slots=True)
class WorkingTime:
    """On `days`, as `datetime.weekday` counts, from the minute `begin` of the day to the minute `end`, exclusive, on
    the clocks of a `zone`; into the next day, where it ends before it begins.
    """

    days: frozenset[int] = WEEKDAYS
    begin: int = 0
    end: int = MINUTES
    zone: tzinfo = UTC

    def within(self, now: float) -> float:
        """The first moment from `now` on (both in seconds since the epoch) at which they work."""
        begin, _ = next(self._shifts(now))
        return max(now, begin)

    def after(self, now: float, days: int) -> float:
        """When they will have worked for so many `days` (1 or more), counted from `now` or from when they begin: at the
        same time of a working day.
        """
        first, *_, (begin, end) = islice(self._shifts(now), days + 1)
        return min(begin + max(now - first[0], 0.0), end)

    def _shifts(self, now: float) -> Iterator[tuple[float, float]]:
        """Beginnings and ends, in order, from the one that is not over at `now`."""
        try:
            day = datetime.fromtimestamp(now, self.zone).date() - timedelta(days=1)
            while True:
                begin, end = self._at(day.toordinal(), self.begin), self._at(day.toordinal(), self._over)
                if day.weekday() in self.days and begin < end and now < end:  # some are skipped by the clocks
                    yield begin, end
                day += timedelta(days=1)
        except (OverflowError, ValueError):  # beyond the calendar
            while True:
                yield now, now

    @property
    def _over(self) -> int:
        return self.end if self.end > self.begin else self.end + MINUTES

    def _at(self, day: int, minute: int) -> float:
        days, minute = divmod(minute, MINUTES)
        wall = datetime.combine(datetime.fromordinal(day + days), time(*divmod(minute, 60)))
        return _moment(wall, self.zone)


def _moment(wall: datetime, zone: tzinfo) -> float:
    """When clocks there show that, for the first time; where they are set past it, when they are."""
    first = wall.replace(tzinfo=zone).timestamp()
    if datetime.fromtimestamp(first, zone).replace(tzinfo=None) == wall:
        return first
    before, after = wall.replace(tzinfo=zone, fold=1).timestamp(), first
    while after - before > 1:  # the offset from UTC is another one from a whole second on
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, zone).replace(tzinfo=None) < wall:
            before = middle
        else:
            after = middle
    return after


@dataclass(frozen=True, slots=True)
class WorkCalendar:
    """When those work who may decide: by their own hours, or by those of everybody (`usual`, None if nobody said), who
    are the `people` that the workspace names, and their `own` by id.
    """

    usual: WorkingTime | None = None
    people: tuple[Person, ...] = ()
    own: Mapping[str, WorkingTime] = field(default_factory=dict)

    def of(self, deciders: Deciders, requester: Person | None = None) -> tuple[WorkingTime, ...]:
        """Of all of them; nothing, if that is not known of any. Without `requester` it is not known who that is."""
        may = [person for person in self.people if deciders.held_by_any(person.roles)]
        may += deciders.people
        if deciders.requester and not deciders.not_authors and requester:
            may.append(requester)
        known = [self.own.get(person.id, self.usual) for person in may]
        if deciders.requester and requester is None:
            known.append(self.usual)
        return tuple(dict.fromkeys(time for time in known if time))

    def reach(self, now: float, deciders: Deciders, requester: Person) -> float:
        """The first moment from `now` on at which somebody is at work who may decide, as far as that is known."""
        return min((time.within(now) for time in self.of(deciders, requester)), default=now)


def latest(now: float, days: int, working: Iterable[WorkingTime]) -> float:
    """When everybody has worked for so many days; from Monday to Friday in UTC, if nothing is known of them."""
    return max(time.after(now, days) for time in (tuple(working) or (WorkingTime(),)))
