"""Time that passes when all is at rest."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.fakes.hours import Hours


def run(test: Callable[[Hours], Awaitable[None]]) -> None:
    hours = Hours(1_000.0)

    async def whole() -> None:
        await test(hours)

    try:
        hours.loop.run_until_complete(whole())
        hours.loop.run_until_complete(hours.loop.shutdown_default_executor())
    finally:
        hours.loop.close()


def test_whoever_sleeps_wakes_in_order_and_at_their_time() -> None:
    async def test(hours: Hours) -> None:
        woken: list[tuple[str, float]] = []

        async def sleeper(name: str, *naps: float) -> None:
            for nap in naps:
                await hours.sleep(nap)
                woken.append((name, hours()))

        tasks = [asyncio.create_task(sleeper("ana", 10, 10)), asyncio.create_task(sleeper("bob", 15, 3_600))]
        await hours.passes(60)
        assert woken == [("ana", 1_010), ("bob", 1_015), ("ana", 1_020)]
        assert hours() == 1_060
        await hours.passes(3_600)
        assert woken[-1] == ("bob", 4_615)
        await asyncio.gather(*tasks)

    run(test)


def test_what_goes_on_over_sockets_and_in_threads_ends_before_time_moves() -> None:
    async def test(hours: Hours) -> None:
        at: list[float] = []

        async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(await asyncio.to_thread(lambda: b"x"))
            writer.close()

        async def asks(port: int) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            assert await reader.read() == b"x"
            writer.close()
            at.append(hours())

        server = await asyncio.start_server(answers, "127.0.0.1")
        port = server.sockets[0].getsockname()[1]
        hours.later(5, lambda: tasks.append(asyncio.create_task(asks(port))))
        tasks: list[asyncio.Task[None]] = []
        await hours.passes(3_600)
        assert at == [1_005]
        server.close()
        await server.wait_closed()

    run(test)


def test_what_is_cancelled_does_not_happen() -> None:
    async def test(hours: Hours) -> None:
        happened: list[str] = []
        hours.later(1, lambda: happened.append("this"))
        hours.later(2, lambda: happened.append("not this")).cancel()
        sleeper = asyncio.create_task(hours.sleep(3))
        await hours.rests()
        sleeper.cancel()
        await hours.passes(10)
        assert happened == ["this"]

    run(test)


def test_who_looks_on_is_told_of_each_move() -> None:
    async def test(hours: Hours) -> None:
        seen: list[float] = []
        hours.moved = lambda: seen.append(hours())
        hours.later(2, lambda: None)
        await hours.passes(5)
        assert seen == [1_002, 1_005]

    run(test)
