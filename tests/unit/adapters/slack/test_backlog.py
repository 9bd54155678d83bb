"""What is acknowledged before it is taken outlives a crash, in its order, and takes no more room than it needs."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from adapters.slack.backlog import MOST, Backlog, left_behind
from harness.sessions.journal import JournalUnavailable
from tests.fakes.marks import MemoryMarks


class Away(MemoryMarks):
    away = False

    async def note(self, name: str, mark: str) -> None:
        if self.away:
            raise JournalUnavailable("away")
        await super().note(name, mark)


def kept(test: Callable[[Away], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test(Away()))


async def ready(marks: MemoryMarks, team: str = "T") -> Backlog:
    backlog = Backlog(marks, team)
    await backlog.take_up()
    return backlog


def test_what_is_not_taken_is_taken_up_in_its_order_by_the_next_process():
    async def test(marks: Away) -> None:
        backlog = await ready(marks)
        names = [await backlog.keep({"event_id": str(number)}) for number in range(30)]
        await backlog.drop(names[3])
        await (await ready(marks, "T2")).keep({"event_id": "other"})
        after = Backlog(marks, "T")
        left = await after.take_up()
        assert [body["event_id"] for _, body in left] == [str(number) for number in range(30) if number != 3]
        await after.keep({"event_id": "new"})
        assert [body["event_id"] for _, body in await Backlog(marks, "T").take_up()][-1] == "new"
        assert await left_behind(marks) == {"T", "T2"}
        for name, _ in await after.take_up():
            await after.drop(name)
        assert await left_behind(marks) == {"T2"}

    kept(test)


def test_names_are_used_again_and_what_there_is_no_room_for_is_not_kept():
    async def test(marks: Away) -> None:
        backlog = await ready(marks)
        for _ in range(3):
            names = [await backlog.keep({}) for _ in range(MOST)]
            assert len(set(names)) == MOST
            assert await backlog.keep({}) == ""
            for name in names:
                await backlog.drop(name)
        assert len(marks.kept) == MOST

    kept(test)


def test_nothing_is_kept_before_it_is_known_what_is_there_or_where_nothing_can_be():
    async def test(marks: Away) -> None:
        assert await Backlog(marks, "T").keep({}) == ""
        backlog = await ready(marks)
        marks.away = True
        with pytest.raises(JournalUnavailable):
            await backlog.keep({})
        marks.away = False
        assert len({await backlog.keep({}) for _ in range(MOST)}) == MOST
        nothing = Backlog(None, "T")
        assert (await nothing.take_up(), await nothing.keep({}), await left_behind(None)) == ((), "", frozenset())

    kept(test)
