"""Each local time comes once, in any zone, whatever its clocks do: against an enumeration of the days of a year."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.tools.schedules import Cron
from scheduler.cron import NotRecurring, apart, next_after

ZONES = (
    "UTC", "Europe/Berlin", "Europe/London", "Europe/Lisbon", "Europe/Dublin", "America/New_York",
    "America/Los_Angeles",
    "America/Sao_Paulo", "America/St_Johns", "America/Santiago", "Africa/Cairo", "Africa/Casablanca", "Asia/Kolkata",
    "Asia/Kathmandu", "Asia/Tokyo", "Asia/Beirut", "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland",
    "Pacific/Chatham",
)  # fmt: skip
YEAR = 2026
BEGIN = datetime(YEAR, 1, 1, tzinfo=UTC).timestamp()


def times(again: Cron, begin: float, end: float) -> list[float]:
    found, now = list[float](), begin
    while (following := next_after(again, now)) is not None and following < end:
        assert following > now
        found.append(following)
        now = following
    return found


def expected(
    zone: str, hours: list[int], minutes: list[int], weekdays: set[int], first: date, last: date
) -> list[float]:
    """Every wall time once; `weekdays` as cron numbers them. Python reads a time that is left out as if the clocks had
    not been set yet, and of two the first.
    """
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return sorted(
        {
            datetime.combine(day, time(hour, minute), ZoneInfo(zone)).timestamp()
            for day in days
            if day.isoweekday() % 7 in weekdays
            for hour in hours
            for minute in minutes
        }
    )


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize(
    ("cron", "hours", "minutes"),
    [
        ("30 2 * * *", [2], [30]),
        ("0 9 * * *", [9], [0]),
        ("15 0,1,3 * * *", [0, 1, 3], [15]),
        ("0 */6 * * *", [0, 6, 12, 18], [0]),
    ],
)
def test_a_year_has_each_local_time_once_a_day(zone: str, cron: str, hours: list[int], minutes: list[int]) -> None:
    first, last = date(YEAR, 1, 2), date(YEAR, 12, 30)
    every = expected(zone, hours, minutes, set(range(7)), first, last)
    begin = datetime.combine(first, time(), ZoneInfo(zone)).timestamp() - 1
    end = datetime.combine(last + timedelta(days=1), time(), ZoneInfo(zone)).timestamp()
    assert times(Cron(cron, zone), begin, end) == every


@given(
    st.sampled_from(ZONES),
    st.lists(st.integers(0, 23), min_size=1, max_size=3, unique=True),
    st.lists(st.integers(0, 59), min_size=1, max_size=3, unique=True),
    st.sets(st.integers(0, 6), min_size=1),
    st.integers(0, 330),
)
@settings(max_examples=100, deadline=None)
def test_any_times_on_any_weekdays_come_once(
    zone: str, hours: list[int], minutes: list[int], weekdays: set[int], day: int
) -> None:
    first = date(YEAR, 1, 1) + timedelta(days=day)
    last = first + timedelta(days=30)
    cron = f"{','.join(map(str, minutes))} {','.join(map(str, hours))} * * {','.join(map(str, sorted(weekdays)))}"
    begin = datetime.combine(first, time(), ZoneInfo(zone)).timestamp() - 1
    end = datetime.combine(last + timedelta(days=1), time(), ZoneInfo(zone)).timestamp()
    assert times(Cron(cron, zone), begin, end) == expected(zone, hours, minutes, weekdays, first, last)


@given(st.sampled_from(ZONES), st.floats(BEGIN, BEGIN + 366 * 86_400))
@settings(deadline=None)
def test_the_next_time_is_always_to_come(zone: str, now: float) -> None:
    following = next_after(Cron("*/20 * * * *", zone), now)
    assert following is not None
    assert now < following <= now + 2 * 3_600 + 1_200, "an hour that comes twice is passed over once"


@pytest.mark.parametrize(
    ("field", "days"),
    [("1", "Mon"), ("0", "Sun"), ("7", "Sun"), ("1-5", "Mon Tue Wed Thu Fri"), ("5-7", "Fri Sat Sun"),
     ("fri-mon", "Fri Sat Sun Mon"), ("*/2", "Sun Tue Thu Sat"), ("mon,WED", "Mon Wed")],
)  # fmt: skip
def test_weekdays_are_numbered_from_sunday(field: str, days: str) -> None:
    found = times(Cron(f"0 9 * * {field}", "UTC"), BEGIN, BEGIN + 7 * 86_400)
    assert {datetime.fromtimestamp(one, UTC).strftime("%a") for one in found} == set(days.split())


def test_of_a_day_and_a_weekday_either_will_do() -> None:
    found = times(Cron("0 9 13 * 5", "UTC"), BEGIN, BEGIN + 31 * 86_400)
    assert [datetime.fromtimestamp(one, UTC).day for one in found] == [2, 9, 13, 16, 23, 30]


def test_a_leap_day_is_waited_for() -> None:
    following = next_after(Cron("0 9 29 2 *", "UTC"), BEGIN)
    assert following == datetime(2028, 2, 29, 9, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("cron", "zone", "why"),
    [
        ("9 * * *", "UTC", "it has five fields"),
        ("0 25 * * *", "UTC", "is no cron expression: 25 is no hour"),
        ("x 9 * * *", "UTC", "x is no minute"),
        ("0 9 * 13 *", "UTC", "13 is no month"),
        ("0 9 32 * mon", "UTC", "32 is no day"),
        ("0 9 * * 1#1", "UTC", "1#1 is no weekday .0-7, or sun"),
        ("0 9 * * mon/0", "UTC", "mon/0 is no weekday"),
        ("0 9 * * ,", "UTC", ", is no weekday"),
        ("0" * 501, "UTC", "at most 500 characters"),
        ("0 9 * * 8", "UTC", "8 is no weekday"),
        ("0 9 * * funday", "UTC", "is no cron expression"),
        ("0 9 * * *", "Europe/Berlim", "there is no time zone Europe/Berlim"),
        ("0 9 * * *", "../etc/passwd", "there is no time zone"),
    ],
)
def test_what_says_no_time_is_refused(cron: str, zone: str, why: str) -> None:
    with pytest.raises(NotRecurring, match=why):
        next_after(Cron(cron, zone), BEGIN)


@pytest.mark.parametrize(
    ("again", "seconds"),
    [
        (Cron("0 9 * * *", "Europe/Berlin"), 86_400.0),
        (Cron("*/5 * * * *", "UTC"), 300.0),
        (Cron("0-59/20,59 9 * * mon", "UTC"), 1_140.0),
        (Cron("0,59 0,23 * * fri,sun,mon", "UTC"), 60.0),
    ],
)
def test_how_close_two_times_are_does_not_depend_on_when_it_is_asked(again: Cron, seconds: float) -> None:
    assert apart(again) == seconds


def test_what_comes_once_or_never_is_close_to_nothing() -> None:
    assert apart(Cron("0 9 29 2 *", "UTC")) > 86_400.0
    assert apart(Cron("0 9 30 2 *", "UTC")) > 86_400.0


def test_a_day_that_never_comes_is_looked_for_once() -> None:
    never, weekday = Cron("*/5 * 31 2,4,6,9,11 mon", "UTC"), Cron("*/5 * * 2,4,6,9,11 mon", "UTC")
    assert times(never, BEGIN, BEGIN + 45 * 86_400) == times(weekday, BEGIN, BEGIN + 45 * 86_400)
    assert apart(never) == 300.0
