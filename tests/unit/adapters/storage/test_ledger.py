"""The ledger in the database; what all that keeps one promises is in tests/contracts."""

import asyncio
import sqlite3
from pathlib import Path

from adapters.storage.journal import SqlJournal
from harness.chat.people import Place
from harness.sessions import facts as f
from harness.sessions.counting import counted
from harness.sessions.ledger import LedgerEntry, Spender
from harness.sessions.usage import Usage
from harness.tools.calls import At

BOB = Spender("slack:T1:U2", Place("slack", "T1", "C1", "1.2"), "openai/small")


def test_many_steps_of_a_thread_are_one_row_and_are_found_by_their_day(tmp_path: Path) -> None:
    file = tmp_path / "deskmate.db"

    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{file}", lambda: 0.0) as journal:
            for day in ("2026-11-28", "2026-11-29"):
                for step in range(1, 200):
                    fact = f.ModelReplied(At(1 if day < "2026-11-29" else 2, step), 0, "x", usage=Usage(10, 1, 0.25))
                    await journal.append("t", [fact], spent=LedgerEntry(counted(fact), BOB, day))
            sums = await journal.ledger.sums("2026-11-29", "2026-11-01", BOB.person, BOB.channel)
            assert (sums["all", "day"].cost, sums["all", "month"].cost) == (199 * 0.25, 398 * 0.25)

    asyncio.run(story())
    with sqlite3.connect(file) as database:
        rows = database.execute("SELECT day, steps FROM ledger").fetchall()
        assert rows == [("2026-11-28", 199), ("2026-11-29", 199)]
        plan = "EXPLAIN QUERY PLAN SELECT SUM(cost) FROM ledger WHERE day >= '2026-11-01' AND day <= '2026-11-29'"
        assert "SEARCH ledger USING PRIMARY KEY (day>? AND day<?)" in str(database.execute(plan).fetchall())
