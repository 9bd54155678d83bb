"""What Discord says of our token: for `deskmate doctor`. Nothing is changed by asking."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from adapters.discord import intents, parse, permissions
from adapters.discord.calls import CallRefused, Calls
from adapters.discord.commands import NAME, commands
from adapters.discord.registering import registered
from adapters.discord.scopes import BITS
from harness.chat.people import Place
from harness.chat.port import Undelivered
from harness.loop.clock import Now

PATIENCE = 10.0
"""Seconds for one call."""
SPEAKING = ("view_channel", "read_message_history", "send_messages")
SPEAKING_IN_THREADS = (*SPEAKING[:2], "send_messages_in_threads")
"""What it takes to say something there, and to find it again."""
_CATEGORY = 4

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Server:
    """One that we are in; `granted` are our permissions there, as one number."""

    id: str
    name: str
    granted: int


@dataclass(frozen=True, slots=True)
class Known:
    """The application whose token it is, as whom it speaks, and where. `content`: the message content intent is on."""

    app: str
    app_name: str
    user_name: str
    content: bool
    servers: Sequence[Server]


@dataclass(frozen=True, slots=True)
class Room:
    """A channel as we see it. `lacking`: what we would need there to speak, and may not. `holds`: can something be said
    in it, rather than in its threads alone? `thread`: is the one there that was asked for, or what it would hang on?
    """

    name: str
    lacking: tuple[str, ...] = ()
    holds: bool = True
    thread: bool = True


class Probe:
    """Each raises ChatError: CallRefused if Discord does not take the token."""

    def __init__(self, token: str, api_url: str, now: Now) -> None:
        self._now = now
        self._calls = Calls(token, api_url)

    async def ahead(self) -> float | None:
        """By how many seconds our clock is ahead of Discord's, told in whole seconds; None if it does not say.
        No token is needed: raises Undelivered if Discord cannot be reached.
        """
        import aiohttp

        try:
            async with (
                asyncio.timeout(PATIENCE),
                aiohttp.ClientSession(trust_env=True) as session,
                session.get(f"{self._calls.api_url}/gateway") as answer,
            ):
                if answer.status != 200:
                    raise Undelivered(f"{self._calls.api_url} answers with HTTP {answer.status}")
                return _ahead(answer.headers, self._now())
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Undelivered(f"{self._calls.api_url} cannot be reached: {_why(error)}") from None

    async def known(self) -> Known:
        app = await self._calls("GET", "/oauth2/applications/@me", patience=PATIENCE)
        user = await self._calls("GET", "/users/@me", patience=PATIENCE)
        servers = await self._calls("GET", "/users/@me/guilds", patience=PATIENCE)
        return Known(
            str(app["id"]),
            str(app.get("name") or NAME),
            str(user.get("username") or ""),
            intents.content(app.get("flags")),
            [Server(str(one["id"]), str(one.get("name") or ""), int(one.get("permissions") or 0)) for one in servers],
        )

    async def registered(self, known: Known, server: Server) -> bool:
        """Are our commands there as the code has them?"""
        return await registered(self._calls, known.app, server.id, commands(known.app_name))

    async def room(self, place: Place) -> Room | None:
        """What is at that place of a server that we are in; None, if there is no such channel or we cannot see it."""
        found = await self._seen("/channels/{channel_id}", channel_id=place.channel)
        if found is None or parse.channel(found).guild != place.team or parse.channel(found).kind == "thread":
            return None
        us = await self._calls("GET", "/users/@me", patience=PATIENCE)
        guild = await self._calls("GET", "/guilds/{guild_id}", at={"guild_id": place.team}, patience=PATIENCE)
        at = {"guild_id": place.team, "user_id": str(us["id"])}
        member = await self._calls("GET", "/guilds/{guild_id}/members/{user_id}", at=at, patience=PATIENCE)
        granted = permissions.granted(guild, member, found)
        needed = SPEAKING_IN_THREADS if place.thread else SPEAKING
        return Room(
            str(found.get("name") or place.channel),
            tuple(name for name in needed if not granted & BITS[name]),
            found.get("type") != _CATEGORY and parse.channel(found).kind != "forum",
            not place.thread or await self._thread(place),
        )

    async def _thread(self, place: Place) -> bool:
        """What hangs on a message has its id, and is begun if it is not there yet."""
        thread = await self._seen("/channels/{channel_id}", channel_id=place.thread)
        if thread is not None:
            return parse.channel(thread).parent == place.channel
        path = "/channels/{channel_id}/messages/{message_id}"
        return await self._seen(path, channel_id=place.channel, message_id=place.thread) is not None

    async def _seen(self, path: str, **at: str) -> Json | None:
        """None, if there is no such thing, no such id, or no way to it for us."""
        try:
            found: Json = await self._calls("GET", path, at=at, patience=PATIENCE)
        except CallRefused as error:
            if error.status in (400, 403, 404):
                return None
            raise
        return found

    async def close(self) -> None:
        await self._calls.close()


def _why(error: Exception) -> str:
    """Some say nothing of themselves."""
    if isinstance(error, TimeoutError):
        return f"no answer within {PATIENCE:.0f} s"
    return str(error) or type(error).__name__


def _ahead(headers: Mapping[str, str], now: float) -> float | None:
    try:
        return now - parsedate_to_datetime(headers.get("Date", "")).timestamp()
    except (TypeError, ValueError):
        return None
