"""No method is called faster than Slack says."""

import asyncio

from adapters.slack.rates import MOST_BUCKETS, PACES, Rates
from tests.fakes.clock import Clock, settle


def test_posts_to_a_channel_come_in_a_short_burst_and_then_one_a_second_in_order():
    async def main() -> None:
        clock = Clock()
        rates, at = Rates(clock, clock.sleep), []

        async def post(number: int) -> None:
            assert await rates.turn("chat.postMessage", "C1", 60.0)
            at.append((number, clock.now - 1_000.0))

        tasks = [asyncio.create_task(post(number)) for number in range(7)]
        await settle()
        assert len(at) == PACES["chat.postMessage"].burst
        assert await rates.turn("chat.postMessage", "C2", 0.0), "another channel has its own pace"
        await clock.advance(10.0)
        assert at[4:] == [(4, 1.0), (5, 2.0), (6, 3.0)]
        await asyncio.gather(*tasks)

    asyncio.run(main())


def test_a_turn_that_is_too_far_away_is_not_waited_for():
    async def main() -> None:
        clock = Clock()
        rates = Rates(clock, clock.sleep)
        for _ in range(PACES["chat.update"].burst):
            assert await rates.turn("chat.update", "", 0.0)
        assert not await rates.turn("chat.update", "", 1.0)
        await clock.advance(60 / 50)
        assert await rates.turn("chat.update", "", 1.0)

    asyncio.run(main())


def test_what_slack_asks_us_to_wait_is_waited_by_everybody():
    async def main() -> None:
        clock = Clock()
        rates = Rates(clock, clock.sleep)
        rates.hold("unheard.of", "", 30.0)
        assert not await rates.turn("unheard.of", "", 29.0)
        assert not rates.spare("unheard.of", "", 0)
        await clock.advance(30.0)
        assert await rates.turn("unheard.of", "", 0.0)

    asyncio.run(main())


def test_what_can_wait_leaves_a_reserve():
    clock = Clock()
    rates = Rates(clock, clock.sleep)
    taken = 0
    while rates.spare("chat.update", "", 15):
        taken += 1
    assert taken == PACES["chat.update"].burst - 15
    assert rates.spare("chat.update", "", 0)


def test_a_stream_is_a_post_in_its_channel_too():
    async def main() -> None:
        clock = Clock()
        rates = Rates(clock, clock.sleep)
        for _ in range(PACES["chat.postMessage"].burst):
            assert await rates.turn("chat.startStream", "C1", 0.0)
        assert not await rates.turn("chat.postMessage", "C1", 0.0)
        assert not await rates.turn("chat.startStream", "C1", 0.0)
        assert not rates.spare("chat.startStream", "C1", 0)
        assert await rates.turn("chat.startStream", "C2", 0.0)
        rates.hold("chat.postMessage", "C2", 5.0)
        assert not await rates.turn("chat.startStream", "C2", 4.0)

    asyncio.run(main())


def test_channels_that_nobody_posts_to_are_forgotten():
    async def main() -> None:
        clock = Clock()
        rates = Rates(clock, clock.sleep)
        for number in range(MOST_BUCKETS):
            await rates.turn("chat.postMessage", f"C{number}", 0.0)
        await clock.advance(1_000.0)
        await rates.turn("chat.postMessage", "new", 0.0)
        assert len(rates._buckets) == 1

    asyncio.run(main())
