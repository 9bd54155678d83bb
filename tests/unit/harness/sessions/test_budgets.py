"""Days and months by a zone's clocks, and how much of a budget is spent."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from harness.sessions.budgets import (
    Account,
    Budget,
    Share,
    SpentBudget,
    anew,
    day_of,
    first_of,
    level,
    monday_of,
    month_of,
)
from harness.sessions.usage import Usage

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def test_a_day_is_one_of_the_zones_clocks() -> None:
    evening = at("2026-11-29T23:30")
    assert day_of(evening, UTC) == "2026-11-29"
    assert day_of(evening, BERLIN) == "2026-11-30"


def test_a_day_belongs_to_a_month_and_to_a_week_that_begins_on_monday() -> None:
    assert (month_of("2026-11-29"), first_of("2026-11-29")) == ("2026-11", "2026-11-01")
    assert [monday_of(day) for day in ("2026-11-29", "2026-11-30")] == ["2026-11-23", "2026-11-30"]


@pytest.mark.parametrize(
    ("day", "period", "begins"),
    [
        ("2026-11-29", "day", "2026-11-29T23:00"),
        ("2026-10-24", "day", "2026-10-24T22:00"),
        ("2026-10-25", "day", "2026-10-25T23:00"),
        ("2026-11-30", "month", "2026-11-30T23:00"),
        ("2026-12-31", "month", "2026-12-31T23:00"),
        ("2028-02-01", "month", "2028-02-29T23:00"),
        ("2026-12-31", "day", "2026-12-31T23:00"),
    ],
)
def test_it_begins_anew_at_midnight_also_where_clocks_are_set(day: str, period: str, begins: str) -> None:
    assert anew(day, period, BERLIN) == at(begins)  # type: ignore[arg-type]  # as the parameters have it


@pytest.mark.parametrize(
    ("cost", "reached"), [(0.0, 0), (0.99, 0), (1.0, 50), (1.59, 50), (1.6, 80), (1.99, 80), (2.0, 100), (9.0, 100)]
)
def test_it_is_reached_by_dollars(cost: float, reached: int) -> None:
    assert level(Budget("all", "day", cost=2.0), Usage(cost=cost)) == (reached, "cost")


def test_or_by_tokens_whichever_is_first() -> None:
    both = Budget("all", "day", cost=2.0, tokens=100)
    assert level(both, Usage(80, 20, 0.0)) == (100, "tokens")
    assert level(both, Usage(10, 0, 1.0)) == (50, "cost")


def test_what_is_told_of_it_is_of_this_very_budget() -> None:
    def share(cost: float, reached: int, since: str = "2026-11-29") -> str:
        return Share(SpentBudget(Account("", "all", "", since), 0.0, cost=cost), Usage(), reached, True).id

    assert len({share(2.0, 50), share(3.0, 50), share(2.0, 80), share(2.0, 50, "2026-11")}) == 4
    assert Account("", "all", "", "2026-11").period == "month"
