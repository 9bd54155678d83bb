"""discord.py's client, which keeps the connection: it identifies, beats, resumes and reconnects."""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from adapters.discord.calls import point
from adapters.discord.intents import needed
from harness.chat.port import Unreachable

if TYPE_CHECKING:
    import discord

log = logging.getLogger(__name__)


def client(
    api_url: str, gateway_url: str, content: bool, received: Callable[[str], None], up: asyncio.Event
) -> "discord.Client":
    """One that gives `received` each frame as it came; `up` is set while it is connected. `content`: the message
    content intent is switched on. Made in the loop that runs it.
    """
    import discord
    import yarl
    from discord.gateway import DiscordWebSocket

    intents = discord.Intents(**dict.fromkeys(needed(content), True))

    class Listening(discord.Client):
        async def on_socket_raw_receive(self, frame: str) -> None:
            received(frame)

        async def on_connect(self) -> None:
            up.set()

        async def on_resumed(self) -> None:
            up.set()

        async def on_disconnect(self) -> None:
            up.clear()

    made = Listening(intents=intents, enable_debug_events=True, allowed_mentions=discord.AllowedMentions.none(),
                     max_messages=None)  # fmt: skip
    point(made.http, api_url)
    if gateway_url:
        # discord.py knows one address of the gateway (`DEFAULT_GATEWAY`); this client alone is sent elsewhere.
        connect, default = made.http.ws_connect, DiscordWebSocket.DEFAULT_GATEWAY

        async def elsewhere(url: str, **given: Any) -> Any:
            asked = yarl.URL(url)
            moved = yarl.URL(gateway_url).with_query(asked.query) if asked.host == default.host else asked
            return await connect(str(moved), **given)

        setattr(made.http, "ws_connect", elsewhere)  # noqa: B010 - a type checker would not have a method replaced
    return made


class Connection(Protocol):
    """By which we hear, from `start` to `stop`."""

    async def start(self, content: bool, received: Callable[[str], None]) -> None:
        """Returns when people are heard: from then on `received` is given each frame. Raises Unreachable if Discord
        refuses us.
        """

    async def stop(self) -> None: ...

    @property
    def connected(self) -> bool: ...


class Socket:
    """Fulfils Connection by a socket to Discord."""

    def __init__(self, token: str, api_url: str, gateway_url: str) -> None:
        self._token, self._api_url, self._gateway_url = token, api_url, gateway_url
        self._client: discord.Client | None = None
        self._running: asyncio.Task[None] | None = None
        self._up = asyncio.Event()

    async def start(self, content: bool, received: Callable[[str], None]) -> None:
        self._client = client(self._api_url, self._gateway_url, content, received, self._up)
        self._running = asyncio.create_task(self._client.start(self._token))
        heard = asyncio.create_task(self._up.wait())
        await asyncio.wait({self._running, heard}, return_when=asyncio.FIRST_COMPLETED)
        heard.cancel()
        await asyncio.gather(heard, return_exceptions=True)
        if self._running.done() and (error := self._running.exception()):
            raise Unreachable(f"Discord does not let us listen: {error}. Is DISCORD_BOT_TOKEN right?") from error

    async def stop(self) -> None:
        running, self._running = self._running, None
        if self._client is not None:
            await self._client.close()
            self._client = None
        if running is not None:
            await asyncio.gather(running, return_exceptions=True)

    @property
    def connected(self) -> bool:
        return self._client is not None and self._up.is_set()
