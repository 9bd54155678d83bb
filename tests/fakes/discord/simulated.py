"""Our side of Discord on simcord, a Discord of others' making that runs in this process, by a clock of its own.

simcord knows no sockets: it hands a client's parsers what the gateway would send, and answers what its REST client is
asked. `Bot` lets our gateway hear the same; `Simulated` speaks by that client.
"""

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import discord

from adapters.discord import intents
from adapters.discord.calls import Calls
from adapters.discord.socket import Content

if TYPE_CHECKING:
    from discord.http import HTTPClient


class Bot(discord.Client):
    """A client with our intents, that gives what it is told to `received` too, as frames."""

    def __init__(self, content: bool = True) -> None:
        super().__init__(intents=discord.Intents(**dict.fromkeys(intents.needed(content), True)), max_messages=None)
        self.received: Callable[[str], None] | None = None
        parsers: dict[str, Callable[[Any], None]] = self._connection.parsers
        for name, parser in list(parsers.items()):
            parsers[name] = self._both(name, parser)

    def _both(self, name: str, parser: Callable[[Any], None]) -> Callable[[Mapping[str, Any]], None]:
        def parse(payload: Mapping[str, Any]) -> None:
            frame = json.dumps({"op": 0, "t": name, "s": 1, "d": payload})  # before it is changed by who reads it
            parser(payload)
            if self.received is not None:
                self.received(frame)

        return parse


class Wire:
    """Fulfils `adapters.discord.socket.Connection` by that client."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def start(self, content: Content, received: Callable[[str], None]) -> None:
        self._bot.received = received

    async def stop(self) -> None:
        self._bot.received = None

    @property
    def connected(self) -> bool:
        return self._bot.received is not None


class SimulatedCalls(Calls):
    """By the client that simcord has given the bot."""

    def __init__(self, bot: Bot) -> None:
        super().__init__("simcord.fake.token", "")
        self._bot = bot

    async def client(self) -> "HTTPClient":
        return self._bot.http

    async def close(self) -> None:
        """The client is simcord's to close."""
