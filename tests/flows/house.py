"""Where a story is played: the parts of the colleague in this process, or `deskmate run` as a process of its own.

Both talk to the same emulators and scripted model over sockets, through the real bolt, discord.py and litellm.
"""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from functools import wraps
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

import pytest

from adapters.engines.local import LocalEngine
from bot import app, wiring
from bot.masking import Secrets
from bot.platforms.definition import Platform, Reaching
from bot.platforms.discord import discord_of
from bot.platforms.slack import slack_of
from bot.settings import Settings, read
from harness.loop.clock import Now, Sleep
from tests.fakes.clock import WITHIN, Passing
from tests.fakes.openai.server import ScriptedModel
from tests.fakes.slack.emulator import SlackEmulator
from tests.flows.room import Room
from tests.flows.surface import AnyDesk
from tests.forked import Forked

T = TypeVar("T")

D = TypeVar("D", bound=AnyDesk)
Story = Callable[["Desk", Room], Awaitable[None]]
"""One that is Slack's alone."""


def story(told: Callable[[D, Any], Awaitable[None]]) -> Callable[[D], None]:
    """A test that plays `told` in a room of its own, and sees that the model said all that it was to say."""

    @wraps(told)
    def test(desk: D) -> None:
        async def whole() -> None:
            await told(desk, desk.room())
            assert not desk.model.unused

        try:
            desk.play(whole())
        finally:
            desk.model.forgets()  # or a story that fails would be told on in all that follow

    del test.__wrapped__  # pytest reads the signature off it
    return test


WORKSPACE = """
name: Deskmate
model: openai/scripted
api_base: {model}
people:
  - {{id: "{cyd}", name: Cyd, roles: [approver]}}
modes:
  build: {{leads_to: []}}
  plan: {{leads_to: [build]}}
  free: {{yolo: true, model: openai/second}}
default_mode: plan
sandbox: {{backend: none}}
"""


async def resting(engine: LocalEngine) -> None:
    """Until nothing is at work."""
    while engine.live:
        await asyncio.wait([task for _, task in engine.live.values()])


class House(Protocol):
    """Something that runs the colleague with these settings."""

    async def start(self, settings: Settings, environment: dict[str, str]) -> None: ...
    async def stop(self) -> None: ...


class InProcess:
    """The same parts that `deskmate run` puts together, in this event loop."""

    def __init__(self, now: Now = time.time, sleep: Sleep | None = None, ping: float | None = None) -> None:
        """`ping` is in real seconds."""
        self._open = AsyncExitStack()
        self.time = Passing(now)
        self._now, self._sleep, self._ping = self.time, sleep or self.time.sleep, ping
        self.colleague: wiring.Colleague | None = None

    def passes(self, seconds: float) -> None:
        """So much time is over at once."""
        self.time.passes(seconds)

    async def rests(self) -> None:
        """All that has happened is journaled, and every thread waits."""
        assert self.colleague
        await resting(self.colleague.engine)

    async def start(self, settings: Settings, environment: dict[str, str]) -> None:
        outside = wiring.outside(settings)
        tools = wiring.tools_in(settings.workspace, environment, outside, self._now)
        source = wiring.source(settings.workspace, tools)
        workspace = source.workspace
        journal = self._open.enter_context(app.opened(settings, self._now))
        model = wiring.ModelsInUse(workspace, settings.workspace / wiring.FILES)
        self._open.push_async_callback(model.aclose)
        platforms: dict[str, Platform] = {}
        if settings.slack_bot_token:
            platforms["slack"] = slack_of(settings, self._now, self._sleep, self._ping, journal.marks)
        if settings.discord_bot_token:
            platforms["discord"] = discord_of(settings, journal.marks, self._now, self._sleep)
        for name, platform in platforms.items():
            assert isinstance(platform, Reaching)
            outside.add(name, platform.rooms, platform.attachments)
        self.colleague = colleague = wiring.colleague(
            workspace,
            tools,
            journal,
            model,
            {name: platform.chat for name, platform in platforms.items()},
            self._now,
            {name: platform.link for name, platform in platforms.items()},
            sleep=self._sleep,
            outside=outside,
            checks=True,
            secrets=Secrets.of(settings.workspace, environment),
            source=source.telling(model.change),
        )
        for platform in platforms.values():
            self._open.push_async_callback(platform.close)
        await self._open.enter_async_context(app.at_work(colleague))
        for platform in platforms.values():
            await platform.start(colleague.intake, colleague.commands)
            self._open.push_async_callback(platform.stop)

    async def stop(self) -> None:
        await self._open.aclose()


class BlackBox:
    """`deskmate run`, driven only over sockets. What it logs goes to the test's standard error."""

    def __init__(self) -> None:
        self._program: Forked | None = None

    async def start(self, settings: Settings, environment: dict[str, str]) -> None:
        arguments = ("run", "--workspace", str(settings.workspace))
        self._program = await asyncio.to_thread(Forked, arguments, environment)

    async def stop(self) -> None:
        """As an operator would: it ends by itself, and well."""
        if self._program and self._program.returncode is None:
            self._program.send_signal(signal.SIGTERM)
            assert await self._program.ended(within=60) == 0

    async def ends(self) -> int:
        """By itself; returns its exit status."""
        assert self._program
        return await self._program.ended(within=60)

    async def kill(self) -> None:
        """kill -9."""
        assert self._program
        self._program.kill()
        await self._program.ended(within=60)


