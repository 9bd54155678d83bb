"""Discord: one server's connection."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import chain, repeat
from typing import Any, TypeVar

from adapters.discord import intents
from adapters.discord.attachments import DiscordAttachments
from adapters.discord.calls import CallRefused, Calls
from adapters.discord.chat import DiscordChat
from adapters.discord.commands import NAME
from adapters.discord.commands import commands as commands_of
from adapters.discord.gateway import Gateway
from adapters.discord.missed import Missed
from adapters.discord.parse import Us
from adapters.discord.people import Members
from adapters.discord.places import Places
from adapters.discord.registering import register
from adapters.discord.rooms import DiscordRooms
from adapters.discord.server import Server
from adapters.discord.socket import Connection, Socket
from harness.chat.people import Place
from harness.chat.port import ChatError, Marks, Unreachable
from harness.loop.clock import Now, Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake
from harness.sessions.journal import JournalUnavailable

T = TypeVar("T")

log = logging.getLogger(__name__)

WAITS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds between tries to connect; the last one for as long as it takes."""


class Discord:
    """`chat` speaks from the beginning until `close`; people are heard from `start` to `stop`."""

    def __init__(
        self,
        token: str,
        api_url: str,
        gateway_url: str,
        marks: Marks,
        now: Now,
        sleep: Sleep = asyncio.sleep,
        commands_here: bool = False,
        server: str = "",
        calls: Calls | None = None,
        socket: Connection | None = None,
    ) -> None:
        """The URLs are Discord's own if they are empty. `now` is in seconds since the epoch. `commands_here`: our
        commands are registered in the server alone, where a change is seen at once. `server` is the id of the one that
        we work in, which may be left out where we are in one. `calls` and `socket` are made of
        the token and the URLs, unless they are given.
        """
        self._marks, self._now, self._sleep, self._commands_here = marks, now, sleep, commands_here
        self._registering: asyncio.Task[None] | None = None
        self._calls = calls or Calls(token, api_url)
        self._places = Places(self._calls)
        self.chat = DiscordChat(self._calls, self._places, now, sleep)
        self.rooms = DiscordRooms(self._calls, self.chat, now)
        self.attachments = DiscordAttachments(self._calls, self._places, self.chat)
        self._socket: Connection = socket or Socket(token, self._calls.api_url, gateway_url, sleep)
        self._gateway: Gateway | None = None
        self._server, self._guild = server, ""

    async def start(self, intake: Intake, commands: Commands) -> None:
        """Returns when people are heard, however long Discord is away. Raises Unreachable if it refuses our token, or
        if it cannot be told in which server we work.
        """
        app = await self._insist("/oauth2/applications/@me")
        user = await self._insist("/users/@me")
        guilds = await self._insist("/users/@me/guilds")
        self._guild = _ours(guilds, self._server)
        us = Us(self._guild, str(user["id"]), str(app["id"]))
        missed = Missed(self._marks, self._calls, us.guild, self._now)
        await self._patiently(missed.load)
        members = Members(self._calls, us.guild, self._now)
        server = Server(us, self._places, members, intake.policy)
        self._gateway = gateway = Gateway(server, intake, self.chat, self._calls, commands, missed, self._sleep)

        async def content() -> bool:
            """Its owner may switch it off at any time."""
            app = await self._calls("GET", "/oauth2/applications/@me")
            switched_on = intents.content(app.get("flags"))
            if not switched_on:
                log.warning("the message content intent is off: in channels I hear only messages that mention me")
            gateway.told(switched_on)
            return switched_on

        await self._socket.start(content, gateway.received)
        ours = commands_of(str(app.get("name") or NAME))
        self._registering = asyncio.create_task(self._register(us, ours))
        log.info("connected to Discord: the user %s in the server %s", us.user, us.guild)

    async def stop(self) -> None:
        """Nothing is heard from then on: what is being handled is ended. `chat` still speaks, for work that ends."""
        registering, self._registering = self._registering, None
        if registering:
            registering.cancel()
            await asyncio.gather(registering, return_exceptions=True)
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
        where, server = place.thread or place.channel, self._guild if place.team else "@me"
        return f"https://discord.com/channels/{server}/{where}{f'/{message}' if message else ''}"

    async def _register(self, us: Us, ours: list[dict[str, Any]]) -> None:
        """Nobody waits for it: what people say in words is heard without."""
        try:
            await register(self._calls, us.app, us.guild, ours, self._commands_here)
        except ChatError as error:
            log.warning("the commands are not registered as they should be: %s", error)

    async def _insist(self, path: str) -> Any:
        try:
            return await self._patiently(lambda: self._calls("GET", path))
        except CallRefused as error:
            raise Unreachable(f"{error}. Is DISCORD_BOT_TOKEN right?") from error

    async def _patiently(self, do: Callable[[], Awaitable[T]]) -> T:
        """Until it is done. Raises CallRefused."""
        for wait in chain(WAITS, repeat(WAITS[-1])):
            try:
                return await do()
            except CallRefused:
                raise
            except (ChatError, JournalUnavailable) as error:
                log.warning("%s; I try again", error)
                await self._sleep(wait)
        raise AssertionError("there is no end to waiting")


def _ours(guilds: Sequence[Mapping[str, Any]], wanted: str) -> str:
    """The id of the server in which we work. Raises Unreachable: anybody may bring the bot into theirs."""
    names = {str(one["id"]): str(one.get("name") or "") for one in guilds}
    if wanted in names or (not wanted and len(names) == 1):
        return wanted or next(iter(names))
    there = ", ".join(f"{name} ({id})" for id, name in names.items()) or "none"
    if wanted:
        raise Unreachable(f"the bot is not in the server {wanted} that DISCORD_SERVER names; it is in: {there}")
    if names:
        raise Unreachable(f"the bot is in several servers: set DISCORD_SERVER to the id of one. They are: {there}")
    raise Unreachable("the bot is in no server yet: open the invite that `deskmate manifest discord` prints")
