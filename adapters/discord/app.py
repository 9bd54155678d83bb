"""Discord: one server's connection."""

import asyncio
import logging
from typing import Any

from adapters.discord.calls import Calls, Refused
from adapters.discord.chat import DiscordChat
from adapters.discord.gateway import Gateway
from adapters.discord.parse import Us
from adapters.discord.places import Places
from adapters.discord.socket import Socket
from harness.chat.people import Place
from harness.chat.port import ChatError, Unreachable
from harness.loop.clock import Now, Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake

log = logging.getLogger(__name__)

WAITS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds between tries to connect; the last one for as long as it takes."""
CONTENT = 1 << 18 | 1 << 19
"""Discord docs, application flags: the message content intent, of an app in many servers or in few."""


class Discord:
    """`chat` speaks from the beginning until `close`; people are heard from `start` to `stop`."""

    def __init__(self, token: str, api_url: str, gateway_url: str, now: Now, sleep: Sleep = asyncio.sleep) -> None:
        """The URLs are Discord's own if they are empty. `now` is in seconds."""
        self._sleep = sleep
        self._calls = Calls(token, api_url)
        self._places = Places(self._calls)
        self.chat = DiscordChat(self._calls, self._places, now, sleep)
        self._socket = Socket(token, self._calls.api_url, gateway_url)
        self._gateway: Gateway | None = None
        self._guild = ""

    async def start(self, intake: Intake, commands: Commands) -> None:
        """Returns when people are heard, however long Discord is away. Raises Unreachable if it refuses our token, or
        if we are not in exactly one server.
        """
        app = await self._insist("/oauth2/applications/@me")
        user = await self._insist("/users/@me")
        guilds = await self._insist("/users/@me/guilds")
        if len(guilds) != 1:
            raise Unreachable(f"the bot is in {len(guilds)} servers of Discord: it works in exactly one")
        self._guild = str(guilds[0]["id"])
        us = Us(self._guild, str(user["id"]), str(app["id"]))
        content = bool(int(app.get("flags") or 0) & CONTENT)
        if not content:
            log.warning("the message content intent is off: in channels only what mentions us is heard")
        self._gateway = Gateway(us, intake, self.chat, self._calls, self._places, commands, self._sleep)
        await self._socket.start(content, self._gateway.received)
        log.info("connected to Discord: the user %s in the server %s", us.user, us.guild)

    async def stop(self) -> None:
        """Nothing is heard from then on: what is being handled is ended. `chat` still speaks, for work that ends."""
        await self._socket.stop()
        gateway, self._gateway = self._gateway, None
        if gateway:
            await gateway.leave()

    async def close(self) -> None:
        """Stops, and says nothing from then on."""
        await self.stop()
        await self.chat.close()
        await self._calls.close()

    async def connected(self) -> bool:
        """Whether people are heard now."""
        return self._gateway is not None and self._socket.connected

    def link(self, place: Place, message: str) -> str:
        """The address of a message, or of a thread or channel."""
        if not self._guild or place.addressee or not place.channel:
            return ""
        where = place.thread or place.channel
        return f"https://discord.com/channels/{self._guild}/{where}{f'/{message}' if message else ''}"

    async def _insist(self, path: str) -> Any:
        tries = 0
        while True:
            try:
                return await self._calls("GET", path)
            except Refused as error:
                raise Unreachable(f"{error}. Is DISCORD_BOT_TOKEN right?") from error
            except ChatError as error:
                log.warning("Discord cannot be reached yet: %s", error)
                await self._sleep(WAITS[min(tries, len(WAITS) - 1)])
                tries += 1
