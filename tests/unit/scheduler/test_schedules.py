"""Whatever the schedule, the next time is to come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.tools.schedules import Cron, Interval, Once, Schedule
from scheduler.schedules import apart, next_after

moments = st.floats(0, 4_000_000_000)
SCHEDULES = (
    st.builds(Once, moments)
    | st.builds(Interval, st.floats(300, 10_000_000), since=moments)
    | st.builds(Cron, st.sampled_from(["0 9 * * mon-fri", "*/20 * * * *"]), st.just("Europe/Berlin"))
)


@given(SCHEDULES, moments)
def test_the_next_time_is_always_to_come(schedule: Schedule, now: float):
    following = next_after(schedule, now)
    assert following is None or following > now
    assert following is not None or isinstance(schedule, Once)


@pytest.mark.parametrize(("now", "following"), [(599.0, 600.0), (600.0, None)])
def test_what_comes_once_does_not_come_again(now: float, following: float | None):
    assert next_after(Once(600.0), now) == following


def test_how_close_two_times_are():
    assert apart(Interval(5_400.0, since=9.0)) == 5_400.0
    assert apart(Cron("*/5 * * * *", "UTC")) == 300.0
