"""A small real Bolt app over the emulator's sockets, for the tests of the emulator."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.emulator import SlackEmulator

QUIET = logging.getLogger("tests.slack.app")
QUIET.setLevel(logging.CRITICAL)  # the client reports each planned misfortune


def run(test: Callable[[SlackEmulator], Coroutine[Any, Any, None]], **options: Any) -> None:
    """Run a test with an emulator of its own."""

    async def main() -> None:
        async with SlackEmulator(**options) as slack:
            await test(slack)

    asyncio.run(main())


def client(slack: SlackEmulator) -> AsyncWebClient:
    """The SDK's client without retries, so that each fault is seen."""
    return AsyncWebClient(slack.bot_token, base_url=slack.api_url, retry_handlers=[], logger=QUIET)


async def refused(slack: SlackEmulator, method: str, **args: Any) -> str:
    """The error with which Slack answers this call."""
    with pytest.raises(SlackApiError) as error:
        await client(slack).api_call(method, json=args)
    return str(error.value.response["error"])


@asynccontextmanager
async def bolt_over_http(slack: SlackEmulator, secret: str = "a secret") -> AsyncIterator[AsyncApp]:
    """An app behind an HTTP server of its own, which Slack knows; register its listeners before something happens."""
    app = AsyncApp(client=client(slack), signing_secret=secret, logger=QUIET)
    runner = web.AppRunner(app.web_app("/slack/events"), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        await slack.http(f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events", secret)
        yield app
    finally:
        await runner.cleanup()


@asynccontextmanager
async def bolt(slack: SlackEmulator, ping_interval: float = 0.2, **options: Any) -> AsyncIterator[AsyncApp]:
    """A connected app; register its listeners before something happens."""
    app = AsyncApp(client=client(slack), logger=QUIET, **options)
    handler = AsyncSocketModeHandler(app, slack.app_token, logger=QUIET, ping_interval=ping_interval)
    before = len(slack.socket.open_connections)
    await handler.connect_async()  # type: ignore[no-untyped-call]  # the SDK has no types here
    try:
        await slack.connected(before + 1)
        yield app
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call]  # the SDK has no types here
