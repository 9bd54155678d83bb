"""Live edits: the latest text, not too often, and none after the last."""

import asyncio

from harness.chat.cards import Text
from harness.chat.live import Live
from harness.chat.people import Place
from harness.chat.port import Undelivered
from tests.fakes.clock import Clock, settle

EVERY = 1.2
PLACE = Place("slack", "T", "C", "1")


class Edits:
    def __init__(self) -> None:
        self.sent: list[str] = []
        self.room = True
        self.fails = False
        self.free = asyncio.Event()
        self.free.set()

    async def __call__(self, place: Place, message: str, text: Text) -> bool:
        await self.free.wait()
        if self.fails:
            raise Undelivered("away")
        if self.room:
            self.sent.append(text.markdown)
        return self.room


def test_the_latest_text_is_shown_at_the_pace():
    async def main() -> None:
        clock, edits = Clock(), Edits()
        live = Live(edits, clock.sleep, EVERY)
        for number in range(5):
            live.show(PLACE, "1", Text(f"text {number}"))
            await settle()
        assert edits.sent == ["text 0"]
        await clock.advance(EVERY)
        assert edits.sent == ["text 0", "text 4"]
        await clock.advance(60)
        assert edits.sent == ["text 0", "text 4"], "the same is not shown twice"
        live.show(PLACE, "1", Text("text 5"))
        await settle()
        assert edits.sent[-1] == "text 5"
        await live.close()

    asyncio.run(main())


def test_no_edit_comes_after_the_end_and_what_was_not_shown_is_said():
    async def main() -> None:
        clock, edits = Clock(), Edits()
        live = Live(edits, clock.sleep, EVERY)
        live.show(PLACE, "1", Text("one"))
        await settle()
        live.show(PLACE, "1", Text("two"))
        assert await live.end("1") == Text("two")
        live.show(PLACE, "1", Text("three"))
        await clock.advance(60)
        assert edits.sent == ["one"]

    asyncio.run(main())


def test_the_end_waits_for_an_edit_that_is_on_its_way():
    async def main() -> None:
        clock, edits = Clock(), Edits()
        live = Live(edits, clock.sleep, EVERY)
        edits.free.clear()
        live.show(PLACE, "1", Text("one"))
        await settle()
        end = asyncio.create_task(live.end("1"))
        await settle()
        assert not end.done()
        edits.free.set()
        assert await end is None
        assert edits.sent == ["one"]

    asyncio.run(main())


def test_a_text_that_there_is_no_room_for_is_tried_again_and_a_lost_one_is_not():
    async def main() -> None:
        clock, edits = Clock(), Edits()
        live = Live(edits, clock.sleep, EVERY)
        edits.room = False
        live.show(PLACE, "1", Text("one"))
        await settle()
        edits.room = True
        await clock.advance(EVERY)
        assert edits.sent == ["one"]
        edits.fails = True
        live.show(PLACE, "1", Text("two"))
        await clock.advance(EVERY)
        edits.fails = False
        await clock.advance(60)
        assert edits.sent == ["one"]
        await live.close()

    asyncio.run(main())
