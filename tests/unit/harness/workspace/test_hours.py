from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from harness.approvals.hours import WorkingTime
from harness.workspace.hours import working_time
from tests.unit.harness.workspace.reading import given_of

OFFICE = WorkingTime(frozenset(range(5)), 9 * 60, 18 * 60, ZoneInfo("Europe/Berlin"))


def test_days_hours_and_a_zone() -> None:
    assert working_time(given_of("{days: mon-fri, hours: 9-18, zone: Europe/Berlin}")) == OFFICE
    assert working_time(given_of("{}")) == WorkingTime(frozenset(range(5)), 0, 24 * 60, UTC)


@pytest.mark.parametrize(
    ("text", "days"), [("sat", {5}), ("mon, wed, sat", {0, 2, 5}), ("Sun-Thu", {6, 0, 1, 2, 3}), ("mon-mon", {0})]
)
def test_days_are_named_alone_or_from_one_to_another(text: str, days: set[int]) -> None:
    assert working_time(given_of(f'{{days: "{text}"}}')).days == days


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("9:30-17:05", (570, 1025)), ("22-6", (1320, 360)), ("0-24", (0, 1440)), ("8 - 12", (480, 720))],
)
def test_hours_may_have_minutes_and_go_over_midnight(text: str, minutes: tuple[int, int]) -> None:
    found = working_time(given_of(f'{{hours: "{text}"}}'))
    assert (found.begin, found.end) == minutes


@pytest.mark.parametrize(
    ("text", "key", "right"),
    [
        ("{days: monday}", "days", "like mon-fri or mon,wed,sat"),
        ("{days: mon-}", "days", "like mon-fri or mon,wed,sat"),
        ("{hours: 9}", "hours", "must be text"),
        ('{hours: "9"}', "hours", "like 9-18, 9:30-17:00 or 22-6"),
        ("{hours: 9-9}", "hours", "like 9-18"),
        ("{hours: 9-25}", "hours", "like 9-18"),
        ("{hours: 24-3}", "hours", "like 9-18"),
        ("{hours: 9-24:01}", "hours", "like 9-18"),
        ("{hours: 9:60-12}", "hours", "like 9-18"),
        ("{zone: Berlin}", "zone", "there is no time zone Berlin: names are like Europe/Berlin or UTC"),
        ("{zone: ../etc/passwd}", "zone", "there is no time zone"),
        ("{hour: 9-18}", "hour", "did you mean hours"),
    ],
)
def test_what_is_none_is_named_with_what_would_be_right(text: str, key: str, right: str) -> None:
    value = given_of(text)
    assert working_time(value) == WorkingTime()
    [problem] = value.problems
    assert problem.key == f"here.{key}"
    assert right in problem.message
