from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness.approvals.deciders import Deciders
from harness.approvals.hours import MINUTES, WorkCalendar, WorkingTime, latest
from tests.laws.colleague import ANA, BOB, CYD

BERLIN = ZoneInfo("Europe/Berlin")
OFFICE = WorkingTime(begin=9 * 60, end=18 * 60, zone=BERLIN)
NIGHT = WorkingTime(begin=22 * 60, end=6 * 60, zone=BERLIN)
ZONES: list[tzinfo] = [
    UTC, BERLIN, *map(ZoneInfo, ("America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia")),
]  # fmt: skip
MOMENTS = st.floats(0, 4_000_000_000)
TIMES = st.builds(
    WorkingTime,
    st.frozensets(st.integers(0, 6), min_size=1),
    st.integers(0, MINUTES - 1),
    st.integers(1, MINUTES),
    st.sampled_from(ZONES),
).filter(lambda time: time.begin != time.end)


def berlin(wall: str) -> float:
    return datetime.fromisoformat(wall).replace(tzinfo=BERLIN).timestamp()


@pytest.mark.parametrize(
    ("time", "now", "then"),
    [
        (OFFICE, "2026-11-27T08:59", "2026-11-27T09:00"),
        (OFFICE, "2026-11-27T12:00", "2026-11-27T12:00"),
        (OFFICE, "2026-11-27T18:00", "2026-11-30T09:00"),  # the end is exclusive, and it is Friday
        (NIGHT, "2026-11-28T05:59", "2026-11-28T05:59"),  # the night that began on Friday
        (NIGHT, "2026-11-28T06:00", "2026-11-30T22:00"),
        (OFFICE, "2026-10-25T02:30", "2026-10-26T09:00"),
    ],
)
def test_somebody_is_reached_while_they_work(time: WorkingTime, now: str, then: str) -> None:
    assert time.within(berlin(now)) == berlin(then)


@pytest.mark.parametrize(
    ("now", "days", "then"),
    [
        ("2026-11-27T12:00", 1, "2026-11-30T12:00"),
        ("2026-11-27T20:00", 1, "2026-12-01T09:00"),
        ("2026-03-26T12:00", 3, "2026-03-31T12:00"),  # clocks are set on Sunday
    ],
)
def test_a_working_day_ends_at_the_same_time_of_the_next(now: str, days: int, then: str) -> None:
    assert OFFICE.after(berlin(now), days) == berlin(then)


@example(WorkingTime(frozenset({6}), 120, 121, BERLIN), 2_247_699_660.0)
@given(TIMES, MOMENTS)
def test_it_is_the_first_moment_at_which_they_work(time: WorkingTime, now: float) -> None:
    then = time.within(now)
    assert then >= now
    assert _works(time, then)
    assert then == now or not any(_works(time, now + (then - now) * part / 7) for part in range(7))


@given(TIMES, MOMENTS, st.integers(1, 20))
def test_it_takes_as_many_days_and_ends_while_they_work(time: WorkingTime, now: float, days: int) -> None:
    begins, gone = time.within(now), time.after(now, days)
    assert gone > begins
    assert _works(time, gone) or _works(time, gone - 60)
    assert time.after(now, days + 1) > gone


def _works(time: WorkingTime, now: float) -> bool:
    """By looking at the clock on their wall."""
    wall = datetime.fromtimestamp(now, time.zone)
    minute, day = wall.hour * 60 + wall.minute, wall.weekday()
    if time.begin < time.end:
        return day in time.days and time.begin <= minute < time.end
    yesterday = (wall.replace(tzinfo=None) - timedelta(days=1)).weekday()
    return (day in time.days and minute >= time.begin) or (yesterday in time.days and minute < time.end)


def test_of_those_who_may_decide_some_have_hours_of_their_own() -> None:
    deciders = Deciders(frozenset({"lead"}))
    lead = replace(ANA, roles=frozenset({"lead"}))
    calendar = WorkCalendar(OFFICE, (lead, replace(CYD, roles=frozenset())), {ANA.id: NIGHT})
    assert calendar.of(deciders) == (NIGHT, OFFICE)
    assert calendar.of(deciders, ANA) == (NIGHT,)
    assert calendar.of(replace(deciders, requester=False)) == (NIGHT,)
    assert calendar.of(replace(deciders, not_authors=True), BOB) == (NIGHT,)
    assert WorkCalendar(None, (lead,)).of(deciders, BOB) == ()


def test_people_are_reached_as_soon_as_one_of_them_works_and_at_once_if_nobody_said_when() -> None:
    deciders, noon = Deciders(frozenset({"lead"})), berlin("2026-11-27T12:00")
    calendar = WorkCalendar(OFFICE, (replace(ANA, roles=frozenset({"lead"})),), {ANA.id: NIGHT})
    assert calendar.reach(noon, deciders, BOB) == noon
    assert calendar.reach(noon, deciders, ANA) == berlin("2026-11-27T22:00")
    assert WorkCalendar().reach(noon, deciders, BOB) == noon


def test_beyond_the_calendar_everybody_works() -> None:
    assert latest(1e300, 3, [OFFICE]) == 1e300
