"""Large results in the database; what all that keeps them promises is in tests/contracts."""

import asyncio
import sqlite3
from pathlib import Path

from adapters.storage.journal import SqlJournal
from tests.contracts.results import begun


def test_a_call_that_ran_again_leaves_one(tmp_path: Path) -> None:
    file = tmp_path / "deskmate.db"

    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{file}", lambda: 0.0) as journal:
            await begun(journal, "t")
            for text in ("one", "two"):
                await journal.results.keep("t", "1.1.0.txt", text)

    asyncio.run(story())
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT * FROM results").fetchall() == [("t", "1.1.0.txt", "two", 3)]
