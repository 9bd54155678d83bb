"""How many may be connected at once, and for how long they may say nothing."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from adapters.slack.http import HEALTH, Http
from adapters.slack.http_door import DoorLimits, Doors
from tests.unit.adapters.slack.test_http import said


@asynccontextmanager
async def open_to(limits: DoorLimits) -> AsyncIterator[Http]:
    http = Http("127.0.0.1", 0, limits)
    await http.start(None)
    try:
        yield http
    finally:
        await http.stop()


def test_a_header_that_is_not_said_to_its_end_is_not_waited_for():
    async def main() -> None:
        async with open_to(DoorLimits(header=0.05)) as http:
            assert await said(http.port, b"GET /health HTTP/1.1\r\nHost: x\r\n") == b""
            assert await said(http.port) == b""

    asyncio.run(main())


def test_a_connection_that_asks_for_nothing_more_is_closed():
    async def main() -> None:
        async with open_to(DoorLimits(idle=0.05)) as http:
            assert b"listening" in await said(http.port, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")

    asyncio.run(main())


def test_those_who_say_half_a_header_shut_nobody_out_and_are_told_of_once(caplog: pytest.LogCaptureFixture):
    async def main() -> None:
        async with open_to(DoorLimits(most=8)) as http:
            held = [await asyncio.open_connection("127.0.0.1", http.port) for _ in range(40)]
            for _, writer in held:
                writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n")
            async with aiohttp.ClientSession() as web:
                for _ in range(3):
                    async with web.get(f"http://127.0.0.1:{http.port}{HEALTH}") as answer:
                        assert answer.status == 200
            async with asyncio.timeout(10):
                assert not any([await reader.read() for reader, _ in held[:32]])
            for _, writer in held:
                writer.close()

    caplog.set_level(logging.WARNING, "adapters.slack")
    asyncio.run(main())
    assert len([record for record in caplog.records if "connections at once" in record.getMessage()]) == 1


def test_who_is_being_answered_is_not_closed_to_make_room():
    class Speaker(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            spoken.append(self)
            came.set()

    spoken: list[Speaker] = []
    came = asyncio.Event()

    async def main() -> None:
        doors = Doors(Speaker, DoorLimits(most=1))
        server = await asyncio.get_running_loop().create_server(doors, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        _, first = await asyncio.open_connection("127.0.0.1", port)
        await came.wait()
        with doors.reading(spoken[0]):
            doors.answering(spoken[0])
            assert await said(port) == b""
            assert (len(doors), len(spoken)) == (1, 1)
        came.clear()
        _, second = await asyncio.open_connection("127.0.0.1", port)
        await came.wait()
        assert (len(doors), len(spoken)) == (1, 2)
        first.close()
        second.close()
        server.close()

    asyncio.run(main())
