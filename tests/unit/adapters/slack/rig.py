"""A whole colleague on the Slack emulator: real bolt over sockets, the real loop, a scripted model."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, Field

from adapters.engines.local import LocalEngine
from adapters.slack.app import Slack
from harness.approvals.gate import Gate, Rule, Verdict
from harness.chat.people import Place
from harness.commands.context import CommandContext
from harness.context.model import ProposedCall, Reply, Request, Shown
from harness.loop.activation import Activation
from harness.loop.activity_broadcaster import ActivityBroadcaster
from harness.loop.admission import Admission
from harness.loop.commands import Commands
from harness.loop.intake import Intake, thread_of
from harness.loop.perform import Perform
from harness.loop.rules import Rules
from harness.loop.session_cache import SessionCache
from harness.loop.thread_reader import ThreadReader
from harness.sessions.facts import Fact
from harness.sessions.journal import Appended, JournalUnavailable
from harness.sessions.ledger import LedgerEntry
from harness.toolbox.ask_user import ask_user
from harness.toolbox.askers import question
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.previews import Preview
from harness.tools.registry import Registry
from harness.tools.tool import Tool, ToolContext
from harness.workspace.workspace import Mode, Workspace
from tests.fakes.journal import MemoryJournal
from tests.fakes.packages import compiling
from tests.fakes.people import Everybody
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel, Message

logging.getLogger("adapters.slack").setLevel(logging.CRITICAL)  # each planned misfortune is reported


class Deploy(BaseModel):
    to: str = Field(description="The environment.", min_length=1)
    notes: str = ""
    times: int = 1


def deploying(arguments: Deploy, _: Preview | None) -> Act:
    return Act("Deploy to", "Deployed to", (arguments.to,), about="to")


class Journal(MemoryJournal):
    """One that can be held up, or be away."""

    def __init__(self) -> None:
        super().__init__(time.time)
        self.open = asyncio.Event()
        self.open.set()
        self.away = False
        self.refused: list[Any] = []
        """Facts that came while it was away."""

    async def append(
        self,
        thread: str,
        facts: Any,
        *,
        key: str | None = None,
        lasting: bool = False,
        generation: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        await self.open.wait()
        if self.away:
            self.refused += facts
            raise JournalUnavailable("the disk is full")
        return await super().append(thread, facts, key=key, lasting=lasting, generation=generation, spent=spent)


class Script:
    """A model that says what it was told to say, a line a step; strings are texts."""

    def __init__(self) -> None:
        self.replies: deque[Reply] = deque()
        self.requests: list[Request] = []
        self.typing: float = 0.0

    def says(self, *replies: str | Reply) -> None:
        self.replies += [Reply(each) if isinstance(each, str) else each for each in replies]

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        self.requests.append(request)
        reply = self.replies.popleft() if self.replies else Reply("done")
        if self.typing:
            words = reply.text.split(" ")
            for end in range(1, len(words) + 1):
                shown(Shown(" ".join(words[:end])))
                await asyncio.sleep(self.typing / len(words))
        return reply


def calls(tool: str, arguments: str) -> Reply:
    return Reply("", (ProposedCall(tool, arguments),))


class Colleague:
    """`slack` is the emulator, `app` our side of it."""

    def __init__(self, slack: SlackEmulator, **options: Any) -> None:
        self.slack, self.journal, self.model = slack, Journal(), Script()
        self.deployed: list[Deploy] = []
        self.app = Slack(slack.bot_token, slack.app_token, slack.api_url, time.time, ping=0.2, **options)
        watching = ActivityBroadcaster(self.app.chat)
        tools = Registry(
            [
                Tool("deploy", "Deploys.", "execute", Deploy, self._deploy, act=deploying),
                ask_user(),
            ]
        )
        perform = Perform(self.app.chat, self.model, tools, watching)
        gate = Gate(
            tools, (Rule(Verdict.ALLOW, category="read"),), askers={"ask_user": question}, held=frozenset({"owner"})
        )
        rules = Rules("build", {"build": gate})

        recent = SessionCache()

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
        reader = ThreadReader(self.journal, self.journal, self.journal.index)
        self.intake = Intake(self.journal, reader, self.engine, Everybody(), tools)
        self.workspace = Workspace(
            modes={"build": Mode("build"), "free": Mode("free", yolo=True)}, default_mode="build"
        )
        gates = {"build": gate, "free": replace(gate, yolo=True)}
        context = CommandContext(self.workspace, gates, tools, link=self.app.link)
        self.commands = Commands(
            self.journal,
            self.journal.index,
            self.intake,
            self.engine,
            lambda: context,
            None,
            self.workspace.places.policy,
            time.time,
        )

    async def _deploy(self, arguments: Deploy, context: ToolContext) -> ToolResult:
        self.deployed.append(arguments)
        return ToolResult(f"deployed to {arguments.to}")

    def facts(self, channel: Channel, ts: str) -> list[Fact]:
        thread = thread_of(Place("slack", self.slack.team.id, channel.id, ts))
        return [row.fact for row in self.journal.threads[thread].rows] if thread in self.journal.threads else []

    async def card(self, channel: Channel, said: Message, words: str = "Deploy to") -> Message:
        """The newest card of that thread once it is there."""
        return await self.slack.until(
            lambda: next((each for each in reversed(self.slack.posts(channel, said.ts)) if words in each.shown), None)
        )


@asynccontextmanager
async def at_work(slack: SlackEmulator, **options: Any) -> AsyncIterator[Colleague]:
    colleague = Colleague(slack, **options)
    before = len(slack.socket.open_connections)
    await colleague.app.start(colleague.intake, colleague.commands)
    try:
        await slack.connected(before + 1)
        yield colleague
    finally:
        colleague.journal.open.set()
        colleague.journal.away = False
        await colleague.app.stop()
        await colleague.engine.stop()
        await colleague.app.close()


def run(test: Callable[[SlackEmulator], Coroutine[Any, Any, None]], **options: Any) -> None:
    """Runs a test with an emulator of its own, and sees that it leaves no task behind."""

    async def main() -> None:
        async with SlackEmulator(**options) as slack:
            await test(slack)
        await asyncio.sleep(0)
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        ours = [task for task in left if "adapters" in repr(task.get_coro())]
        assert not ours, ours

    asyncio.run(main())
