"""What `deskmate usage` prints; that the command does is in tests/flows/test_budgets."""

import asyncio
import json
from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from adapters.storage.journal import SqlJournal
from bot.settings import Settings, read
from bot.usage import Clock, clock, usage
from harness.commands.usage import Span
from harness.sessions.ledger import Axis
from harness.sessions.usage import Usage
from tests.contracts.ledger import ANA, ANA_HERE, BOB_HERE, entry, replied

NOON = 1_795_953_600.0
"""Sunday, 2026-11-29."""


@pytest.fixture
def database(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'deskmate.db'}"

    async def spend() -> None:
        with SqlJournal.open(url, lambda: NOON) as journal:
            for step, by, day in (
                (1, BOB_HERE, "2026-11-29"),
                (2, BOB_HERE, "2026-11-28"),
                (3, ANA_HERE, "2026-11-02"),
            ):
                fact = replied(step, Usage(1_000, 10, 0.25, 600))
                await journal.append("t", [fact], spent=entry(fact, by, day))
            assert await journal.erase("t", 3, by=ANA, instead={})

    asyncio.run(spend())
    return url


def said(database: str, span: Span = "today", by: Axis | None = None, as_json: bool = False, zone: str = "") -> str:
    with SqlJournal.open(database, lambda: NOON) as journal:
        return asyncio.run(usage(journal, span, by, Clock(ZoneInfo(zone) if zone else UTC), NOON, as_json))


def test_today_is_one_line(database: str) -> None:
    assert said(database) == "2026-11-29 (UTC): 1,000 tokens in (600 cached), 10 out, $0.25, in 1 request"


def test_a_month_is_told_from_its_first_day_on_and_apart_by_what_is_asked(database: str) -> None:
    assert said(database, "month", "person").splitlines() == [
        "2026-11-01 to 2026-11-29 (UTC): 3,000 tokens in (1,800 cached), 30 out, $0.75, in 3 requests",
        f"{BOB_HERE.person}: 2,000 tokens in (1,200 cached), 20 out, $0.50, in 2 requests",
        f"{ANA_HERE.person}: 1,000 tokens in (600 cached), 10 out, $0.25, in 1 request",
    ]


def test_a_thread_that_is_gone_has_no_name(database: str) -> None:
    assert said(database, "week", "thread").splitlines()[1].startswith("(deleted): 2,000 tokens in")


def test_as_json_it_says_of_which_days_and_by_whose_clocks(database: str) -> None:
    told = json.loads(said(database, "week", "model", as_json=True, zone="Europe/Berlin"))
    assert (told["from"], told["to"], told["by"]) == ("2026-11-23", "2026-11-29", "model")
    assert told["zone"] == "Europe/Berlin"
    [model] = told["sums"]
    spent = {"input_tokens": 2_000, "output_tokens": 20, "cached_tokens": 1_200, "cost": 0.5, "requests": 2}
    assert model == {"name": "openai/small", **spent}
    assert told["total"] == spent


def test_where_nothing_was_used_it_says_so(tmp_path: Path) -> None:
    assert said(f"sqlite:///{tmp_path / 'new.db'}") == "2026-11-29 (UTC): Nothing was used."


def settings(tmp_path: Path, **zones: str) -> Settings:
    """Of a workspace for each team, with that zone; without a name, of one alone."""
    for team, zone in zones.items():
        (tmp_path / team).mkdir()
        (tmp_path / team / "workspace.yaml").write_text(f"working_time: {{zone: {zone}}}" if zone else "name: A")
    (tmp_path / "teams.yaml").write_text(f"teams: {{{', '.join(f'{team}: {team}' for team in zones)}}}")
    return read({}, str(tmp_path))


def test_days_are_counted_by_the_clocks_of_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "workspace.yaml").write_text("working_time: {zone: Europe/Berlin}")
    assert str(clock(read({}, str(tmp_path)), {})) == "Europe/Berlin"


def test_those_of_several_teams_are_said_where_they_are_not_the_same(tmp_path: Path, database: str) -> None:
    found = clock(settings(tmp_path, T1="Europe/Berlin", T2=""), {})
    assert found == Clock(UTC, {"T1": "Europe/Berlin", "T2": "UTC"})
    with SqlJournal.open(database, lambda: NOON) as journal:
        told = asyncio.run(usage(journal, "today", None, found, NOON, False))
        as_json = json.loads(asyncio.run(usage(journal, "today", None, found, NOON, True)))
    assert told.startswith("2026-11-29 (UTC; each team's days are by its own clock: Europe/Berlin, UTC): 1,000 tokens")
    assert (as_json["zone"], as_json["zones"]) == ("UTC", {"T1": "Europe/Berlin", "T2": "UTC"})


def test_several_teams_with_the_same_clocks_have_these(tmp_path: Path) -> None:
    assert str(clock(settings(tmp_path, T1="Europe/Berlin", T2="Europe/Berlin"), {})) == "Europe/Berlin"


def test_where_the_workspace_cannot_be_read_it_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "workspace.yaml").write_text("working_time: 9-18")
    assert clock(read({}, str(tmp_path)), {}) == Clock(UTC)
    assert "days are counted in UTC, since the workspace cannot be read" in capsys.readouterr().err
