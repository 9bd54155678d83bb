from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.patience import USUAL, WEEKEND, WorkingDays, expires


def at(day: str) -> float:
    return datetime.fromisoformat(f"{day}T14:02:00+00:00").timestamp()


@pytest.mark.parametrize(
    ("asked", "gone"),
    [
        ("2026-11-23", "2026-11-26"),  # Monday, Thursday
        ("2026-11-26", "2026-12-01"),  # Thursday, Tuesday
        ("2026-11-28", "2026-12-02"),  # Saturday, Wednesday
    ],
)
def test_three_working_days_leave_out_the_weekend(asked: str, gone: str) -> None:
    assert expires(at(asked), USUAL) == at(gone)


def test_seconds_are_seconds_and_none_is_never() -> None:
    assert expires(100.0, 60.0) == 160.0
    assert expires(100.0, None) is None


@given(st.floats(0, 4_000_000_000), st.integers(1, 60))
def test_it_is_a_working_day_and_never_too_soon(now: float, days: int) -> None:
    gone = expires(now, WorkingDays(days))
    assert gone is not None
    assert datetime.fromtimestamp(gone, UTC).weekday() not in WEEKEND
    assert days * 86_400 - 1 <= gone - now <= (days + 2 * (days // 5 + 1)) * 86_400 + 1
