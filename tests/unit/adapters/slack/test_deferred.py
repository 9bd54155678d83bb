"""What is acknowledged before it is taken is taken in its order, whatever stands in the way."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from adapters.slack.backlog import Backlog
from adapters.slack.deferred import WAITS, Deferred
from harness.loop.task_set import TaskSet
from harness.sessions.journal import JournalUnavailable
from tests.fakes.clock import Clock, settle
from tests.fakes.marks import MemoryMarks

Json = dict[str, Any]


class House:
    """Takes events, each once it has failed as often as it is to."""

    def __init__(self) -> None:
        self.marks, self.tasks, self.clock = MemoryMarks(), TaskSet("Slack"), Clock()
        self.taken: list[str] = []
        self.fails: dict[str, list[Exception]] = {}

    async def deferred(self) -> Deferred:
        """As it is once we have started."""
        deferred = Deferred(Backlog(self.marks, "T"), self.handle, self.tasks, self.clock.sleep)
        deferred.resume()
        await settle()
        return deferred

    async def handle(self, body: Json) -> None:
        text = body["event"]["text"]
        if fails := self.fails.get(text):
            raise fails.pop(0)
        self.taken.append(text)


def said(text: str, channel: str = "C1") -> Json:
    return {"team_id": "T", "event": {"type": "message", "channel": channel, "ts": "1.0", "text": text}}


def run(test: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test(House()))


def test_what_comes_later_in_a_conversation_waits_for_what_came_before_it_and_no_other_does() -> None:
    async def test(house: House) -> None:
        house.fails["one"] = [JournalUnavailable("not known")] * 3
        deferred = await house.deferred()
        for body in (said("one"), said("two"), said("elsewhere", "C2")):
            assert await deferred.defer(body)
        await settle()
        assert house.taken == ["elsewhere"]
        assert deferred.holds(("C1", "1.0"))
        await house.clock.advance(sum(WAITS[:3]))
        assert house.taken == ["elsewhere", "one", "two"]
        assert not deferred.holds(("C1", "1.0"))

    run(test)


def test_what_cannot_be_handled_holds_nobody_up() -> None:
    async def test(house: House) -> None:
        house.fails["one"] = [ValueError("nonsense")]
        deferred = await house.deferred()
        for text in ("one", "two"):
            await deferred.defer(said(text))
        await settle()
        assert house.taken == ["two"]

    run(test)


def test_what_there_is_no_room_for_is_not_deferred() -> None:
    async def test(house: House) -> None:
        deferred = Deferred(Backlog(None, "T"), house.handle, house.tasks, house.clock.sleep)
        assert not await deferred.defer(said("one"))
        assert not deferred.holds(("C1", "1.0"))

    run(test)


def test_what_a_process_before_this_one_left_is_taken() -> None:
    async def test(house: House) -> None:
        before = Backlog(house.marks, "T")
        await before.take_up()
        await before.keep(said("one"))
        await house.deferred()
        assert house.taken == ["one"]
        assert not await Backlog(house.marks, "T").take_up()

    run(test)


def removed(ts: str) -> Json:
    previous = {"ts": ts, "thread_ts": "1.0", "user": "U1", "text": "secret"}
    event = {"type": "message", "subtype": "message_deleted", "channel": "C1", "deleted_ts": ts, "text": f"no {ts}"}
    return {"team_id": "T", "event": {**event, "previous_message": previous}}


def edited(ts: str, text: str) -> Json:
    message = {"ts": ts, "thread_ts": "1.0", "user": "U1", "text": text}
    event = {"type": "message", "subtype": "message_changed", "channel": "C1", "text": f"{ts} is changed"}
    return {"team_id": "T", "event": {**event, "message": message}}


def test_what_was_taken_back_or_changed_before_it_could_be_taken_is_taken_as_it_stands() -> None:
    async def test(house: House) -> None:
        house.fails["secret"] = [JournalUnavailable("not known")] * 3
        deferred = await house.deferred()
        red = said("colour is red")
        red["event"] |= {"ts": "2.0", "thread_ts": "1.0"}
        for body in (said("secret"), red, said("secret"), removed("1.0"), edited("2.0", "colour is green")):
            assert await deferred.defer(body)
        await settle()
        await house.clock.advance(sum(WAITS))
        assert house.taken == ["colour is green"]

    run(test)
