"""Sessions by where they are: those at rest and those that are not."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from harness.chat.people import Place
from harness.loop.intake import thread_of
from harness.loop.lookup import ThreadLookup
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.harness.loop.test_commands import Desk

ELSEWHERE = Place("slack", "T1", "elsewhere", "1")


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


def lookup(desk: Desk) -> ThreadLookup:
    return ThreadLookup(desk.journal.index, desk.intake.reader)


def test_what_is_not_at_rest_is_found_in_its_channel_whether_it_was_ever_listed_or_not() -> None:
    async def scene() -> None:
        desk = Desk()
        await desk.says(BOB, "rests", CHANNEL)
        await desk.rests(CHANNEL)
        assert not await lookup(desk).unrested()
        await desk.says(BOB, "goes on", CHANNEL)
        await desk.says(BOB, "is new", ELSEWHERE)
        assert list(await lookup(desk).unrested()) == [thread_of(CHANNEL), thread_of(ELSEWHERE)]
        assert list(await lookup(desk).unrested(replace(CHANNEL, thread=""))) == [thread_of(CHANNEL)]
        assert list(await lookup(desk).unrested(ELSEWHERE)) == [thread_of(ELSEWHERE)]

    run(scene())


def test_of_many_as_many_are_read_as_it_takes_to_find_enough() -> None:
    async def scene() -> None:
        desk = Desk()
        places = [replace(CHANNEL, thread=str(number)) for number in range(6)]
        for place in places:
            await desk.says(BOB, "do it", place)
            await desk.rests(place)
        listed = await desk.journal.index.waiting(CHANNEL)
        odd = [thread_of(place) for place in places[1::2]]

        some = await lookup(desk).until(listed, 2, lambda thread, session: thread in odd)
        assert list(some.sessions) == [one.thread for one in listed[:3]]
        assert some.more

        every = await lookup(desk).until(listed, 3, lambda thread, session: thread in odd)
        assert (len(every.sessions), every.more) == (5, True)
        assert not (await lookup(desk).until(listed, 4, lambda thread, session: thread in odd)).more
        assert await lookup(desk).until((), 4, lambda thread, session: 1) == ({}, False)

    run(scene())
