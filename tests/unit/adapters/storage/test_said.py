"""What was said, in the database; what every index of it promises is in tests/contracts."""

import asyncio
import sqlite3
from pathlib import Path

from adapters.storage.journal import SqlJournal
from harness.chat.people import Person, Place
from harness.context.said import IndexChange, IndexedMessage
from harness.sessions.facts import MessageReceived

OPS = Place("slack", "T1", "C1", "1.5")


def test_nothing_is_left_of_what_was_deleted(tmp_path: Path) -> None:
    file = tmp_path / "deskmate.db"
    said = IndexedMessage("t", 1, 0.0, OPS, "the door code is 4711", message="m1")

    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{file}", lambda: 0.0) as journal:
            await journal.append("t", [MessageReceived(Person("slack", "T1", "U1"), OPS, "hello")] * 2)
            assert await journal.said.take("t", 0, 1, IndexChange(added=[said]))
            assert await journal.said.take("t", 1, 2, IndexChange(gone={"m1"}))

    asyncio.run(story())
    with sqlite3.connect(file) as database:
        for table in ("said", "said_words", "said_words_content"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]  # noqa: S608
        assert database.execute("SELECT * FROM said_through").fetchall() == [("t", 2)]


def test_a_step_writes_nothing_of_it(tmp_path: Path) -> None:
    file = tmp_path / "deskmate.db"

    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{file}", lambda: 0.0) as journal:
            await journal.append("t", [MessageReceived(Person("slack", "T1", "U1"), OPS, "hello")])

    asyncio.run(story())
    with sqlite3.connect(file) as database:
        for table in ("said", "said_words", "said_through"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]  # noqa: S608
