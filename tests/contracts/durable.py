"""What a journal promises that outlives its process."""

import asyncio
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from harness.sessions.fold import fold
from harness.sessions.journal import Appended, JournalUnavailable
from tests.contracts.journal import run, said, snapshot, texts
from tests.contracts.storage import OnDatabase

ROOT = Path(__file__).parents[2]


class DurableContract:
    """Subclasses give the fixture `storage`, on a database."""

    def test_opened_again_everything_is_there(self, storage: OnDatabase):
        async def write() -> int:
            await storage.journal.append("t", [said("one"), said("two")], key="event-1")
            await storage.journal.append("u", [said("three")])
            generation = (await storage.journal.take("t")).generation
            await storage.journal.save("t", generation, snapshot(2))
            await storage.journal.rest("t", 2, generation, 5000.0)
            return generation

        async def read(generation: int) -> None:
            assert texts(await storage.journal.read("t", generation=generation)) == ["one", "two"]
            assert await storage.journal.load("t") == snapshot(2)
            assert await storage.journal.append("t", [said("one")], key="event-1") == Appended(2, ())
            assert await storage.journal.restless(storage.now) == ["u"]
            assert await storage.journal.restless(5000.0) == ["u", "t"]
            assert (await storage.journal.take("t")).generation == generation + 1

        generation = asyncio.run(write())
        storage.reopen()
        asyncio.run(read(generation))

    def test_two_processes_write_into_one_thread_without_a_gap(self, storage: OnDatabase):
        async def scene() -> None:
            both = (storage.journal, storage.another())

            appended = await asyncio.gather(
                *(both[i % 2].append(f"t{i % 3}", [said(str(i))], key=f"event-{i // 2}") for i in range(120))
            )

            assert len([a for a in appended if a.rows]) == 60, "keys are known to both"
            for number in range(3):
                rows = await both[0].read(f"t{number}")
                assert [row.position for row in rows] == list(range(1, len(rows) + 1))
                assert rows == await both[1].read(f"t{number}")

        run(scene())

    def test_a_process_killed_while_it_writes_leaves_a_whole_journal(self, storage: OnDatabase):
        acknowledged: dict[str, int] = {}
        with Popen(
            [sys.executable, "-m", "tests.contracts.writer", storage.url], cwd=ROOT, stdout=PIPE, text=True
        ) as writer:
            assert writer.stdout
            for _, line in zip(range(300), writer.stdout, strict=False):
                thread, head = line.split()
                acknowledged[thread] = int(head)
            writer.kill()
            for line in writer.stdout:  # what it said before it was gone
                if line.endswith("\n"):
                    thread, head = line.split()
                    acknowledged[thread] = int(head)
        assert len(acknowledged) > 1

        async def scene() -> None:
            for thread, head in acknowledged.items():
                rows = await storage.journal.read(thread)
                assert len(rows) >= head, "acknowledged means committed"
                assert [row.position for row in rows] == list(range(1, len(rows) + 1))
                assert texts(rows)[::2] == texts(rows)[1::2], "no append is there by half"
                assert fold(rows).head == len(rows)
                assert (await storage.journal.append(thread, [said("and on")])).head == len(rows) + 1

        run(scene())

    def test_a_closed_journal_says_so(self, storage: OnDatabase):
        storage.close()

        async def scene() -> None:
            with pytest.raises(JournalUnavailable, match="closed"):
                await storage.journal.append("t", [said("one")])
            with pytest.raises(JournalUnavailable, match="closed"):
                await storage.journal.read("t")

        run(scene())

    def test_closing_commits_what_was_handed_over(self, storage: OnDatabase):
        async def scene() -> None:
            appending = [asyncio.ensure_future(storage.journal.append("t", [said(str(i))])) for i in range(50)]
            await asyncio.sleep(0)
            storage.close()
            assert [a.head for a in await asyncio.gather(*appending)] == list(range(1, 51))

        run(scene())
        assert len(asyncio.run(storage.reopen().read("t"))) == 50
