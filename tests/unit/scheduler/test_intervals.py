"""A heartbeat comes every so often, within its hours, whatever the clocks of whichever zone do."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.tools.schedules import Hours, Interval
from scheduler.cron import NotRecurring
from scheduler.intervals import next_after, within
from tests.unit.scheduler.test_cron import ZONES as TWENTY

BEGIN, END = (datetime(year, 1, 1, tzinfo=UTC).timestamp() for year in (2005, 2035))
ZONES = sorted(name for name in available_timezones() if "/" in name or name == "UTC")
HOURS = st.builds(Hours, st.integers(0, 1_439), st.integers(0, 1_440)).filter(lambda hours: hours.begin != hours.end)
EVERY = st.sampled_from([300.0, 1_800.0, 7_200.0, 18_000.0, 86_400.0]) | st.floats(60.0, 200_000.0)
moments = st.floats(BEGIN, END)
MINUTE = 60.0


def minute_in(zone: str, at: float) -> int:
    local = datetime.fromtimestamp(at, ZoneInfo(zone))
    return local.hour * 60 + local.minute


def at(zone: str, year: int, month: int, day: int, hour: int, minute: int = 0) -> float:
    return datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp()


def times(cadence: Interval, begin: float, end: float) -> list[float]:
    found, now = list[float](), begin
    while (now := next_after(cadence, now)) < end:
        found.append(now)
    return found


@given(st.sampled_from(ZONES), EVERY, HOURS | st.none(), moments, moments)
@settings(max_examples=500, deadline=None)
def test_the_next_time_is_to_come_and_within_the_hours(
    zone: str, every: float, hours: Hours | None, anchor: float, now: float
) -> None:
    following = next_after(Interval(every, hours, zone, anchor), now)
    assert following > now
    assert hours is None or hours.hold(minute_in(zone, following))
    assert following <= max(now, anchor) + every + 86_400 + 4 * 3_600, (
        "a time is made up for as soon as the hours begin"
    )


@given(st.sampled_from(ZONES), EVERY, HOURS | st.none(), moments, st.floats(0, 300_000), st.floats(0, 1))
@settings(max_examples=300, deadline=None)
def test_asking_later_gives_the_same_times(
    zone: str, every: float, hours: Hours | None, anchor: float, after: float, part: float
) -> None:
    """Whenever it is started again: nothing is shifted by that, left out or doubled."""
    cadence, now = Interval(every, hours, zone, anchor), anchor + after
    following = next_after(cadence, now)
    between = now + (following - now) * part
    if between < following:
        assert next_after(cadence, between) == following


@given(st.sampled_from(ZONES), HOURS, moments)
@settings(max_examples=300, deadline=None)
def test_the_hours_begin_at_the_first_minute_that_is_in_them(zone: str, hours: Hours, time: float) -> None:
    found = within(hours, zone, time)
    if hours.hold(minute_in(zone, time)):
        assert found == time
        return
    minute = time - time % MINUTE + MINUTE * bool(time % MINUTE)
    while not hours.hold(minute_in(zone, minute)):
        minute += MINUTE
    assert found == minute


@pytest.mark.parametrize("zone", TWENTY)
def test_a_year_of_every_two_hours_by_day(zone: str) -> None:
    """Against the days of a calendar: at each the hours begin with it, since the nights are made up for."""
    first, last = date(2026, 1, 1), date(2026, 12, 31)
    anchor = at(zone, 2025, 12, 31, 9)
    end = at(zone, 2026, 12, 31, 23)
    found = times(Interval(7_200.0, Hours(9 * 60, 18 * 60), zone, anchor), at(zone, 2026, 1, 1, 0), end)
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    for day in days:
        local = [datetime.fromtimestamp(one, ZoneInfo(zone)) for one in found]
        of_day = [one for one in local if one.date() == day]
        assert of_day[0].time() == time(9), day
        assert len(of_day) in (5, 6), day
        assert all(9 <= one.hour < 18 for one in of_day)


def test_the_pace_is_of_real_time_when_the_clocks_are_set() -> None:
    begin = at("Europe/Berlin", 2026, 3, 29, 0)
    found = times(Interval(3_600.0, None, "Europe/Berlin", begin), begin, begin + 4 * 3_600)
    assert [one - begin for one in found] == [3_600, 7_200, 10_800]
    assert [minute_in("Europe/Berlin", one) // 60 for one in found] == [1, 3, 4]


def test_the_end_of_the_hours_is_not_in_them_and_they_go_over_midnight() -> None:
    cadence = Interval(3_600.0, Hours(22 * 60, 6 * 60), "UTC", 0.0)
    found = times(cadence, 12 * 3_600.0, 36 * 3_600.0)
    assert [one / 3_600 % 24 for one in found] == [22, 23, 0, 1, 2, 3, 4, 5]


def test_before_it_begins_its_beginning_is_next() -> None:
    assert next_after(Interval(60.0, since=1_000.0), 10.0) == 1_000.0


@pytest.mark.parametrize("cadence", [Interval(60.0, Hours(0, 60), "Mars/Base"), Interval(0.0), Interval(1e-9)])
def test_what_is_no_cadence_is_said(cadence: Interval) -> None:
    with pytest.raises(NotRecurring):
        next_after(cadence, 1_800_000_000.0)
