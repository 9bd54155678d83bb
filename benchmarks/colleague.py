"""A colleague with an instant model, durable on SQLite; its chat is null unless another is given."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import BaseModel

from adapters.engines.local import LocalEngine
from adapters.storage.journal import SqlJournal
from harness.approvals.gate import Gate, Rule, Verdict
from harness.chat.people import Person, Place
from harness.chat.port import Chat
from harness.commands.context import CommandContext
from harness.context.model import ProposedCall, Reply, Request, Shown
from harness.context.packages import compile, occasion
from harness.loop.activation import Activation
from harness.loop.activity_broadcaster import ActivityBroadcaster
from harness.loop.admission import Admission
from harness.loop.budgeting import Budgeting
from harness.loop.commands import Commands
from harness.loop.intake import Intake
from harness.loop.packaging import Compiling
from harness.loop.perform import Perform
from harness.loop.rules import Rules
from harness.loop.session_cache import SessionCache
from harness.loop.thread_reader import ThreadReader
from harness.sessions.usage import Usage
from harness.tools.calls import ToolResult
from harness.tools.registry import Registry
from harness.tools.tool import Tool, ToolContext
from harness.workspace.places import PlacePolicy
from harness.workspace.workspace import Mode, Workspace
from tests.fakes.chat import NullChat
from tests.fakes.people import Everybody

ANA = Person("bench", "T", "ana", "Ana")
USED = Usage(1_000, 20, 0.001)
"""By each step, so that it is kept and counted as in earnest."""
WINDOW = 30_000
"""Tokens of the conversation that a request holds."""


def place(thread: str = "1") -> Place:
    return Place("bench", "T", "channel", thread)


class Instant:
    """Asks for `tool` in each of `steps` steps, then says that it is done. It is given the whole request, encoded."""

    def __init__(self, tool: str, steps: int) -> None:
        self.tool, self.steps, self.left, self.sent = tool, steps, steps, 0

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        self.sent += len(request.encoded())
        if self.left == 0:
            self.left = self.steps
            return Reply("done", usage=USED)
        self.left -= 1
        return Reply("", (ProposedCall(self.tool, '{"what": "README.md"}', f"call_{self.left}"),), USED)


class What(BaseModel):
    what: str


class Bench:
    """All the parts, and when the tool has begun each time (`time.perf_counter`)."""

    def __init__(self, journal: SqlJournal, model: Instant, chat: Chat) -> None:
        self.journal, self.model = journal, model
        self.began: list[float] = []
        tools = Registry(
            [
                Tool("look", "Look at something.", "read", What, self._look, repeatable=True),
                Tool("deploy", "Deploy something.", "execute", What, self._look),
            ]
        )
        watching = ActivityBroadcaster(chat)
        workspace = Workspace(
            model="instant", context_tokens=WINDOW, modes={"build": Mode("build")}, default_mode="build"
        )
        gates = {"build": Gate(tools, (Rule(Verdict.ALLOW, category="read"),))}
        rules = Rules("build", gates, budgets=workspace.budgets)
        gate = rules.gates["build"]
        packages = Compiling(
            lambda session, notes: compile(workspace, gate, tools, occasion(session, workspace, notes)),
            journal.packages,
        )
        perform = Perform(chat, model, tools, watching)

        cache, turns, budgeting = SessionCache(), Admission(), Budgeting(journal.ledger)

        def activation(thread: str) -> Activation:
            return Activation(
                thread,
                journal,
                journal,
                lambda: rules,
                packages,
                perform,
                watching,
                cache,
                turns,
                time.time,
                budgeting=budgeting,
            )

        self.engine = LocalEngine(journal, activation, time.time)
        self.intake = Intake(journal, ThreadReader(journal, journal, journal.index), self.engine, Everybody(), tools)
        context = CommandContext(workspace, rules.gates, tools)
        self.commands = Commands(
            journal,
            journal.index,
            self.intake,
            self.engine,
            lambda: context,
            None,
            lambda place: PlacePolicy(),
            time.time,
        )

    async def _look(self, arguments: What, context: ToolContext) -> ToolResult:
        self.began.append(time.perf_counter())
        return ToolResult("x" * 250)

    async def rests(self) -> None:
        """Until no activation is left."""
        while self.engine.live:
            await asyncio.gather(*(task for _, task in self.engine.live.values()))


@asynccontextmanager
async def bench(folder: Path, model: Instant, chat: Chat | None = None) -> AsyncIterator[Bench]:
    with SqlJournal.open(f"sqlite:///{folder / 'bench.db'}", time.time) as journal:
        colleague = Bench(journal, model, chat or NullChat())
        try:
            yield colleague
        finally:
            await colleague.engine.stop()
