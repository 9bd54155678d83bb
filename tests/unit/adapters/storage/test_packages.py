"""What turns have run with, on both databases."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.storage.journal import SqlJournal
from harness.context.layers import Layer
from harness.context.packages import NotAPackage
from tests.fakes.packages import package
from tests.postgres import Postgres


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_package_comes_back_by_its_checksum_or_how_that_begins_and_texts_are_kept_once(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    postgres: Postgres | None = request.getfixturevalue("postgres") if kind == "postgres" else None
    url = postgres.database() if postgres else f"sqlite:///{tmp_path / 'packages.db'}"
    plan = package(mode="plan", tools=({"type": "function", "function": {"name": "ls"}},))
    build = replace(package(), layers=(*package().layers, Layer("workspace", "Use “tabs”.\n")))

    async def kept() -> None:
        with SqlJournal.open(url, lambda: 0.0) as journal:
            await asyncio.gather(*(journal.packages.keep(one) for one in (plan, build) * 5))

    async def read() -> None:
        with SqlJournal.open(url, lambda: 0.0) as journal:
            for one in (plan, build):
                for checksum in (one.checksum, one.checksum[:8]):
                    found = await journal.packages.load(checksum)
                    assert found
                    assert (found.checksum, found.system.encoded) == (one.checksum, one.system.encoded)
                    assert found.tools == one.tools
            assert await journal.packages.load("") is None, "both begin so"
            assert await journal.packages.load("no such") is None
            assert sorted(await journal.packages.named("")) == sorted((plan.checksum, build.checksum))
            assert await journal.packages.named("no such") == []

    asyncio.run(kept())
    asyncio.run(read())


@pytest.mark.parametrize("spoil", ["UPDATE packages SET body = '{\"model\": 7}'", "DELETE FROM package_parts"])
def test_what_is_no_package_of_this_release_is_told_apart_from_none(spoil: str, tmp_path: Path) -> None:
    file = tmp_path / "packages.db"

    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{file}", lambda: 0.0) as journal:
            await journal.packages.keep(package())
            with sqlite3.connect(file) as database:
                database.execute(spoil)
            with pytest.raises(NotAPackage, match="this release cannot read"):
                await journal.packages.load(package().checksum)

    asyncio.run(story())
