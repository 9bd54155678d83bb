from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.hours import WEEKDAYS, WorkingTime
from harness.approvals.patience import USUAL, WorkingDays, expires


def at(day: str, time: str = "14:02") -> float:
    return datetime.fromisoformat(f"{day}T{time}:00+00:00").timestamp()


@pytest.mark.parametrize(
    ("asked", "gone"),
    [
        (at("2026-11-23"), at("2026-11-26")),  # Monday, Thursday
        (at("2026-11-26"), at("2026-12-01")),  # Thursday, Tuesday
        (at("2026-11-28"), at("2026-12-03", "00:00")),  # Saturday: three whole days from Monday on
    ],
)
def test_three_working_days_leave_out_the_weekend(asked: float, gone: float) -> None:
    assert expires(asked, USUAL) == gone


def test_seconds_are_seconds_and_none_is_never() -> None:
    assert expires(100.0, 60.0) == 160.0
    assert expires(100.0, None) is None


def test_everybody_who_may_decide_has_so_many_days() -> None:
    registry = WorkingTime(begin=9 * 60, end=18 * 60)
    sundays = replace(registry, days=frozenset({6}))
    assert expires(at("2026-11-23"), WorkingDays(1), [registry]) == at("2026-11-24")
    assert expires(at("2026-11-23"), WorkingDays(1), [registry, sundays]) == at("2026-12-06", "09:00")


@given(st.floats(0, 4_000_000_000), st.integers(1, 60))
def test_it_is_a_working_day_and_never_too_soon(now: float, days: int) -> None:
    gone = expires(now, WorkingDays(days))
    assert gone is not None
    assert datetime.fromtimestamp(gone, UTC).weekday() in WEEKDAYS
    assert days * 86_400 - 1 <= gone - now <= (days + 2 * (days // 5 + 2)) * 86_400 + 1
