"""A year of timers: however they are made, they fire as they did.

Where a firing is meant to be another from now on, `python -m tests.cases.year` writes the golden text anew, and its
diff says what changes.
"""

import asyncio
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.cases.product import WHY, Firing
from tests.cases.year import BERLIN, GOLDEN, LORD_HOWE, NEW_YORK, played, written


@pytest.fixture(scope="module")
def firings(tmp_path_factory: pytest.TempPathFactory) -> list[Firing]:
    return asyncio.run(played(tmp_path_factory.mktemp("files")))


def test_the_timers_of_a_year_fire_as_they_did(firings: list[Firing]):
    golden = GOLDEN.read_text(encoding="utf-8").splitlines()

    assert "\n".join(written(firings)).splitlines() == golden


def test_it_is_a_year_in_which_all_comes_that_may(firings: list[Firing]):
    assert {firing.outcome for firing in firings} == {"fired", "joined", "skipped", "ended", "hand"}
    assert {firing.why for firing in firings} == set(WHY.values())
    assert len(firings) > 2_500
    assert any(firing.at - firing.planned > 5 * 86_400 for firing in firings), "the machine was off for long"


@pytest.mark.parametrize(
    ("place", "timer", "zone", "day", "local"),
    [
        ("berlin", "night", BERLIN, "2024-03-31", ["03:30+02:00"]),
        ("newyork", "owl", NEW_YORK, "2023-11-05", ["01:30-04:00"]),
        ("lordhowe", "surf", LORD_HOWE, "2023-10-01", ["02:45+11:00"]),
        ("lordhowe", "tide", LORD_HOWE, "2024-04-07", ["01:45+11:00"]),
    ],
)
def test_where_clocks_are_set_each_local_time_comes_once(
    firings: list[Firing], place: str, timer: str, zone: str, day: str, local: list[str]
):
    came = [
        datetime.fromtimestamp(one.at, ZoneInfo(zone)) for one in firings if (one.place, one.timer) == (place, timer)
    ]

    assert [at.isoformat(timespec="minutes")[11:] for at in came if f"{at:%Y-%m-%d}" == day] == local


def test_the_text_can_be_read_by_people():
    assert GOLDEN.stat().st_size < 50_000
    assert max(map(len, GOLDEN.read_text(encoding="utf-8").splitlines())) < 300
