"""A conversation with the rehearsal: the real fold, window, gate and tools, without the loop around them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from adapters.files.folder import Folder
from adapters.models.rehearsal import Rehearsal
from harness.approvals.asks import Approve, Choice, Edit, Reject, Respond
from harness.chat.people import Person, Place
from harness.context.asides import INSTRUCTION, OFFERED, changes
from harness.context.model import Reply, Request, Shown
from harness.context.packages import offered
from harness.context.window import ModelMessage, Window
from harness.files.errors import FilesError
from harness.loop.rules import Rules
from harness.loop.rulings import starts, verdicts
from harness.sessions.effects import PreviewCall
from harness.sessions.facts import (
    AsideReplied,
    AskAnswered,
    CallPreviewed,
    ContinueRequested,
    Fact,
    MessageReceived,
    ModelReplied,
    Resumed,
    Row,
    StopRequested,
    ToolReturned,
)
from harness.sessions.fold import apply
from harness.sessions.session import Session
from harness.sessions.turn import OpenAsk
from harness.sessions.wants import wants
from harness.toolbox.ask_user import ask_user
from harness.toolbox.askers import question
from harness.toolbox.execute import execute
from harness.toolbox.read_file import read_file
from harness.toolbox.shell import NOTHING_HIDDEN, Begun, Completed, Hidden, Isolation
from harness.toolbox.write_file import write_file
from harness.toolbox.write_todos import write_todos
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.previews import Unfeasible
from harness.tools.registry import Registry
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from harness.workspace.gates import gate
from harness.workspace.loading import parse
from tests.fakes.packages import SYSTEM

ANA, BO = Person("test", "T", "ana", "Ana"), Person("test", "T", "bo", "Bo")
HERE = Place("test", "T", "C", "1")


class Play:
    """`text` is the workspace's file: which tools there are, and what is asked."""

    isolation = Isolation()

    def __init__(self, folder: Path, text: str = "", budget: int = 30_000) -> None:
        files = Folder(folder)
        self.tools = Registry([write_todos(), ask_user(), read_file(files), write_file(files), execute(self)])
        workspace = parse(text, "workspace.yaml", self.tools)
        mode = workspace.modes[workspace.default_mode]
        ruled = gate(workspace, mode, self.tools, {"ask_user": question})
        self.rules = Rules(mode.name, {mode.name: ruled})
        self.offered = offered(ruled.tools.values())
        self.session, self.window, self.budget = Session(), Window(), budget
        self.replies: list[Reply] = []
        self.shown: list[Shown] = []
        self.naps: list[float] = []
        self.exit_code = 0

    async def begin(self, command: str, timeout: float, hidden: Hidden = NOTHING_HIDDEN) -> Begun:
        raise AssertionError("nothing runs in the background here")

    def add(self, fact: Fact) -> None:
        row = Row(self.session.head + 1, 0.0, fact)
        before, self.session = self.session, apply(self.session, row)
        self.window.follow(before, row, self.session)
        for verdict in list(verdicts(self.session, self.rules, 0.0)):
            self.add(verdict)

    def says(self, words: str, by: Person = ANA) -> None:
        self.add(MessageReceived(by, HERE, words))

    def stops(self) -> None:
        self.add(StopRequested(ANA, HERE))

    def asks_to_go_on(self) -> None:
        self.add(ContinueRequested(ANA, HERE, self.session.turns))

    def answers(self, choice: Choice, by: Person = ANA) -> None:
        self.add(AskAnswered(self.ask.id, by, HERE, choice))

    @property
    def ask(self) -> OpenAsk:
        [ask] = self.session.asks.open
        return ask

    def think(self) -> Reply:
        """One reply, and its calls as far as nobody has to decide them."""
        turn = self.session.turn
        assert turn
        assert turn.thinking
        self.window.fit(self.budget)
        through = self.session.head
        reply = self._reply(self.window.request)
        calls = tuple(
            ToolCall(f"{turn.at}.{index}", call.tool, call.arguments, call.provider_id)
            for index, call in enumerate(reply.calls)
        )
        self.add(ModelReplied(turn.at, through, reply.text, calls=calls))
        return reply

    def talk(self) -> None:
        """The answer to what was said while people decide."""
        turn = self.session.turn
        assert turn
        assert turn.aside
        through = turn.aside.through
        messages = self.window.aside(self.session, through, INSTRUCTION, self.budget)
        reply = self._reply(messages, OFFERED)
        changed = changes(reply.calls, turn, self.tools)
        self.add(AsideReplied(at=turn.at, aside=turn.aside.number, through=through, text=reply.text, changes=changed))

    def _reply(self, messages: Sequence[ModelMessage], more: Sequence[Mapping[str, Any]] = ()) -> Reply:
        turn = self.session.turn
        assert turn
        request = Request(at=turn.at, model="rehearsal", system=SYSTEM, messages=messages, tools=(*self.offered, *more))
        reply = asyncio.run(Rehearsal(self._nap, pace=0.5).reply(request, self.shown.append))
        self.replies.append(reply)
        return reply

    def works(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Until somebody is asked, or the turn is over. `meanwhile` happens while each tool runs."""
        for _ in range(30):
            if self.session.turn is None:
                return
            for effect in [each for each in wants(self.session) if isinstance(each, PreviewCall)]:
                self.add(self._previewed(effect))
            started = list(starts(self.session, self.rules))
            for start in started:
                self.add(start)
            for start in started:
                call = next(call.call for call in self.session.turn.calls if call.call.id == start.call)
                meanwhile()
                self.add(ToolReturned(call.id, self._result(call)))
            if self.session.turn is not None and self.session.turn.thinking:
                self.think()
            elif self.session.turn is not None and self.session.turn.aside:
                self.talk()
            elif not started:
                return
        raise AssertionError("it does not come to an end")

    async def run(
        self, command: str, timeout: float, output: Callable[[str], None], hidden: Hidden = NOTHING_HIDDEN
    ) -> Completed:
        """The shell: it runs nothing."""
        return Completed(self.exit_code, "done\n")

    def _previewed(self, effect: PreviewCall) -> CallPreviewed:
        call = effect.call
        seen = asyncio.run(Runner(self.tools, (FilesError,)).preview(call, self._context(call)))
        if isinstance(seen, Unfeasible):
            return CallPreviewed(call.id, effect.ask, call.digest, tool=effect.tool, why=seen.why)
        return CallPreviewed(call.id, effect.ask, call.digest, tool=effect.tool, seen=seen)

    def _result(self, call: ToolCall) -> ToolResult:
        result = asyncio.run(Runner(self.tools).run(call, self._context(call)))
        assert isinstance(result, ToolResult)
        return result

    def _context(self, call: ToolCall) -> ToolContext:
        return ToolContext(call, "thread", seen=self.session.seen)

    def dies_while_it_runs(self) -> None:
        """The machine does, and another takes over."""
        for start in list(starts(self.session, self.rules)):
            self.add(start)
        self.add(Resumed(2))

    @property
    def todos(self) -> dict[str, str]:
        return {todo.text: todo.status for todo in self.session.todos}

    async def _nap(self, seconds: float) -> None:
        self.naps.append(seconds)


CHOICES: tuple[Choice, ...] = (Approve(), Approve("Well done."), Reject(), Reject("Too early."), Respond("Use mine."))
EDITED = {
    "write_file": Edit('{"file_path": "/notes.md", "content": "Mine."}'),
    "execute": Edit('{"command": "echo hello"}'),
}
