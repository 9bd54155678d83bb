"""A thread shows that we work, and never below an open question."""

import asyncio

from adapters.slack.calls import Refused
from adapters.slack.statuses import REFRESH, Statuses
from harness.chat.people import Place
from harness.chat.port import Undelivered
from tests.fakes.clock import Clock, settle

PLACE = Place("slack", "T", "C", "1")


class Slot:
    def __init__(self) -> None:
        self.set: list[str] = []
        self.error: Exception | None = None
        self.free = asyncio.Event()
        self.free.set()

    async def __call__(self, place: Place, text: str) -> None:
        await self.free.wait()
        if self.error:
            raise self.error
        self.set.append(text)


def test_a_status_is_refreshed_until_it_is_cleared():
    async def main() -> None:
        clock, slot = Clock(), Slot()
        statuses = Statuses(slot, clock.sleep)
        await statuses.show(PLACE, "is thinking…")
        await clock.advance(2 * REFRESH)
        assert slot.set == ["is thinking…"] * 3
        await statuses.show(PLACE, "")
        await clock.advance(10 * REFRESH)
        assert slot.set == [*["is thinking…"] * 3, ""]

    asyncio.run(main())


def test_clearing_reaches_what_another_process_left():
    async def main() -> None:
        clock, slot = Clock(), Slot()
        await Statuses(slot, clock.sleep).show(PLACE, "")
        assert slot.set == [""]

    asyncio.run(main())


def test_it_is_cleared_before_a_question_and_comes_back_when_that_is_settled():
    async def main() -> None:
        clock, slot = Clock(), Slot()
        statuses = Statuses(slot, clock.sleep)
        await statuses.show(PLACE, "is thinking…")
        await statuses.ask(PLACE, "a")
        assert slot.set[-1] == ""
        await statuses.show(PLACE, "is running deploy…")
        await clock.advance(5 * REFRESH)
        assert slot.set == ["is thinking…", ""]
        await statuses.settle(PLACE, "a")
        assert slot.set[-1] == "is running deploy…"
        await statuses.close()

    asyncio.run(main())


def test_a_refresh_that_is_on_its_way_ends_before_the_question():
    async def main() -> None:
        clock, slot = Clock(), Slot()
        statuses = Statuses(slot, clock.sleep)
        await statuses.show(PLACE, "is thinking…")
        slot.free.clear()
        await clock.advance(REFRESH)
        ask = asyncio.create_task(statuses.ask(PLACE, "a"))
        await settle()
        assert not ask.done()
        slot.free.set()
        await ask
        assert slot.set == ["is thinking…", "is thinking…", ""]
        await statuses.close()

    asyncio.run(main())


def test_where_slack_has_no_statuses_it_is_asked_once():
    async def main() -> None:
        clock, slot = Clock(), Slot()
        statuses = Statuses(slot, clock.sleep)
        slot.error = Refused("assistant.threads.setStatus", "missing_scope", "chat:write")
        await statuses.show(PLACE, "is thinking…")
        slot.error = None
        await statuses.show(PLACE, "is running deploy…")
        await clock.advance(5 * REFRESH)
        assert slot.set == []
        await statuses.close()

    asyncio.run(main())


def test_a_status_that_was_not_set_is_tried_again():
    async def main() -> None:
        clock, slot = Clock(), Slot()
        statuses = Statuses(slot, clock.sleep)
        slot.error = Undelivered("away")
        await statuses.show(PLACE, "is thinking…")
        slot.error = None
        await clock.advance(REFRESH)
        assert slot.set == ["is thinking…"]
        await statuses.close()

    asyncio.run(main())
