"""What a thread leaves behind in the tables: that it was there, and nothing that was said in it."""

import asyncio
from pathlib import Path

from sqlalchemy import inspect, text

from adapters.storage.database import Database
from adapters.storage.erasing import OF_A_THREAD
from adapters.storage.journal import SqlJournal
from tests.contracts.journal import ANA, HERE, said
from tests.contracts.journal import snapshot as taken
from tests.contracts.said import change, message
from tests.laws.privacy import everything_in

KEPT = {"keys", "bindings", "ledger"}
"""What has come before comes in vain, its places point elsewhere, and what it used stays without its name."""


def test_every_table_that_knows_threads_is_rid_of_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'deskmate.db'}"

    async def scene(journal: SqlJournal) -> None:
        await journal.append("t", [said("the code is 4711")], key="m1")
        claim = await journal.take("t")
        await journal.save("t", claim.generation, taken(1, "the code is 4711"))
        assert await journal.erase("t", 1, by=ANA, instead={"other": HERE})

    with SqlJournal.open(url, lambda: 0.0) as journal:
        asyncio.run(scene(journal))
    with Database(url).engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        for table in tables:
            rows = connection.execute(text(f'SELECT * FROM "{table}"')).all()  # noqa: S608
            assert "4711" not in str(rows), table
        of_threads = {
            table for table in tables if "thread" in {one["name"] for one in inspect(connection).get_columns(table)}
        }
    assert of_threads - KEPT == set(OF_A_THREAD), "a table of threads that deletion does not know"


def test_words_of_messages_that_were_deleted_before_their_thread_was_are_gone(tmp_path: Path) -> None:
    async def scene(journal: SqlJournal) -> None:
        await journal.append("t", [said("the code is 4711"), said("well")])
        await journal.said.take("t", 0, 1, change(message("the code is word4711", thread="t")))
        await journal.said.take("t", 1, 2, change(gone=["m1"]))
        assert await journal.erase("t", 2, by=ANA, instead={})

    with SqlJournal.open(f"sqlite:///{tmp_path / 'deskmate.db'}", lambda: 0.0) as journal:
        asyncio.run(scene(journal))
    assert "word4711" not in everything_in(tmp_path / "deskmate.db")
