"""A place points to one thread of its team, and what that holds is read whatever is at work."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from harness.loop.refusals import NotAdmitted
from harness.loop.thread_reader import ThreadReader
from harness.sessions import facts as f
from harness.sessions.journal import ALL, Unreadable
from harness.sessions.threads import ThreadNames
from tests.fakes.journal import MemoryJournal
from tests.laws.colleague import BOB, CHANNEL

SAID = f.MessageReceived(BOB, CHANNEL, "deploy it", "m1")
MINE, THEIRS = ThreadNames(CHANNEL.team, plain=False), ThreadNames("T9", plain=False)


class Odd(MemoryJournal):
    """Of which one thread cannot be read."""

    odd = ""

    async def read(
        self, thread: str, after: int = 0, *, generation: int | None = None, most: int = ALL
    ) -> Sequence[f.Row]:
        if thread == self.odd:
            raise Unreadable("row 1 of it is odd")
        return await super().read(thread, after, generation=generation, most=most)


def test_a_place_points_to_its_own_thread_or_to_one_of_its_team_that_it_was_bound_to() -> None:
    async def act() -> None:
        journal = MemoryJournal(lambda: 0.0)
        reader = ThreadReader(journal, journal, journal.index, MINE)
        assert await reader.thread(CHANNEL) == MINE.of(CHANNEL)
        ours = MINE.called("another")
        journal.index.bind(CHANNEL, ours)
        assert await reader.thread(CHANNEL) == ours
        journal.index.bind(CHANNEL, THEIRS.called("another"))
        assert await reader.thread(CHANNEL) == MINE.of(CHANNEL)
        assert await ThreadReader(journal, journal).thread(CHANNEL) == ThreadNames().of(CHANNEL)

    asyncio.run(act())


def test_what_was_taken_is_known_by_its_key_in_threads_of_the_team() -> None:
    async def act() -> None:
        journal = MemoryJournal(lambda: 0.0)
        reader = ThreadReader(journal, journal, journal.index, MINE)
        await journal.append(MINE.of(CHANNEL), [SAID], key="ours")
        await journal.append(THEIRS.of(replace(CHANNEL, team="T9")), [SAID], key="theirs")
        assert await reader.holder("ours") == MINE.of(CHANNEL)
        assert [await reader.heard(key) for key in ("ours", "theirs", "nobody's")] == [True, False, False]

    asyncio.run(act())


def test_a_session_is_read_as_it_is_now_and_one_that_cannot_be_harms_no_other() -> None:
    async def act() -> None:
        journal = Odd(lambda: 0.0)
        reader = ThreadReader(journal, journal, journal.index)
        assert not await reader.begun("a")
        for thread in ("a", "b"):
            await journal.append(thread, [SAID])
        assert await reader.begun("a")
        assert (await reader.session("a")).turn
        journal.odd = "a"
        with pytest.raises(NotAdmitted, match="I can't read this conversation"):
            await reader.session("a")
        assert list(await reader.sessions(["a", "b"])) == ["b"]

    asyncio.run(act())
