"""discord.py's client, which keeps the connection: it identifies, beats, resumes and reconnects. It gives up for good
where Discord ends the session for some reasons, or it cannot read what it is told: then another takes its place.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Protocol

from adapters.discord.calls import point, proxy
from adapters.discord.intents import needed
from harness.chat.port import Unreachable
from harness.loop.clock import Sleep

if TYPE_CHECKING:
    import discord

log = logging.getLogger(__name__)

IDENTIFIED = 5.0
"""Seconds before another session is begun. Discord docs, sharding, max_concurrency: one within five seconds."""
WAITS = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0, 120.0)
"""Seconds between one client and the next. Discord docs, identifying: after 1,000 of them in a day it takes away the
token.
"""
READ = frozenset({"READY", "RESUMED"})
"""The events that it reads for itself; we read all others alone."""
LASTED = 600.0
"""Seconds after which what went wrong is something else."""
Content = Callable[[], Awaitable[bool]]
"""Is the message content intent switched on now?"""


def client(
    api_url: str, gateway_url: str, content: bool, received: Callable[[str], None], up: asyncio.Event, sleep: Sleep
) -> "discord.Client":
    """One that gives `received` each frame as it came; `up` is set while it is connected. `content`: the message
    content intent is switched on. Made in the loop that runs it.
    """
    import discord
    import yarl
    from discord.gateway import DiscordWebSocket

    intents = discord.Intents(**dict.fromkeys(needed(content), True))

    class Listening(discord.Client):
        def __init__(self, **options: Any) -> None:
            super().__init__(**options)
            parsers = self._connection.parsers
            for name in parsers.keys() - READ:
                del parsers[name]  # an event that it cannot read would be the end of it

        async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
            if not initial:
                await sleep(IDENTIFIED)

        async def on_socket_raw_receive(self, frame: str) -> None:
            received(frame)

        async def on_connect(self) -> None:
            up.set()

        async def on_resumed(self) -> None:
            up.set()

        async def on_disconnect(self) -> None:
            up.clear()

    made = Listening(intents=intents, enable_debug_events=True, allowed_mentions=discord.AllowedMentions.none(),
                     guild_ready_timeout=0,  # else it waits for an event that nobody hears, and leaves that task behind

                     max_messages=None, proxy=proxy(api_url))  # fmt: skip
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

    async def start(self, content: Content, received: Callable[[str], None]) -> None:
        """Returns when people are heard: from then on `received` is given each frame. `content` is asked whenever a
        session begins. Raises Unreachable if Discord refuses us.
        """

    async def stop(self) -> None: ...

    @property
    def connected(self) -> bool: ...


class Socket:
    """Fulfils Connection by a socket to Discord."""

    def __init__(self, token: str, api_url: str, gateway_url: str, sleep: Sleep = asyncio.sleep) -> None:
        self._token, self._api_url, self._gateway_url, self._sleep = token, api_url, gateway_url, sleep
        self._running: asyncio.Task[None] | None = None
        self._up = asyncio.Event()
        self._let_in = False
        """Has Discord ever let us listen?"""

    async def start(self, content: Content, received: Callable[[str], None]) -> None:
        self._running = asyncio.create_task(self._listen(content, received))
        heard = asyncio.create_task(self._up.wait())
        await asyncio.wait({self._running, heard}, return_when=asyncio.FIRST_COMPLETED)
        heard.cancel()
        await asyncio.gather(heard, return_exceptions=True)
        if self._running.done():
            await self._running
        self._let_in = True

    async def stop(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    @property
    def connected(self) -> bool:
        return self._up.is_set()

    async def _listen(self, content: Content, received: Callable[[str], None]) -> None:
        """One client after the other. Raises Unreachable if Discord refuses the first."""
        from discord import ConnectionClosed, LoginFailure, PrivilegedIntentsRequired

        now = asyncio.get_running_loop().time
        while True:
            for wait in chain(WAITS, repeat(WAITS[-1])):
                begun = now()
                try:
                    await self._one(await content(), received)
                except Exception as error:
                    refused = isinstance(error, (ConnectionClosed, LoginFailure, PrivilegedIntentsRequired))
                    if refused and not self._let_in:
                        why = f"Discord does not let me connect: {error}. Is DISCORD_BOT_TOKEN right?"
                        raise Unreachable(why) from error
                    log.error("no connection to Discord for %.0f s", wait, exc_info=error)
                finally:
                    self._up.clear()
                await self._sleep(wait)
                if now() - begun >= LASTED:
                    break

    async def _one(self, content: bool, received: Callable[[str], None]) -> None:
        """Until it gives up."""
        made = client(self._api_url, self._gateway_url, content, received, self._up, self._sleep)
        try:
            await made.start(self._token)
        finally:
            await made.close()
