"""The same colleague behind the real clients of Slack and Discord, which talk with the emulators over sockets.

Hours pass when a story says so; only sockets, files and processes take real time.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from bot import app, wiring
from bot.platforms.definition import Platform, Reaching
from bot.platforms.discord import discord_of
from bot.platforms.slack import slack_of
from bot.settings import Settings
from harness.context.model import Model
from harness.workspace.loading import parse
from tests.cases.colleague import Scripted, Unpaired
from tests.contracts.storage import Store
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.hours import Hours
from tests.fakes.marks import MemoryMarks
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel, Message, User

T = TypeVar("T")
PING = 0.5
"""Real seconds between two pings of a socket."""
SWEEP = 60.0
"""Seconds between two looks of the engine, where hours pass."""
WITHIN = 10.0
"""Real seconds until something must have happened that takes no time."""
WORKSPACE = """
name: Deskmate
model: scripted
people:
  - {{id: "{owner}", name: own, roles: [owner]}}
sandbox: {{backend: none}}
"""


class House:
    """A colleague on a journal that outlives it. Subclasses bring a platform."""

    def __init__(self, hours: Hours, files: Path, model: Model, settings: str, journal: Store | None) -> None:
        self.hours, self.files, self.model, self.settings = hours, files, model, settings
        self.journal = cast(Any, journal or Unpaired(hours))
        self.parts: wiring.Colleague | None = None
        self.environment: Mapping[str, str] = {}
        self._platform: Platform | None = None
        self._marks = MemoryMarks()

    @property
    def owner(self) -> str:
        raise NotImplementedError

    def _made(self) -> tuple[str, Platform]:
        """The platform, by its name."""
        raise NotImplementedError

    async def _heard(self) -> None:
        """Returns when people are."""
        raise NotImplementedError

    async def starts(self) -> None:
        outside = wiring.Outside()
        tools = wiring.toolbox(self.files, self.environment, outside, self.hours)
        name, platform = self._made()
        assert isinstance(platform, Reaching)
        outside.add(name, platform.rooms, platform.attachments)
        workspace = parse(WORKSPACE.format(owner=self.owner) + self.settings, "workspace.yaml", tools)
        self.parts = wiring.colleague(
            workspace,
            tools,
            self.journal,
            self.model,
            {name: platform.chat},
            self.hours,
            {name: platform.link},
            sleep=self.hours.sleep,
            outside=outside,
        )
        self._platform = platform
        await self.parts.engine.sweep()
        await app.arranged(self.parts)
        await platform.start(self.parts.intake, self.parts.commands)
        await self._heard()

    async def stops(self) -> None:
        parts, platform = self.parts, self._platform
        self.parts = self._platform = None
        if platform:
            await platform.stop()
        if parts:
            await parts.engine.stop()
        if platform:
            await platform.close()

    async def passes(self, seconds: float) -> None:
        """The engine looks at the clock now and then meanwhile."""
        end = self.hours() + seconds
        while self.hours() < end:
            await self.hours.passes(min(SWEEP, end - self.hours()))
            await self.sweeps()

    async def sweeps(self) -> None:
        assert self.parts
        await self.parts.engine.sweep()
        await self.hours.rests()


class InSlack(House):
    """With a channel that everybody is in."""

    def __init__(
        self,
        hours: Hours,
        files: Path,
        model: Model,
        settings: str = "",
        journal: Store | None = None,
        strict_rates: bool = False,
    ) -> None:
        super().__init__(hours, files, model, settings, journal)
        clock = Clock(source=hours)
        hours.moved = lambda: clock.advance(0)
        self.slack = SlackEmulator(clock=clock, later=hours.later, strict_rates=strict_rates)
        self.own, self.ana, self.bob, self.dee = (self.slack.user(name) for name in ("own", "ana", "bob", "dee"))
        self.dev = self.slack.channel("dev", self.own, self.ana, self.bob, self.dee)

    async def __aenter__(self) -> "InSlack":
        await self.slack.start()
        await self.starts()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stops()
        await self.slack.close()

    @property
    def owner(self) -> str:
        return f"slack:{self.slack.team.id}:{self.own.id}"

    def _made(self) -> tuple[str, Platform]:
        settings = Settings(
            self.files,
            self.files,
            "",
            slack_bot_token=self.slack.bot_token,
            slack_app_token=self.slack.app_token,
            slack_api_url=self.slack.api_url,
        )
        return "slack", slack_of(settings, self.hours, self.hours.sleep, PING, self._marks)

    async def _heard(self) -> None:
        await self.slack.connected(within=WITHIN)

    # What people do
    async def mentions(
        self, who: User, text: str, channel: Channel | None = None, thread: str | None = None
    ) -> Message:
        return await self.slack.says(who, channel or self.dev, f"{self.slack.bot} {text}", thread)

    async def says(self, who: User, text: str, thread: str | None = None, channel: Channel | None = None) -> Message:
        return await self.slack.says(who, channel or self.dev, text, thread)

    # What there is to see
    def posts(self, channel: Channel | None = None) -> list[Message]:
        """Ours, in all threads of a channel."""
        return self.slack.posts(channel or self.dev)

    def told(self, who: User) -> list[str]:
        """What only they see, and what they are written directly."""
        ephemerals = [one.shown for one in self.slack.ephemerals(who)]
        return [*ephemerals, *(one.shown for one in self.slack.posts(self.slack.dm(who)))]

    async def reads(self, text: str, channel: Channel | None = None) -> Message:
        """A message of ours, once it reads so."""
        return await self.until(lambda: next((one for one in self.posts(channel) if text in one.shown), None))

    async def card(self, text: str, channel: Channel | None = None) -> Message:
        """One of ours that can be answered, once it is there."""
        found = lambda: next((m for m in self.posts(channel) if text in m.shown and m.controls), None)  # noqa: E731
        return await self.until(found)

    async def until(self, true: Callable[[], T | None], within: float = WITHIN) -> T:
        return await self.slack.until(true, within)

    async def works_off(self) -> None:
        """Until nothing is at work but what waits for the clock, and every payload is dealt with."""
        await self.slack.settled()
        await self.hours.rests()


class InDiscord(House):
    """With a channel in which everybody is."""

    def __init__(
        self, hours: Hours, files: Path, model: Model, settings: str = "", journal: Store | None = None
    ) -> None:
        super().__init__(hours, files, model, settings, journal)
        self.discord = DiscordEmulator()
        self.own, self.ana, self.bob, self.dee = (self.discord.user(name) for name in ("own", "ana", "bob", "dee"))
        self.dev = str(self.discord.channel("dev")["id"])

    async def __aenter__(self) -> "InDiscord":
        await self.discord.__aenter__()
        await self.starts()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stops()
        await self.discord.__aexit__(None, None, None)

    @property
    def owner(self) -> str:
        return f"discord:{self.discord.state.guild}:{self.own['id']}"

    def _made(self) -> tuple[str, Platform]:
        settings = Settings(
            self.files,
            self.files,
            "",
            discord_bot_token=self.discord.token,
            discord_api_url=self.discord.api_url,
            discord_gateway_url=self.discord.gateway_url,
        )
        return "discord", discord_of(settings, self._marks, self.hours)

    async def _heard(self) -> None:
        await self.discord.connected(within=WITHIN)

    def mentions(self, who: Mapping[str, Any], text: str, channel: str = "") -> str:
        """The thread that it opens; in a thread, that one."""
        said = self.discord.says(dict(who), channel or self.dev, f"{self.discord.bot} {text}")
        return channel if channel and channel != self.dev else str(said["id"])

    async def reads(self, channel: str, text: str) -> dict[str, Any]:
        found = lambda: next((m for m in self.discord.posts(channel) if text in self.discord.shown(m)), None)  # noqa: E731
        return await self.until(found)

    async def until(self, true: Callable[[], T | None], within: float = WITHIN) -> T:
        return await self.discord.until(true, within)


def in_slack(
    folder: Path,
    model: Scripted,
    story: Callable[[InSlack], Awaitable[None]],
    settings: str = "",
    journal: Callable[[Hours], Store] | None = None,
    strict_rates: bool = False,
) -> None:
    def desk(hours: Hours, files: Path) -> InSlack:
        return InSlack(hours, files, model, settings, journal(hours) if journal else None, strict_rates)

    _played(folder, desk, story)


def in_discord(
    folder: Path,
    model: Scripted,
    story: Callable[[InDiscord], Awaitable[None]],
    settings: str = "",
    journal: Callable[[Hours], Store] | None = None,
) -> None:
    def desk(hours: Hours, files: Path) -> InDiscord:
        return InDiscord(hours, files, model, settings, journal(hours) if journal else None)

    _played(folder, desk, story)


D = TypeVar("D", InSlack, InDiscord)


def _played(folder: Path, desk: Callable[[Hours, Path], D], story: Callable[[D], Awaitable[None]]) -> None:
    hours = Hours()
    files = folder / "files"
    files.mkdir(exist_ok=True)

    async def whole() -> None:
        async with asyncio.timeout(60), desk(hours, files) as here:
            await story(here)

    asyncio.set_event_loop(hours.loop)
    try:
        hours.loop.run_until_complete(whole())
    finally:
        hours.loop.run_until_complete(_ended())
        hours.loop.run_until_complete(hours.loop.shutdown_default_executor())
        asyncio.set_event_loop(None)
        hours.loop.close()


async def _ended() -> None:
    """What the clients and emulators leave behind."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
