"""Each place is spoken to by its own platform."""

import asyncio

import pytest

from harness.chat.cards import Text
from harness.chat.people import Place
from harness.chat.port import Activity, Unreachable
from harness.loop.chats import Chats
from tests.unit.harness.loop.test_delivery import Wire

HERE, ELSEWHERE, GONE = Place("here", "", "c"), Place("elsewhere", "", "c"), Place("gone", "", "c")


def test_a_place_is_spoken_to_by_its_own_platform_and_by_no_other() -> None:
    here, elsewhere = Wire(), Wire()

    async def main() -> None:
        chats = Chats({"here": here, "elsewhere": elsewhere})
        await chats.post(HERE, "k", Text("hi"))
        assert await chats.find(HERE, "k") == "k"
        assert await chats.find(ELSEWHERE, "k") is None
        await chats.update(HERE, "k", "k", Text("ho"))
        await chats.finish(HERE, "k")

    asyncio.run(main())
    assert (here.there, elsewhere.there) == ({"k": Text("ho")}, {})


def test_a_platform_that_is_not_set_up_cannot_be_reached_and_showing_there_is_no_error() -> None:
    async def main() -> None:
        chats = Chats({})
        with pytest.raises(Unreachable, match="gone is not set up"):
            await chats.post(GONE, "k", Text("hi"))
        await chats.show(GONE, Activity("working", "is thinking…"))
        await chats.stream(GONE, "m", Text("text"))

    asyncio.run(main())
