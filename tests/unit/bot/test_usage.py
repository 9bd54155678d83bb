"""What `deskmate usage` prints; that the command does is in tests/flows/test_budgets."""

import asyncio
import json
from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from adapters.storage.journal import SqlJournal
from bot.usage import usage
from harness.commands.usage import Span
from harness.sessions.ledger import Axis
from harness.sessions.usage import Usage
from tests.contracts.ledger import ANA_HERE, BOB_HERE, entry, replied

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
            await journal.ledger.forget_thread("t")

    asyncio.run(spend())
    return url


def said(database: str, span: Span = "today", by: Axis | None = None, as_json: bool = False, zone: str = "") -> str:
    with SqlJournal.open(database, lambda: NOON) as journal:
        return asyncio.run(usage(journal, span, by, ZoneInfo(zone) if zone else UTC, NOON, as_json))


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
    spent = {"input_tokens": 2_000, "output_tokens": 20, "cached_tokens": 1_200, "cost": 0.5, "steps": 2}
    assert model == {"name": "openai/small", **spent}
    assert told["total"] == spent


def test_where_nothing_was_used_it_says_so(tmp_path: Path) -> None:
    assert said(f"sqlite:///{tmp_path / 'new.db'}") == "2026-11-29 (UTC): Nothing was used."
