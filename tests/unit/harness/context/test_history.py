"""The index is brought up to what the journal says before it is asked, at no cost for a step."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

import pytest

from harness.chat.people import Place
from harness.context import history as module
from harness.context.history import ROOMS, Found, History, NoQuery
from harness.context.said import IndexChange
from harness.sessions import facts as f
from harness.sessions.journal import JournalUnavailable, Unreadable
from harness.sessions.threads import ThreadNames
from harness.tools.calls import At
from tests.fakes.journal import FailingJournal, MemoryJournal
from tests.laws.colleague import ANA, CHANNEL


class Kept:
    def __init__(self, journal: MemoryJournal | None = None, threads: ThreadNames | None = None) -> None:
        self.now = 0.0
        self.journal = journal or MemoryJournal(lambda: self.now)
        self.threads = threads or ThreadNames()
        self.history = self.another()

    def another(self) -> History:
        """As another process has it."""
        history = History()
        history.kept_in(self.journal, self.journal, self.journal.said, self.threads, lambda place, message: "")
        return history

    async def says(self, text: str, thread: str = "aa", place: Place = CHANNEL, message: str = "") -> None:
        self.now += 1.0
        await self.journal.append(thread, [f.MessageReceived(ANA, place, text, message or f"m{self.now}")])

    async def finds(self, query: str, thread: str = "") -> list[str]:
        return [said.text for said in (await self.found(query, thread=thread)).messages]

    async def found(self, query: str, sees: Iterable[Place] | None = None, thread: str = "") -> Found:
        async def may(room: Place) -> bool:
            return sees is None or room in sees

        return await self.history.find(query, may, thread)


def played(story: Callable[[Kept], Awaitable[object]], kept: Kept | None = None) -> None:
    async def main() -> None:
        await story(kept or Kept())

    asyncio.run(main())


async def turns() -> None:
    """Others have had theirs."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_a_search_finds_the_last_word() -> None:
    async def story(kept: Kept) -> None:
        for number in range(12):
            await kept.says(f"red {number}", "aa" if number % 2 else "bb")
        assert await kept.finds("red") == [f"red {number}" for number in range(11, 1, -1)]
        await kept.says("red at last")
        assert (await kept.finds("red"))[0] == "red at last"
        assert await kept.finds("red", thread="bb") == [f"red {number}" for number in (10, 8, 6, 4, 2, 0)]

    played(story)


def test_what_is_lost_is_made_anew() -> None:
    async def story(kept: Kept) -> None:
        await kept.says("red")
        assert await kept.finds("red") == ["red"]
        await kept.journal.said.forget()
        kept.history = kept.another()
        assert await kept.finds("red") == ["red"]

    played(story)


def test_rooms_are_asked_about_as_far_as_it_takes() -> None:
    async def story(kept: Kept) -> None:
        asked = list[str]()

        async def sees(room: Place) -> bool:
            asked.append(room.channel)
            return room.channel != "c1"

        for channel in ("c3", "c2", "c1"):
            for _ in range(10):
                await kept.says("red", channel, replace(CHANNEL, channel=channel))
        found = await kept.history.find("red", sees)
        assert asked == ["c1", "c2"]
        assert {said.place.channel for said in found.messages} == {"c2"}

    played(story)


def test_what_was_said_is_found_behind_many_rooms_that_nobody_here_may_be_told_of() -> None:
    async def story(kept: Kept) -> None:
        async def sees(room: Place) -> bool:
            return room.channel == "here"

        await kept.says("red", "here", replace(CHANNEL, channel="here"))
        for number in range(ROOMS + 5):
            await kept.says("red", f"c{number}", replace(CHANNEL, channel=f"c{number}"))
        found = await kept.history.find("red", sees)
        assert [said.place.channel for said in found.messages] == ["here"]

    played(story)


@pytest.mark.parametrize("query", ["", " \n", "?!", "🎉", "x" * 1_001, "word " * 2_000])
def test_what_cannot_be_looked_for_is_refused_with_what_would_be_right(query: str) -> None:
    with pytest.raises(NoQuery, match=r"name (a few words|one or more)"):
        played(lambda kept: kept.found(query))


