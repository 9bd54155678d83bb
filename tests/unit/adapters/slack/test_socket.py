"""A connection that the SDK does not mend is made anew."""

import logging

import pytest

from adapters.slack.socket import Socket
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
                await slack.until(lambda: "has been dead for" in caplog.text, within=20)
                await slack.connected(within=20)
            said = await slack.says(ana, slack.dm(ana), "are you there?")
            await slack.until(lambda: slack.posts(slack.dm(ana), said.ts), within=10)
            assert await us.app.connected()

    run(test)
