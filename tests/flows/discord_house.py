"""The house in Discord, with everything around it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.openai.server import ScriptedModel
from tests.flows.discord_room import Room
from tests.flows.house import House, Household


class DiscordDesk(Household):
    def __init__(
        self, loop: asyncio.AbstractEventLoop, discord: DiscordEmulator, model: ScriptedModel, folder: Path
    ) -> None:
        super().__init__(loop, model, folder, "")
        self.discord = discord
        self.ana, self.bob, self.cyd, self.dee = (discord.user(name) for name in self.called)

    @classmethod
    def open(cls, folder: Path, discord: DiscordEmulator | None = None) -> Self:
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        desk = cls(loop, discord or DiscordEmulator(), ScriptedModel(), folder)
        loop.run_until_complete(desk._enter())
        return desk

    @classmethod
    def lived_in(cls, folder: Path, house: House, process: pytest.MonkeyPatch) -> Iterator[Self]:
        """For a fixture, as in Slack."""
        yield from cls.open(folder).live(house, process)

    async def _enter(self) -> None:
        await self._open.enter_async_context(self.discord)
        await self._open.enter_async_context(self.model)
        self.furnish(f"discord:{self.discord.state.guild}:{self.cyd['id']}")

    @property
    def tokens(self) -> dict[str, str]:
        return {
            "DISCORD_BOT_TOKEN": self.discord.token,
            "DISCORD_API_URL": self.discord.api_url,
            "DISCORD_GATEWAY_URL": self.discord.gateway_url,
        }

    async def connected(self) -> None:
        await self.discord.connected()

    def room(self, name: str = "") -> Room:
        """A new channel."""
        self._rooms += 1
        return Room(self.discord, self.model, self.discord.channel(name or f"room-{self._rooms}")["id"])
