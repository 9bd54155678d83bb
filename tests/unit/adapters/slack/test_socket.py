"""A connection that the SDK does not mend is made anew."""

import asyncio
import logging

import pytest

from adapters.slack.socket import ALONE, Socket
from tests.fakes.slack.emulator import SlackEmulator
from tests.unit.adapters.slack.rig import at_work, run


def test_a_client_that_is_stuck_is_thrown_away_and_reported(caplog: pytest.LogCaptureFixture):
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            entrance = us.app.entrance
            assert isinstance(entrance, Socket)
            assert entrance.handler
            client = entrance.handler.client
            client.auto_reconnect_enabled = False  # as it is when its own tasks have died
            assert client.current_session_monitor
            client.current_session_monitor.cancel()
            slack.drops_connections()
            ana = slack.user("ana")
            with caplog.at_level(logging.WARNING, "adapters.slack"):
                await slack.until(lambda: "has been dead for" in caplog.text)
                await slack.connected()
            said = await slack.says(ana, slack.dm(ana), "are you there?")
            await slack.until(lambda: slack.posts(slack.dm(ana), said.ts))
            assert await us.app.connected()

    run(test)


def test_nothing_is_left_of_a_connection_whose_goodbye_was_cut_short():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            entrance = us.app.entrance
            assert isinstance(entrance, Socket)
            assert entrance.handler
            client = entrance.handler.client
            slack.silences_connections()
            stopping = asyncio.create_task(entrance.stop())
            for _ in range(5):  # so far that it says goodbye, and not until that is answered
                await asyncio.sleep(0)
            assert entrance.handler is None
            stopping.cancel()
            await asyncio.gather(stopping, return_exceptions=True)
            await entrance.stop()
            assert client.aiohttp_client_session.closed
            await asyncio.gather(client.message_processor, return_exceptions=True)
            assert client.message_processor.done()

    run(test)


def test_whoever_connects_again_is_told_and_not_at_the_first_time():
    async def main() -> None:
        told: list[str] = []
        entrance = Socket("xapp-1", lambda: asyncio.sleep(0, "wss://nowhere"))

        async def reconnected() -> None:
            told.append("again")

        entrance.reconnected = reconnected
        for type in ("hello", "events_api", "hello"):
            assert len(told) == 0
            await entrance._told(None, {"type": type})
        assert told == ["again"]

    asyncio.run(main())


def test_a_second_connection_of_the_app_is_warned_of_by_whoever_makes_it(caplog: pytest.LogCaptureFixture):
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack):
            ana = slack.user("ana")
            said = await slack.says(ana, slack.dm(ana), "are you there?")
            await slack.until(lambda: slack.posts(slack.dm(ana), said.ts), within=10)
            assert "other connection" not in caplog.text
            async with at_work(slack), asyncio.timeout(10.0):
                while "other connection" not in caplog.text:  # noqa: ASYNC110 - it comes over a socket
                    await asyncio.sleep(0.01)
        assert f"1 other connection of this app, and Slack tells each event to only one of them: {ALONE}" in caplog.text

    with caplog.at_level(logging.WARNING, "adapters.slack"):
        run(test)


def test_a_connection_of_ours_that_is_being_closed_is_no_other_process(caplog: pytest.LogCaptureFixture):
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            entrance = us.app.entrance
            assert isinstance(entrance, Socket)
            hello = {"type": "hello", "num_connections": 2}
            closing = asyncio.create_task(asyncio.sleep(60.0))
            entrance._closing.add(closing)
            await entrance._told(None, hello)
            entrance._closing.discard(closing)
            closing.cancel()
            assert "other connection" not in caplog.text
            await entrance._told(None, hello)
            assert "other connection" in caplog.text

    with caplog.at_level(logging.WARNING, "adapters.slack"):
        run(test)
