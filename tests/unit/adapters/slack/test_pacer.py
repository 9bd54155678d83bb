"""Who calls next: by class, then by arrival, and never one call too many."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from adapters.slack.pacer import MOST_QUOTAS, SHARE_KEPT, Pacer, TooBusy
from adapters.slack.rates import LIMITS, POSTS, Priority
from tests.fakes.clock import Clock, settle

END, UPDATE, POST = "chat.stopStream", "chat.update", "chat.postMessage"


class Line:
    """Calls that take no time, and when each was made."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.pacer = Pacer(self.clock, self.clock.sleep)
        self.made: list[tuple[str, float]] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def call(
        self,
        name: str,
        method: str = POST,
        priority: Priority = Priority.TEXT,
        patience: float = 600.0,
        channel: str = "C1",
        share: str = "",
    ) -> None:
        async with self.pacer.turn(self.pacer.ticket(method, channel, priority, patience, share)):
            self.made.append((name, self.clock.now - 1_000.0))

    def asks(self, name: str, method: str = POST, priority: Priority = Priority.TEXT, patience: float = 600.0) -> None:
        self.tasks.append(asyncio.create_task(self.call(name, method, priority, patience)))

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.made]


def line(test: Callable[[Line], Awaitable[None]]) -> None:
    async def main() -> None:
        here = Line()
        await test(here)
        await asyncio.gather(*here.tasks, return_exceptions=True)
        await here.pacer.close()
        await settle()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


def test_posts_to_a_channel_come_in_a_short_burst_and_then_one_a_second_in_order():
    async def test(here: Line) -> None:
        for number in range(3 * POSTS.calls):
            here.asks(str(number))
        await here.call("other", channel="C2")
        assert here.made[-1] == ("other", 0.0), "another channel has a quota of its own"
        await here.clock.advance(60.0)
        here.made.remove(("other", 0.0))
        assert here.names == [str(number) for number in range(12)]
        assert [at for _, at in here.made] == [0.0] * 4 + [4.0] * 4 + [8.0] * 4

    line(test)


def test_asks_go_before_texts_and_those_before_what_is_shown_live():
    async def test(here: Line) -> None:
        for name in ("t1", "t2", "t3", "t4", "t5"):
            here.asks(name)
        here.asks("live", priority=Priority.LIVE)
        here.asks("t6")
        here.asks("ask", priority=Priority.ASK)
        await here.clock.advance(60.0)
        assert here.names == ["t1", "t2", "t3", "t4", "ask", "t5", "t6", "live"]

    line(test)


def test_an_ask_finds_room_where_texts_have_used_theirs_up():
    async def test(here: Line) -> None:
        for number in range(60):
            here.asks(f"t{number}", UPDATE)
        await settle()
        assert len(here.made) < LIMITS[UPDATE].calls
        here.asks("ask", UPDATE, Priority.ASK)
        await settle()
        assert here.made[-1] == ("ask", 0.0)
        await here.clock.advance(120.0)

    line(test)


def test_a_turn_that_is_too_far_away_is_not_waited_for():
    async def test(here: Line) -> None:
        for number in range(POSTS.calls):
            await here.call(f"{number}")
        with pytest.raises(TooBusy):
            await here.call("now", patience=0.0)
        with pytest.raises(TooBusy):
            await here.call("soon", patience=3.9)
        await here.call("in time", UPDATE, patience=0.0)
        here.asks("patient", patience=4.0)
        await here.clock.advance(4.0)
        assert here.names[-1] == "patient"

    line(test)


def test_whoever_would_wait_in_vain_is_told_as_soon_as_that_is_known():
    async def test(here: Line) -> None:
        for number in range(3 * POSTS.calls):
            here.asks(f"{number}", patience=4.0)
        await here.clock.advance(4.0)
        assert [task.exception() is None for task in here.tasks] == [True] * 8 + [False] * 4

    line(test)


def test_what_slack_asks_us_to_wait_is_waited_by_everybody():
    async def test(here: Line) -> None:
        here.pacer.hold(here.pacer.ticket("unheard.of"), 30.0)
        with pytest.raises(TooBusy):
            await here.call("too soon", "unheard.of", patience=29.0)
        here.asks("patient", "unheard.of", patience=30.0)
        await here.clock.advance(29.0)
        assert here.names == []
        await here.clock.advance(1.0)
        assert here.names == ["patient"]

    line(test)


def test_a_stream_is_a_post_in_its_channel_too():
    async def test(here: Line) -> None:
        for number in range(POSTS.calls):
            await here.call(f"{number}", "chat.startStream", patience=0.0)
        for method in (POST, "chat.startStream"):
            with pytest.raises(TooBusy):
                await here.call("more", method, patience=0.0)
        await here.call("elsewhere", "chat.startStream", patience=0.0, channel="C2")
        here.pacer.hold(here.pacer.ticket(POST, "C2"), 5.0)
        with pytest.raises(TooBusy):
            await here.call("held", "chat.startStream", patience=4.0, channel="C2")

    line(test)


def test_what_goes_on_now_goes_before_nobody_who_waits():
    async def test(here: Line) -> None:
        for number in range(POSTS.calls + 1):
            here.asks(f"{number}")
        await settle()
        with pytest.raises(TooBusy):
            await here.call("live", priority=Priority.LIVE, patience=0.0)
        await here.clock.advance(60.0)

    line(test)


def test_a_share_is_there_whatever_else_is_called():
    async def test(here: Line) -> None:
        shares = 0
        while shares < LIMITS[END].calls and here.pacer.take_share(END, f"s{shares}"):
            shares += 1
        assert 1 <= shares < LIMITS[END].calls
        for number in range(40):
            here.asks(f"t{number}", END)
        await settle()
        assert len(here.made) + shares <= LIMITS[END].calls
        here.pacer.rename_share(END, "s0", "stream")
        await here.call("end", END, patience=0.0, share="stream")
        assert here.made[-1] == ("end", 0.0)
        here.pacer.give_back(END, "s1")
        await settle()
        await here.clock.advance(SHARE_KEPT)
        assert len(here.made) == 41

    line(test)


def test_whoever_is_cancelled_takes_nobodys_turn():
    async def test(here: Line) -> None:
        for number in range(POSTS.calls + 3):
            here.asks(f"{number}")
        await settle()
        here.tasks[POSTS.calls].cancel()
        await here.clock.advance(60.0)
        assert here.names == ["0", "1", "2", "3", "5", "6"]
        for number in range(POSTS.calls):
            await here.call(f"again {number}", patience=0.0)

    line(test)


def test_a_call_on_its_way_counts_and_makes_room_when_it_is_answered():
    async def test(here: Line) -> None:
        answer = asyncio.Event()

        async def slow() -> None:
            async with here.pacer.turn(here.pacer.ticket(POST, "C1")):
                await answer.wait()

        here.tasks += [asyncio.create_task(slow()) for _ in range(POSTS.calls)]
        await settle()
        here.asks("after")
        await here.clock.advance(100.0)
        assert here.names == []
        answer.set()
        await here.clock.advance(POSTS.seconds)
        assert here.made == [("after", 100.0 + POSTS.seconds)]

    line(test)


def test_channels_that_nobody_posts_to_are_forgotten():
    async def test(here: Line) -> None:
        for number in range(MOST_QUOTAS):
            await here.call(f"{number}", channel=f"C{number}")
        await here.clock.advance(1_000.0)
        await here.call("new", channel="new")
        assert len(here.pacer._queues) == 1

    line(test)
