"""What Discord says of our token: for `deskmate doctor`. Nothing is changed by asking."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from adapters.discord import intents
from adapters.discord.calls import Calls
from adapters.discord.commands import NAME, commands
from adapters.discord.registering import registered
from harness.chat.port import Undelivered
from harness.loop.clock import Now

PATIENCE = 10.0
"""Seconds for one call."""

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


class Probe:
    """Each raises ChatError: Refused if Discord does not take the token."""

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
            raise Undelivered(f"{self._calls.api_url} cannot be reached ({type(error).__name__})") from None

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

    async def close(self) -> None:
        await self._calls.close()


def _ahead(headers: Mapping[str, str], now: float) -> float | None:
    try:
        return now - parsedate_to_datetime(headers.get("Date", "")).timestamp()
    except (TypeError, ValueError):
        return None