def test_nothing_is_found_where_nothing_is_kept() -> None:
    async def sees(room: Place) -> bool:
        return True

    assert asyncio.run(History().find("red", sees)) == Found(())
    asyncio.run(History().catch_up())


def test_threads_of_another_team_are_not_found() -> None:
    async def story(kept: Kept) -> None:
        await kept.says("red one", "T1.aa")
        await kept.says("red two", "T2.aa")
        await kept.says("red plain", "aa")
        assert await kept.finds("red") == ["red one"]
        assert await kept.finds("red", thread="aa") == ["red one"]
        assert await kept.journal.said.indexed("T2.aa") == 0

    played(story, Kept(threads=ThreadNames("T1", plain=False)))


def test_a_search_reads_so_much_and_says_what_is_left_but_tells_nothing_that_may_be_outdated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(kept: Kept) -> None:
        for thread in ("aa", "bb", "cc"):
            await kept.says(f"red {thread}", thread, message=f"m-{thread}")
        assert len(await kept.finds("red")) == 3
        await kept.journal.append("cc", [f.MessageDeleted(ANA, CHANNEL, "m-cc")])
        for thread in ("aa", "bb"):
            await kept.says("blue", thread)
        monkeypatch.setattr(module, "ROWS", 1)
        found = await kept.found("red")
        assert {said.text for said in found.messages} == {"red aa", "red bb"}
        found = await kept.found("green")
        assert found.messages == ()

    played(story)


def test_it_is_brought_up_once_a_thread_has_come_to_rest() -> None:
    async def story(kept: Kept) -> None:
        await kept.says("old")
        keeping = asyncio.create_task(kept.history.keep_up())
        await turns()
        assert await kept.journal.said.indexed("aa") == 1
        await kept.says("new")
        await turns()
        assert await kept.journal.said.indexed("aa") == 1
        kept.history.rested("aa")
        await turns()
        assert await kept.journal.said.indexed("aa") == 2
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)

    played(story)


def test_a_storage_that_is_away_is_asked_again() -> None:
    async def story(kept: Kept) -> None:
        assert isinstance(kept.journal, FailingJournal)
        await kept.says("red")
        kept.journal.fails("read", JournalUnavailable("away"))
        await kept.history.catch_up()
        assert await kept.journal.said.indexed("aa") == 0
        await kept.history.catch_up()
        assert await kept.journal.said.indexed("aa") == 1

    played(story, Kept(FailingJournal(lambda: 0.0)))


def test_what_cannot_be_read_is_left_out_and_harms_no_other() -> None:
    async def story(kept: Kept) -> None:
        assert isinstance(kept.journal, FailingJournal)
        await kept.says("red aa", "aa")
        await kept.says("red bb", "bb")
        assert len(await kept.finds("red")) == 2
        await kept.says("more", "aa")
        kept.journal.fails("read", *[Unreadable("row 2")] * 3)
        found = await kept.found("red")
        assert [said.text for said in found.messages] == ["red bb"]
        assert found.left == 1

    played(story, Kept(FailingJournal(lambda: 0.0)))


def test_it_goes_on_where_the_index_is_also_without_its_warm_session() -> None:
    async def story(kept: Kept) -> None:
        await kept.says("red")
        assert await kept.finds("red") == ["red"]
        kept.history = kept.another()
        await kept.journal.append("aa", [f.ModelReplied(At(1, 1), 1, "red answer")])
        assert await kept.finds("red") == ["red answer", "red"], "the reply to what was indexed before"

    played(story)


def test_another_who_was_faster_is_no_harm() -> None:
    async def story(kept: Kept) -> None:
        await kept.says("red")
        take = kept.journal.said.take

        async def slow(thread: str, after: int, through: int, change: IndexChange) -> bool:
            await take(thread, after, through, change)
            return await take(thread, after, through, change)

        kept.journal.said.take = slow  # type: ignore[method-assign]
        assert await kept.finds("red") == ["red"]

    played(story)
