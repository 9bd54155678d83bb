"""A whole colleague on the Discord emulator: real discord.py over sockets, the real loop, a scripted model."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from adapters.discord.app import Discord
from adapters.discord.calls import Calls
from adapters.discord.chat import DiscordChat
from adapters.discord.places import Places
from adapters.engines.local import LocalEngine
from harness.approvals.gate import Gate, Rule, Verdict
from harness.chat.people import Person, Place
from harness.commands.context import CommandContext
from harness.loop.activation import Activation
from harness.loop.activity_broadcaster import ActivityBroadcaster
from harness.loop.admission import Admission
from harness.loop.clock import Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake, thread_of
from harness.loop.perform import Perform
from harness.loop.rules import Rules
from harness.loop.session_cache import SessionCache
from harness.loop.thread_reader import ThreadReader
from harness.sessions.facts import Fact, MessageReceived
from harness.toolbox.ask_user import ask_user
from harness.toolbox.askers import question
from harness.tools.calls import ToolResult
from harness.tools.registry import Registry
from harness.tools.tool import Tool, ToolContext
from harness.workspace.places import PlacePolicy
from harness.workspace.workspace import Mode, Workspace
from tests.fakes.clock import WITHIN as WITHIN
from tests.fakes.clock import Clock, soon
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.discord.shape import Json
from tests.fakes.marks import MemoryMarks
from tests.fakes.packages import compiling
from tests.fakes.people import Everybody
from tests.unit.adapters.slack.rig import Deploy, Journal, Script, calls, deploying

logging.getLogger("adapters.discord").setLevel(logging.CRITICAL)  # each planned misfortune is reported


class Parts:
    """The colleague behind `app`, our side of Discord."""

    def __init__(
        self, app: Discord, journal: Journal, introduction: str = "", policy: PlacePolicy | None = None
    ) -> None:
        self.app, self.journal, self.model = app, journal, Script()
        self.deployed: list[Deploy] = []
        watching, recent = ActivityBroadcaster(self.app.chat), SessionCache()
        tools = Registry(
            [
                Tool("deploy", "Deploys.", "execute", Deploy, self._deploy, act=deploying),
                ask_user(),
            ]
        )
        perform = Perform(self.app.chat, self.model, tools, watching)
        gate = Gate(tools, (Rule(Verdict.ALLOW, category="read"),), askers={"ask_user": question})
        rules = Rules("build", {"build": gate})

        def activation(thread: str) -> Activation:
            return Activation(
                thread,
                self.journal,
                self.journal,
                lambda: rules,
                compiling(),
                perform,
                watching,
                recent,
                Admission(),
                time.time,
            )

        self.engine = LocalEngine(self.journal, activation, time.time)
        self.intake = Intake(
            self.journal,
            ThreadReader(self.journal, self.journal, self.journal.index),
            self.engine,
            Everybody(),
            tools,
            lambda place: policy or PlacePolicy(),
            introduction=lambda: introduction,
        )
        workspace = Workspace(modes={"build": Mode("build")}, default_mode="build")
        context = CommandContext(workspace, {"build": gate}, tools, link=self.app.link)
        self.commands = Commands(
            self.journal,
            self.journal.index,
            self.intake,
            self.engine,
            lambda: context,
            None,
            workspace.places.policy,
            time.time,
        )

    async def _deploy(self, arguments: Deploy, context: ToolContext) -> ToolResult:
        self.deployed.append(arguments)
        return ToolResult(f"deployed to {arguments.to}")


class Colleague(Parts):
    """`discord` is the emulator."""

    def __init__(
        self,
        discord: DiscordEmulator,
        journal: Journal | None = None,
        marks: MemoryMarks | None = None,
        sleep: Sleep = soon,
        introduction: str = "",
        policy: PlacePolicy | None = None,
    ) -> None:
        app = Discord(discord.token, discord.api_url, discord.gateway_url, marks or MemoryMarks(), time.time, sleep)
        super().__init__(app, journal or Journal(), introduction, policy)
        self.discord = discord

    def facts(self, channel: str, thread: str = "") -> list[Fact]:
        server = self.discord.state.channels[channel].get("guild_id") or ""  # direct messages are in none
        place = thread_of(Place("discord", str(server), channel, thread))
        return [row.fact for row in self.journal.threads[place].rows] if place in self.journal.threads else []

    async def card(self, channel: str, words: str = "Deploy to") -> Json:
        """The newest card there once it is there, with something to press."""
        found = lambda: next(  # noqa: E731
            (
                each
                for each in reversed(self.discord.posts(channel))
                if words in self.discord.shown(each) and self.discord.controls(each)
            ),
            None,
        )
        return await self.discord.until(found, WITHIN)

    async def says(self, channel: str, words: str) -> Json:
        """A message of ours there, once it reads so."""
        found = lambda: next((m for m in self.discord.posts(channel) if words in self.discord.shown(m)), None)  # noqa: E731
        return await self.discord.until(found, WITHIN)

    async def told(self, who: Json, words: str) -> None:
        await self.discord.until(lambda: any(words in one for one in self.discord.private(who)), WITHIN)


@asynccontextmanager
async def at_work(
    discord: DiscordEmulator,
    journal: Journal | None = None,
    marks: MemoryMarks | None = None,
    sleep: Sleep = soon,
    introduction: str = "",
    policy: PlacePolicy | None = None,
) -> AsyncIterator[Colleague]:
    colleague = Colleague(discord, journal, marks, sleep, introduction, policy)
    await colleague.app.start(colleague.intake, colleague.commands)
    try:
        await discord.connected()
        yield colleague
    finally:
        colleague.journal.open.set()
        colleague.journal.away = False
        await colleague.app.stop()
        await colleague.engine.stop()
        await colleague.app.close()


def run(test: Callable[[DiscordEmulator], Awaitable[None]]) -> None:
    """Runs a test with an emulator of its own, and sees that it leaves no task behind."""

    async def main() -> None:
        async with DiscordEmulator() as discord:
            await test(discord)
        await asyncio.sleep(0)
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        ours = [task for task in left if "adapters" in repr(task.get_coro())]
        assert not ours, ours
        assert not discord.pinged

    asyncio.run(main())


class Scene:
    """The Chat port on the emulator, in a thread that a message of Ana's begins. `clock` is what is slept by."""

    def __init__(self, discord: DiscordEmulator) -> None:
        self.discord, self.clock = discord, Clock()
        self.ana, self.channel = discord.user("ana"), discord.channel("ops")["id"]
        self.said = discord.says(self.ana, self.channel, "deploy it")
        self.place = Place("discord", discord.state.guild, self.channel, self.said["id"])
        self.person = Person("discord", discord.state.guild, self.ana["id"])
        self.calls = Calls(discord.token, discord.api_url)
        self.places = Places(self.calls)
        self.chat = DiscordChat(self.calls, self.places, discord.clock, self.clock.sleep)

    @property
    def posts(self) -> list[Json]:
        return self.discord.posts(self.place.thread)

    @property
    def texts(self) -> list[str]:
        return [self.discord.shown(one) for one in self.posts]

    def sent(self, method: str, ending: str) -> list[Any]:
        return [one for one in self.discord.rest.calls if one.method == method and one.path.endswith(ending)]


def scene(test: Callable[[Scene], Awaitable[None]]) -> None:
    async def main(discord: DiscordEmulator) -> None:
        here = Scene(discord)
        try:
            await test(here)
        finally:
            await here.chat.close()
            await here.calls.close()

    run(main)


def frame(type: str, body: Json) -> str:
    return json.dumps({"op": 0, "t": type, "s": 1, "d": body})


def received(us: Colleague, channel: str, thread: str = "") -> list[str]:
    """What was said, as the journal has it."""
    return [fact.text for fact in us.facts(channel, thread) if isinstance(fact, MessageReceived)]


async def asked(us: Colleague, arguments: str = '{"to":"prod"}') -> tuple[Json, str, str, Json]:
    """Ana has asked for a deployment, and there is a card: Ana, the channel, the thread, the card."""
    ana, ops = us.discord.user("ana"), us.discord.channel("ops")["id"]
    us.model.says(calls("deploy", arguments), "It is done.")
    thread = str(us.discord.says(ana, ops, f"{us.discord.bot} deploy")["id"])
    return ana, ops, thread, await us.card(thread)
