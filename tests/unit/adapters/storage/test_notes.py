"""Notes in the database; what all that keeps notes promises is in tests/contracts."""

import asyncio
import sqlite3
from pathlib import Path

from adapters.storage.journal import SqlJournal
from harness.context.notes import Note, NoteLayer
from harness.tools.calls import Quoted

OPS = NoteLayer("place", "slack:T1:C1")


def test_nothing_is_left_of_what_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "deskmate.db"

    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{file}", lambda: 0.0) as journal:
            said = [Quoted("t", "m1"), Quoted("t", "m2")]
            for id in ("one", "two"):
                await journal.notes.write(Note(id, OPS, "the door code is 4711", by="slack:T1:U1"), said)
            await journal.notes.write(Note("three", OPS, "no code", by="slack:T1:U1"), instead="one", among=[OPS])
            await journal.notes.forget("two")

    asyncio.run(story())
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT id FROM notes").fetchall() == [("three",)]
        assert database.execute("SELECT count(*) FROM noted_messages").fetchall() == [(0,)]


def test_ten_thousand_are_told_apart_by_whose_they_are(tmp_path: Path) -> None:
    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{tmp_path / 'deskmate.db'}", lambda: 0.0) as journal:
            for number in range(0, 10_000, 500):
                await asyncio.gather(
                    *(
                        journal.notes.write(
                            Note(f"n{n}", NoteLayer("person", f"slack:T1:U{n % 100}"), "tea", by="slack:T1:U1")
                        )
                        for n in range(number, number + 500)
                    )
                )
            assert len(await journal.notes.of([NoteLayer("person", "slack:T1:U7")])) == 100

    asyncio.run(story())
