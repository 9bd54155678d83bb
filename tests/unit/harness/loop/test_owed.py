"""What is owed is tried again where there is reason to believe that it may arrive now."""

import asyncio

from harness.loop.owed import retry_owed
from harness.sessions import facts as f
from harness.sessions.index import ThreadSummary
from tests.fakes.journal import MemoryJournal
from tests.laws.colleague import BOB, CHANNEL, DM
from tests.unit.harness.loop.test_intake import Woken


def test_only_those_who_owe_something_there_are_woken() -> None:
    async def main() -> list[list[str]]:
        journal, engine = MemoryJournal(lambda: 0.0), Woken()
        for thread, place, owes in (("here", CHANNEL, "is_archived"), ("there", DM, "down"), ("well", CHANNEL, "")):
            await journal.append(thread, [f.Renamed(BOB, place, "x")])
            listing = ThreadSummary(place=place, title="x", at=0.0, waits=True, people=frozenset(), owes=owes)
            assert await journal.rest(thread, 1, (await journal.take(thread)).generation, None, listing)
        await retry_owed(journal, journal.index, engine, CHANNEL)
        first = list(engine.threads)
        await retry_owed(journal, journal.index, engine)
        assert [row.fact for row in await journal.read("here")][1:] == [f.PostsDue(place=CHANNEL), f.PostsDue()]
        assert len(await journal.read("well")) == 1
        return [first, engine.threads[len(first) :]]

    assert asyncio.run(main()) == [["here"], ["here", "there"]]
