"""Notes in the database; what all that keeps notes promises is in tests/contracts."""

import asyncio
import sqlite3
from pathlib import Path

from adapters.storage.journal import SqlJournal
from harness.chat.people import Person, Place
from harness.context.notes import Note, NoteLayer
from harness.sessions import facts as f
from harness.tools.calls import Quoted

HERE = Place("slack", "T1", "C1", "1.0")
OPS = NoteLayer("place", "slack:T1:C1")


def test_nothing_is_left_of_what_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "deskmate.db"

    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{file}", lambda: 0.0) as journal:
            said = [Quoted("t", "m1"), Quoted("t", "m2")]
            for id in ("one", "two"):
                await journal.notes.write(Note(id, OPS, "the door code is 4711", by="slack:T1:U1"), said)
            for id, earlier in (("three", "one"), ("four", "three")):
                await journal.notes.write(Note(id, OPS, "no code", by="slack:T1:U1"), instead=earlier, among=[OPS])
            await journal.notes.forget("two")
            for id, earlier in (("six", "five"), ("eight", "seven")):
                await journal.notes.write(Note(earlier, OPS, "no code", by="slack:T1:U1"), [Quoted("t", "m3")])
                await journal.notes.write(Note(id, OPS, "no", by="slack:T1:U1"), said, instead=earlier, among=[OPS])
            await journal.notes.forget("six")
            await journal.notes.void("t", "m2")

    asyncio.run(story())
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT id, replaced_by FROM notes").fetchall() == [("three", "four"), ("four", None)]
        assert database.execute("SELECT count(*) FROM noted_messages").fetchall() == [(0,)]


def test_with_a_thread_goes_what_was_replaced_from_there(tmp_path: Path) -> None:
    file, said = tmp_path / "deskmate.db", f.MessageReceived(Person("slack", "T1", "U1", "Ana"), HERE, "one", "m1")

    async def story() -> None:
        with SqlJournal.open(f"sqlite:///{file}", lambda: 0.0) as journal:
            await journal.append("t", [said])
            code = Note("one", OPS, "the door code is 4711", by="slack:T1:U1", thread="other")
            await journal.notes.write(code, [Quoted("other", "m1")])
            later = Note("two", OPS, "no code", by="slack:T1:U1", thread="t")
            await journal.notes.write(later, instead="one", among=[OPS])
            assert await journal.erase("t", 1, by=said.by, instead={})

    asyncio.run(story())
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT id FROM notes").fetchall() == []
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
