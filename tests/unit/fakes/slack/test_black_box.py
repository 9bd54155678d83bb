"""The emulator serves an app in another process, which may be killed at any moment."""

import asyncio
import signal
import sys
from typing import Any

import pytest

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.interactions import NotAcknowledged
from tests.unit.fakes.slack.app import client, run

APP = """
import asyncio, sys
from slack_bolt.async_app import AsyncApp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_sdk.web.async_client import AsyncWebClient

url, bot, token = sys.argv[1:]

async def main():
    app = AsyncApp(client=AsyncWebClient(bot, base_url=url))

    @app.event("message")
    async def message(event, client):
        button = {"type": "button", "text": {"type": "plain_text", "text": "Yes"}, "action_id": "yes"}
        blocks = [{"type": "actions", "elements": [button]}]
        await client.chat_postMessage(channel=event["channel"], thread_ts=event["ts"], text="Sure?", blocks=blocks)

    @app.action("yes")
    async def yes(ack, body, client):
        await ack()
        await client.chat_update(channel=body["channel"]["id"], ts=body["message"]["ts"], text="Done")

    await AsyncSocketModeHandler(app, token).start_async()

asyncio.run(main())
"""


async def started(slack: SlackEmulator) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", APP, slack.api_url, slack.bot_token, slack.app_token, stderr=asyncio.subprocess.DEVNULL
    )
    await slack.connected()
    return process


async def killed(slack: SlackEmulator, process: asyncio.subprocess.Process) -> None:
    process.send_signal(signal.SIGKILL)
    await process.wait()
    await slack.until(lambda: not slack.socket.connections)


def test_an_app_that_is_killed_and_started_again_finds_what_was_said_and_answers_old_buttons() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        direct = slack.dm(ana)
        process = await started(slack)
        try:
            said = await slack.says(ana, direct, "deploy")
            card: Any = await slack.until(lambda: slack.posts(direct, said.ts)[0])
            await killed(slack, process)
            with pytest.raises(NotAcknowledged, match="nobody is connected"):
                await slack.clicks(ana, card, "Yes")
            meanwhile = await slack.says(ana, direct, "are you there?")
            process = await started(slack)
            await slack.until(lambda: slack.posts(direct, meanwhile.ts))
            await slack.clicks(ana, card, "Yes")
            await slack.until(lambda: slack.message(card).shown == "Done")
        finally:
            await killed(slack, process)
        assert (await client(slack).auth_test())["ok"]

    run(test)
