"""How far everything was heard, on both databases."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from adapters.storage.journal import SqlJournal
from adapters.storage.marks import _BEGINS
from tests.postgres import Postgres


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_mark_is_the_last_that_was_noted_and_outlives_the_process(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    postgres: Postgres | None = request.getfixturevalue("postgres") if kind == "postgres" else None
    url = postgres.database() if postgres else f"sqlite:///{tmp_path / 'marks.db'}"

    async def noted() -> None:
        with SqlJournal.open(url, lambda: 0.0) as journal:
            assert not await journal.marks.below("discord:1:")
            for name, mark in (("discord:1:", "5"), ("discord:1:7", "6"), ("discord:12:", "8"), ("discord:1:", "9")):
                await journal.marks.note(name, mark)

    async def read() -> None:
        with SqlJournal.open(url, lambda: 0.0) as journal:
            assert await journal.marks.below("discord:1:") == {"discord:1:": "9", "discord:1:7": "6"}
            assert not await journal.marks.below("discord:_")

    asyncio.run(noted())
    asyncio.run(read())


def test_they_are_found_by_the_index(tmp_path: Path):
    with SqlJournal.open(f"sqlite:///{tmp_path / 'marks.db'}", lambda: 0.0):
        pass
    with closing(sqlite3.connect(tmp_path / "marks.db")) as database:
        explained = f"EXPLAIN QUERY PLAN SELECT name, mark FROM marks WHERE {_BEGINS['sqlite']}"  # noqa: S608
        [(*_, plan)] = database.execute(explained, {"name": "a:", "after": "a;"}).fetchall()
    assert plan.startswith("SEARCH marks USING INDEX")
