"""`deskmate try`: the whole colleague on a terminal, without an account and, where no model is set, with a script."""

import getpass
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from adapters.terminal.chat import TerminalChat
from adapters.terminal.gateway import HERE, TerminalGateway
from adapters.terminal.guest import Guest
from adapters.terminal.keyboard import PromptKeyboard
from bot import app, wiring
from bot.example import write_example
from bot.settings import Settings
from harness.approvals.cards import card
from harness.chat.people import Person
from harness.loop.intake import Intake, thread_of
from harness.sessions.display import DisplayState, RunEvent
from harness.tools.registry import Registry
from harness.workspace.workspace import Workspace

PLAYED_WITHIN = 120.0
"""Seconds that the whole rehearsal may take where nobody types."""
HELP = "Type and press Enter; choose by number; Ctrl-C stops what it does; Ctrl-D leaves."


def _id() -> str:
    return f"terminal:{uuid4()}"


async def try_it(settings: Settings, environment: Mapping[str, str]) -> None:
    """A conversation with whoever sits there; without a terminal, the rehearsal is played through by itself."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        await _talk(settings, environment)
    else:
        with tempfile.TemporaryDirectory(prefix="deskmate-") as folder:
            await _play(settings, Path(folder), environment)


async def _talk(settings: Settings, environment: Mapping[str, str]) -> None:
    data_dir = settings.data_dir / "try"
    settings, tools, workspace = _prepared(settings, data_dir, environment)
    me = Person("terminal", "", getpass.getuser(), getpass.getuser().capitalize())
    chat = TerminalChat(workspace.name, print)
    status = _Status(chat)
    with app.opened(settings) as journal:
        model = wiring.Thinking(workspace)
        colleague = wiring.colleague(workspace, tools, journal, model, {"terminal": chat})
        colleague.watching.subscribe(status.watch)
        keyboard = PromptKeyboard(status.line)
        print(f"{_introduction(workspace)}\nEverything is kept in {data_dir}.\n{HELP}\n")
        with keyboard.above():
            await _recall(chat, colleague.intake, tools)
            async with app.at_work(colleague):
                gateway = TerminalGateway(me, keyboard, chat, colleague.intake, print, _id)
                await gateway.run()
        await model.aclose()


async def _play(settings: Settings, folder: Path, environment: Mapping[str, str]) -> None:
    """The rehearsal, whatever model is set: nothing is asked of a provider where nobody looks on."""
    settings, tools, workspace = _prepared(settings, folder, environment)
    workspace = replace(workspace, model=wiring.REHEARSAL)
    guest = Person("terminal", "", "guest", "Guest")
    chat = TerminalChat(workspace.name, _say)
    with app.opened(settings) as journal:
        colleague = wiring.colleague(workspace, tools, journal, wiring.Thinking(workspace), {"terminal": chat})
        _say(f"{_introduction(workspace)}\nThere is no terminal to type on, so a guest plays the other part.\n")
        first, meanwhile = "Please show me what you can do.", ("And keep it short, please.",)
        part = Guest(guest, chat, colleague.intake, _say, _id, first, meanwhile)
        colleague.watching.subscribe(part.watch)
        async with app.at_work(colleague):
            await part.converse(PLAYED_WITHIN)


def _prepared(
    settings: Settings, data_dir: Path, environment: Mapping[str, str]
) -> tuple[Settings, Registry, Workspace]:
    """Its own data folder; the workspace that is there, or the example; and a model, or the script."""
    folder = settings.workspace
    if not (folder / "workspace.yaml").exists():
        folder = data_dir / "workspace"
        if not folder.exists():
            write_example(folder)
    database = f"sqlite:///{data_dir / 'deskmate.db'}"
    settings = replace(settings, workspace=folder, data_dir=data_dir, database_url=database)
    tools = wiring.toolbox(folder / wiring.FILES, environment)
    workspace = wiring.workspace(folder, tools)
    return settings, tools, workspace if workspace.model else replace(workspace, model=wiring.REHEARSAL)


def _introduction(workspace: Workspace) -> str:
    if workspace.model == wiring.REHEARSAL:
        return (
            f"This is {workspace.name}. No model is set, so a rehearsal answers: an offline script that only pretends."
        )
    return f"This is {workspace.name}, and {workspace.model} answers."


async def _recall(chat: TerminalChat, intake: Intake, tools: Registry) -> None:
    """What was open when the terminal was left is shown again, to be answered."""
    thread = thread_of(HERE)
    for ask in (await intake.session(thread)).open_asks:
        tool = tools.get(ask.call.tool)
        body = card(thread, ask.id, ask.ask, ask.call, tool, ask.category, ask.requester)
        await chat.post(HERE, f"{thread}:{ask.id}", body)


class _Status:
    """The line below: what is going on, and what waits."""

    def __init__(self, chat: TerminalChat) -> None:
        self._chat = chat
        self._state = DisplayState("resting", "")

    def watch(self, thread: str, event: RunEvent | None, state: DisplayState) -> None:
        self._state = state

    def line(self) -> str:
        state = self._state
        done = sum(todo.status == "completed" for todo in state.todos)
        parts = [
            state.activity or {"waiting": "waits for you", "resting": "rests", "working": "works"}[state.status],
            f"{done} of {len(state.todos)} done" if state.todos else "",
            f"{state.queue} to be heard" if state.queue else "",
            f"mode {state.mode}" if state.mode else "",
            f"${state.usage.cost:.2f}" if state.usage.cost else "",
        ]
        return " · ".join(filter(None, parts))


def _say(text: str) -> None:
    print(text, flush=True)