class Household:
    """The house with everything around it but the platforms. `play` runs a story in its event loop."""

    workspace = WORKSPACE
    called = ("ana", "bob", "cyd", "dee")
    """As they are called there."""

    def __init__(self, loop: asyncio.AbstractEventLoop, model: ScriptedModel, folder: Path, database: str) -> None:
        self.loop, self.model, self.folder, self.database = loop, model, folder, database
        self.files = folder / "workspace" / "files"
        self._open = AsyncExitStack()
        self._rooms = 0
        self.house: House | None = None

    @property
    def tokens(self) -> dict[str, str]:
        """The platforms', with where they are."""
        raise NotImplementedError

    async def connected(self) -> None:
        """Returns when people are heard there."""
        raise NotImplementedError

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            **self.tokens,
            "DESKMATE_DATA_DIR": str(self.folder / "data"),
            "DESKMATE_DATABASE_URL": self.database,
            "OPENAI_API_KEY": "k",
            "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        }

    def furnish(self, cyd: str, settings: str = "") -> None:
        """`cyd`: their id. `settings` are more of the workspace's."""
        self.files.mkdir(parents=True)
        text = self.workspace.format(model=self.model.base_url, cyd=cyd)
        (self.folder / "workspace" / "workspace.yaml").write_text(text + settings)

    def live(self, house: House, process: pytest.MonkeyPatch) -> Iterator[Self]:
        """For a fixture: the house is there, and is left in order at the end."""
        for name, value in self.environment.items():
            process.setenv(name, value)  # litellm reads it, wherever it runs
        try:
            self.play(self.move_in(house))
            yield self
        finally:
            self.close()

    async def move_in(self, house: House) -> None:
        self.house = house
        settings = read(self.environment, str(self.folder / "workspace"))
        await house.start(settings, self.environment)
        await self.connected()

    def passes(self, seconds: float) -> None:
        """So much time is over at once in the house, which is in this process."""
        assert isinstance(self.house, InProcess)
        self.house.passes(seconds)

    def play(self, story: Coroutine[Any, Any, T], within: float = 3 * WITHIN) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(story, within))

    def close(self) -> None:
        async def close() -> None:
            if self.house:
                await self.house.stop()
            await self._open.aclose()

        self.loop.run_until_complete(close())
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        asyncio.set_event_loop(None)
        self.loop.close()


class Desk(Household):
    """In Slack."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        slack: SlackEmulator,
        model: ScriptedModel,
        folder: Path,
        database: str,
    ) -> None:
        super().__init__(loop, model, folder, database)
        self.slack = slack
        self.ana, self.bob, self.cyd, self.dee = (slack.user(name) for name in self.called)

    @classmethod
    def open(
        cls,
        folder: Path,
        database: str = "",
        loop: asyncio.AbstractEventLoop | None = None,
        slack: SlackEmulator | None = None,
    ) -> Self:
        """`database` is its URL; SQLite in `folder` if it is empty."""
        loop = loop or asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        if slack is None:
            slack = SlackEmulator()
            slack.acknowledge_within = WITHIN  # that Slack's three seconds are kept is tested where we are alone
        model = ScriptedModel()

        async def start() -> Self:
            desk = cls(loop, slack, model, folder, database)
            await desk._open.enter_async_context(slack)
            await desk._open.enter_async_context(model)
            desk._furnish()
            return desk

        return loop.run_until_complete(start())

    @classmethod
    def lived_in(
        cls,
        folder: Path,
        house: House,
        process: pytest.MonkeyPatch,
        settings: str = "",
        loop: asyncio.AbstractEventLoop | None = None,
        slack: SlackEmulator | None = None,
    ) -> Iterator[Self]:
        """For a fixture: the house is there, with more `settings` for its workspace, and is left in order at the
        end.
        """
        desk = cls.open(folder, loop=loop, slack=slack)
        with (folder / "workspace" / "workspace.yaml").open("a") as file:
            file.write(settings)
        yield from desk.live(house, process)

    def _furnish(self) -> None:
        self.furnish(f"slack:{self.slack.team.id}:{self.cyd.id}")

    @property
    def tokens(self) -> dict[str, str]:
        return {
            "SLACK_BOT_TOKEN": self.slack.bot_token,
            "SLACK_APP_TOKEN": self.slack.app_token,
            "SLACK_API_URL": self.slack.api_url,
        }

    async def connected(self) -> None:
        await self.slack.connected()

    def room(self, name: str = "") -> Room:
        """A new channel with everybody in it."""
        self._rooms += 1
        channel = self.slack.channel(name or f"room-{self._rooms}", self.ana, self.bob, self.cyd, self.dee)
        return Room(self.slack, self.model, channel, self.files)
