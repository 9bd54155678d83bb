"""Socket Mode: Slack's payloads over a connection that we open, and watch.

The SDK makes its connection anew when it notices that it is dead. Now and then it does not notice, or gets stuck at it
(python-slack-sdk issues 1446, 1110, 1701): then all of it is thrown away and begun again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from harness.chat.wording import counted

if TYPE_CHECKING:  # bolt takes most of a second to import
    from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
    from slack_bolt.app.async_app import AsyncApp

log = logging.getLogger(__name__)

PING = 5.0
"""Seconds between pings; the SDK takes four without an answer for a dead connection."""
LOOKS = 2
"""Pings between two looks at the connection."""
PATIENCE = 8
"""Pings for which the SDK may try to mend a connection by itself."""
CLOSING = 5.0
"""Seconds that closing a connection is waited for; one that is silent takes longer."""
ALONE = "stop the others, wherever they run, or give them an app of their own"


def split(others: int) -> str:
    """What so many other connections of our app mean. Slack docs, Socket Mode, using multiple connections."""
    return f"{counted(others, 'other connection')} of this app, and Slack tells each event to only one of them"


class Socket:
    """`address` gives where to connect to, each time anew; it takes as long as Slack is away, and raises Unreachable
    if Slack refuses us. `ping` is in real seconds, as Slack's are.
    """

    def __init__(self, app_token: str, address: Callable[[], Awaitable[str]], ping: float = PING) -> None:
        self._app_token, self._address, self._ping = app_token, address, ping
        self.reconnected: Callable[[], Awaitable[None]] = _nobody
        """Is told when Slack is there again after we were connected before. Must not raise."""
        self._greeted = False
        self._app: AsyncApp | None = None
        self.handler: AsyncSocketModeHandler | None = None
        self._watching: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        """Connections that are being closed. Cut short, the SDK would leave their tasks and sockets behind."""

    async def start(self, app: "AsyncApp") -> None:
        """Returns when it is connected. Raises Unreachable."""
        self._app = app
        await self._connect()
        self._watching = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Nothing comes from then on."""
        watching, self._watching = self._watching, None
        if watching:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        await self._disconnect()

    async def connected(self) -> bool:
        return self.handler is not None and await self.handler.client.is_connected()

    async def _connect(self) -> None:
        from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler

        assert self._app
        address = await self._address()
        handler = AsyncSocketModeHandler(self._app, self._app_token, logger=self._app.logger, ping_interval=self._ping)
        self.handler = handler
        handler.client.wss_uri = address
        handler.client.message_listeners.append(self._told)
        handler.client.socket_mode_request_listeners[:] = [partial(_taken, handler)]
        await handler.connect_async()  # type: ignore[no-untyped-call]  # the SDK has no types here

    async def _told(self, _: object, message: dict[str, Any], __: str | None = None) -> None:
        """Slack docs, Socket Mode: its first word says how many connections the app has, this one included. One that we
        are closing may be among them still.
        """
        if message.get("type") != "hello":
            return
        again, self._greeted = self._greeted, True
        others = int(message.get("num_connections") or 1) - 1 - len(self._closing)
        if others > 0:
            log.warning("%s: %s", split(others), ALONE)
        if again:
            await self.reconnected()

    async def _disconnect(self) -> None:
        handler, self.handler = self.handler, None
        if handler is not None:
            closing = asyncio.create_task(_closed(handler))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
        if self._closing:
            await asyncio.wait(self._closing, timeout=CLOSING)

    async def _watch(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(self._ping * LOOKS)
            looks = 0 if await self.connected() else looks + 1
            if looks * LOOKS >= PATIENCE:
                log.warning("Slack's connection has been dead for %.0f s: reconnecting", looks * LOOKS * self._ping)
                looks = 0
                await self._again()

    async def _again(self) -> None:
        try:
            await self._disconnect()
            await self._connect()
            log.info("connected to Slack again")
        except Exception as error:  # the next look finds it dead still
            log.error("Slack's connection could not be made: %s: %s", type(error).__name__, error)


async def _nobody() -> None:
    """Nobody is told."""


async def _taken(handler: "AsyncSocketModeHandler", client: Any, request: Any) -> None:
    """What is dealt with only when its connection has closed, as we leave or Slack has us connect anew, is not
    acknowledged: Slack sends it again, and it is known by its id.
    """
    try:
        await handler.handle(client, request)
    except ConnectionError as error:
        log.info("taken, and not acknowledged: %s", error)


async def _closed(handler: "AsyncSocketModeHandler") -> None:
    try:
        await handler.close_async()  # type: ignore[no-untyped-call]  # the SDK has no types here
    except Exception as error:  # what is stuck may not be closed either
        log.warning("Slack's connection was not closed: %s: %s", type(error).__name__, error)
