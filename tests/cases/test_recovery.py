"""After a crash, and while the database does not answer."""

import asyncio
import re
import sqlite3
from pathlib import Path

from adapters.storage.journal import SqlJournal
from harness.chat.events import ButtonClicked
from harness.chat.people import Place
from harness.context.model import Reply, Request
from harness.loop.answering import taken
from harness.sessions import facts as f
from tests.cases.colleague import BOB, HERE, Clock, Colleague, Scripted, calls, play, token
from tests.unit.bot.doctor.findings import settings

WAITING = 600
WITHIN = 5.0
"""Seconds."""


def test_all_that_waits_after_a_crash_is_begun_within_seconds(tmp_path: Path):
    asked = list[float]()

    async def story() -> None:
        clock = Clock()

        def answers(request: Request) -> Reply:
            asked.append(clock.now)
            return Reply("well")

        bob = Colleague(tmp_path, Scripted(answers=answers), clock=clock)
        for number in range(WAITING):
            place = Place("slack", "T", f"C{number}", "1")
            said = f.MessageReceived(BOB, place, f"question {number}", f"m{number}")
            await bob.journal.append(await bob.thread(place), [said])
        began = clock.now
        bob.parts.engine.start()
        while clock.now < began + WITHIN:
            await bob.rests()
            await clock.advance(0.5)
        await bob.rests()
        await bob.ends()

    play(story)
    assert len(asked) == WAITING


def test_nothing_runs_of_which_somebody_was_told_that_it_was_not_recorded(tmp_path: Path):
    mine, files = settings(tmp_path), tmp_path / "files"
    mine.data_dir.mkdir()
    files.mkdir()

    async def story() -> None:
        clock = Clock()
        with SqlJournal.open(mine.database_url, clock) as journal:
            bob = Colleague(
                files,
                Scripted(calls(("write_file", '{"file_path": "/a.md", "content": "x"}'))),
                journal=journal,
                clock=clock,
            )
            await bob.says("write it")
            approve = token(await bob.thread(), "1.1.0#1", "approve")
            assert mine.sqlite_file
            with sqlite3.connect(mine.sqlite_file, isolation_level=None) as other:
                other.execute("BEGIN IMMEDIATE")
                click = ButtonClicked("b1", HERE, BOB, approve, "p1")
                told = await taken(bob.parts.intake.receive(click), given_up=0.05)
                other.execute("ROLLBACK")
            for _ in range(50):
                await bob.parts.engine.sweep()
                await bob.rests()
                await asyncio.sleep(0.01)
            await bob.ends()
            ran = (files / "a.md").exists()
            assert told
            assert not (ran and re.search(r"not recorded|click again", told)), told

    play(story)
