"""The guest plays a whole conversation, and answers each card once."""

import asyncio
import time
from collections import Counter
from itertools import count
from pathlib import Path

import pytest

from adapters.models.rehearsal import Rehearsal
from adapters.storage.journal import SqlJournal
from adapters.terminal.chat import TerminalChat
from adapters.terminal.gateway import HERE
from adapters.terminal.guest import Guest, GuestGaveUp
from adapters.terminal.page import Page
from bot import app, wiring
from harness.chat.people import Person
from harness.context.model import Model
from harness.loop.intake import thread_of
from harness.sessions import facts as f
from harness.tools.calls import ToolResult
from harness.tools.registry import Registry
from harness.tools.tool import AnyTool, Tool, ToolContext
from harness.workspace.workspace import Workspace

ME = Person("terminal", "", "guest", "Guest")
SAID = "Be brief."


class Thinker:
    """A model that does not come to a reply."""

    async def reply(self, *args: object) -> None:
        await asyncio.Event().wait()


def conversation(folder: Path, model: Model, within: float) -> tuple[list[f.Fact], list[str]]:
    """What happened, and what was written."""
    written: list[str] = []
    heard = asyncio.Event()
    tools = Registry(_until(t, heard) if t.name == "execute" else t for t in wiring.toolbox(folder, {}).values())

    async def main() -> list[f.Fact]:
        chat = TerminalChat("Deskmate", written.append, Page, lambda: 0.0)
        with SqlJournal.open(f"sqlite:///{folder / 'j.db'}", time.time) as journal:
            workspace = Workspace(model="rehearsal")
            colleague = wiring.colleague(workspace, tools, journal, model, {"terminal": chat})
            ids = map("guest:{}".format, count())
            guest = Guest(ME, chat, colleague.intake, written.append, lambda: next(ids), "Show me.", [SAID])
            colleague.watching.subscribe(guest.watch)
            colleague.watching.subscribe(lambda thread, event, state: heard.set() if state.queue else None)
            async with app.at_work(colleague):
                await guest.converse(within)
            return [row.fact for row in await journal.read(thread_of(HERE))]

    return asyncio.run(main()), written


def _until(tool: AnyTool, heard: asyncio.Event) -> AnyTool:
    """The tool, which ends once somebody has said something."""

    async def run(arguments: object, context: ToolContext) -> ToolResult:
        await heard.wait()
        return ToolResult("[exit code 0]")

    return Tool(tool.name, tool.description, tool.category, tool.arguments, run, timeout=None)


def test_each_card_is_answered_once_and_words_are_said_while_a_command_runs(tmp_path: Path) -> None:
    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0)

    happened, written = conversation(tmp_path, Rehearsal(at_once), 30)
    answers = Counter(fact.ask for fact in happened if isinstance(fact, f.AskAnswered))
    assert len(answers) == 3
    assert set(answers.values()) == {1}
    said = next(n for n, fact in enumerate(happened) if isinstance(fact, f.MessageReceived) and fact.text == SAID)
    started = [n for n, fact in enumerate(happened) if isinstance(fact, f.ToolStarted)]
    ended = [n for n, fact in enumerate(happened) if isinstance(fact, f.ToolReturned)]
    assert max(n for n in started if n < said) < said < min(n for n in ended if n > said)
    assert f"  · heard: “{SAID}”" in written
    assert "That was the rehearsal." in written[-1]


def test_a_conversation_that_does_not_end_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(GuestGaveUp, match=r"within 0\.2 s: it was working"):
        conversation(tmp_path, Thinker(), 0.2)  # type: ignore[arg-type]  # it gives no reply
