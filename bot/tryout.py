"""`deskmate try`: the whole colleague on a terminal, without an account and, where no model is set, with a script."""

import asyncio
import getpass
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from uuid import uuid4

from adapters.models.rehearsal import REAL, Rehearsal
from adapters.terminal.chat import TerminalChat
from adapters.terminal.editor import chosen
from adapters.terminal.gateway import HERE, SURFACE, TerminalGateway
from adapters.terminal.guest import Guest
from adapters.terminal.keyboard import PromptKeyboard
from adapters.terminal.keys import Interrupted, Left
from adapters.terminal.outputs import CommandOutputs
from adapters.terminal.page import Page, in_colours
from adapters.terminal.recall import recall
from adapters.terminal.settled_asks import SettledAsks
from adapters.terminal.status import Status
from adapters.terminal.text import wrapped
from bot import app, logs, wiring
from bot.example import SETTINGS, write_example
from bot.masking import Secrets
from bot.settings import Settings, sqlite_url
from bot.threads.conversation import last_exchange
from bot.workspace_changes import Source
from harness.approvals.deciders import OWNERS
from harness.chat.events import CommandInvoked
from harness.chat.people import Person
from harness.chat.port import ChatLine
from harness.loop.refusals import NotAdmitted
from harness.sessions.display import display
from harness.sessions.journal import Journal, Unreadable
from harness.tools.registry import Registry
from harness.workspace.workspace import Member, Workspace

PLAYED_WITHIN = 120.0
"""Seconds that the whole rehearsal may take where nobody types."""
WIDEST = 100
"""Columns. Longer lines are hard to read."""
HELP = (
    "Type and press Enter, also while I work; answer by number, or a question in words. "
    "Ctrl-C stops what I do, /new begins a new conversation, /help lists all commands, Ctrl-D leaves."
)
UNREADABLE = (
    "I can't read the last conversation here: another version of me wrote in it. It is kept, and this is a new one."
)
FIRST, MEANWHILE = "Please plan the lunch on Friday.", ("And keep it short, please.",)
"""What the guest says."""


async def try_it(settings: Settings, environment: Mapping[str, str]) -> None:
    """A conversation with whoever sits there; without a terminal, the rehearsal is played through by itself. Raises
    WorkspaceError, Held, Unusable, GuestGaveUp, JournalError, and OSError.
    """
    if sys.stdin.isatty() and sys.stdout.isatty():
        await _talk(settings, environment)
    else:
        with tempfile.TemporaryDirectory(prefix="deskmate-") as folder:
            await _play(settings, Path(folder), environment)


async def _talk(settings: Settings, environment: Mapping[str, str]) -> None:
    data_dir = _kept(settings)
    me = _whoever_sits_here()
    mine = partial(_owned, by=me)
    settings, outside, tools, source = _prepared(
        settings, data_dir, environment, adapted=lambda found: mine(_acted(found))
    )
    workspace = source.workspace
    keyboard = PromptKeyboard(lambda: status.line(), chosen(environment))
    chat = TerminalChat(workspace.name, keyboard.write, partial(_page, in_colours(environment)), time.time)
    status = Status(workspace.name, keyboard.write, _columns)
    with app.opened(settings) as journal:
        async with aclosing(wiring.ModelsInUse(workspace, settings.workspace / wiring.FILES)) as model:
            colleague = wiring.colleague(
                workspace,
                tools,
                journal,
                model,
                {"terminal": chat},
                checks=True,
                secrets=Secrets.of(settings.workspace, environment),
                written=lambda platform, message: chat.written(message),
                observers=(CommandOutputs(chat, tools), SettledAsks(chat.menus)),
                outside=outside,
                source=source.telling(model.change),
            )
            colleague.watching.subscribe(status.watch)
            _introduce(
                _who_answers(workspace, settings.workspace / SETTINGS),
                HELP,
                f"The conversation is kept in {data_dir}; the files are in {settings.workspace / wiring.FILES}.",
                width=_width(),
            )

            async def recalled() -> None:
                thread = await colleague.intake.reader.thread(HERE)
                session = await colleague.intake.reader.session(thread)
                status.watch(thread, None, display(session))
                await recall(session, thread, chat, colleague.in_force.tools, await _last_said(journal, thread))

            async def begun() -> None:
                try:
                    await recalled()
                except NotAdmitted:
                    _introduce(UNREADABLE, width=_width())
                    await colleague.commands.invoke(CommandInvoked(_id(), HERE, me, "new", surface=SURFACE))
                    await recalled()

            with keyboard.above(), _signals(keyboard):
                await begun()
                async with app.at_work(colleague):
                    model.preload()
                    gateway = TerminalGateway(
                        me,
                        keyboard,
                        chat,
                        colleague.intake,
                        colleague.commands,
                        _id,
                        time.time,
                        recalled,
                    )
                    await gateway.run()
    print("Left. What is open stays open: start again to go on.")


async def _play(settings: Settings, folder: Path, environment: Mapping[str, str]) -> None:
    """The rehearsal in the example workspace, whatever is set: where nobody looks on, no provider is asked, and no
    file of anybody's is changed. A workspace that was named must be there all the same.
    """
    real = REAL
    if not wiring.without_workspace(settings):
        tools = wiring.tools_in(settings.workspace, environment)
        model = wiring.workspace(settings.workspace, tools, settings.skills).model
        if model not in ("", wiring.REHEARSAL):
            real = f"On a terminal {model} answers."
    settings, outside, tools, source = _prepared(settings, folder, environment, elsewhere=True)
    workspace = source.workspace
    chat = TerminalChat(workspace.name, _say, lambda: Page(WIDEST, now=time.time()), time.time, shows_activity=True)
    status = Status(workspace.name, _say, lambda: WIDEST)
    with app.opened(settings) as journal:
        observers = (CommandOutputs(chat, tools), SettledAsks(chat.menus))
        colleague = wiring.colleague(
            workspace,
            tools,
            journal,
            Rehearsal(pace=0, real=real),
            {"terminal": chat},
            outside=outside,
            observers=observers,
        )
        _introduce(
            f"This is {workspace.name}, played by an offline script. There is no terminal, so a guest plays you.",
            width=WIDEST,
        )
        me = Person("terminal", "", "guest", "Guest")
        guest = Guest(me, chat, colleague.intake, _say, _id, FIRST, MEANWHILE)
        colleague.watching.subscribe(status.watch)
        colleague.watching.subscribe(guest.watch)
        async with app.at_work(colleague):
            await guest.converse(PLAYED_WITHIN)


async def _last_said(journal: Journal, thread: str) -> list[ChatLine]:
    """Nothing, where a row of it cannot be read: how it stands may be known from later ones."""
    try:
        return last_exchange(await journal.read(thread))
    except Unreadable:
        return []


def _prepared(
    settings: Settings,
    data_dir: Path,
    environment: Mapping[str, str],
    elsewhere: bool = False,
    adapted: Callable[[Workspace], Workspace] | None = None,
) -> tuple[Settings, wiring.Outside, Registry, Source]:
    """Its own data folder, and what tools work with there; the workspace that is there, or (if none was named, or it
    is to be `elsewhere`) the example; and the script for every mode that has no model.
    """
    folder = settings.workspace
    if elsewhere or wiring.without_workspace(settings):
        folder = data_dir / "workspace"
        if not (folder / SETTINGS).exists():
            write_example(folder)
    database = sqlite_url(data_dir / "deskmate.db")
    settings = replace(settings, workspace=folder, data_dir=data_dir, database_url=database)
    outside = wiring.outside(settings)
    tools = wiring.tools_in(folder, environment, outside)
    return settings, outside, tools, wiring.source(folder, tools, adapted or _acted, settings.skills)


def _acted(workspace: Workspace) -> Workspace:
    """The script stands in for a model that it does not name."""
    return workspace if workspace.model else replace(workspace, model=wiring.REHEARSAL)


def _kept(settings: Settings) -> Path:
    """Where the conversation on this workspace is kept: what is open in it can touch no other workspace's files."""
    if wiring.without_workspace(settings):
        return settings.data_dir / "try" / "example"
    folder = settings.workspace.resolve()
    digest = blake2b(str(folder).encode(), digest_size=4).hexdigest()
    return settings.data_dir / "try" / f"{folder.name}-{digest}"


def _who_answers(workspace: Workspace, where: Path) -> str:
    if workspace.model == wiring.REHEARSAL:
        return f"This is {workspace.name}, played by an offline script. For a real model, set `model` in {where}."
    return f"This is {workspace.name}, and {workspace.model} answers."


def _introduce(*lines: str, width: int) -> None:
    for line in lines:
        _say("\n".join(wrapped(line, width)))


@contextmanager
def _signals(keyboard: PromptKeyboard) -> Iterator[None]:
    """Between two lines Ctrl-C comes as a signal; a terminal that is closed, and whoever ends us, send others."""
    loop = asyncio.get_running_loop()
    keys: dict[signal.Signals, Interrupted | Left] = {
        signal.SIGINT: Interrupted(),
        signal.SIGTERM: Left(),
        signal.SIGHUP: Left(),
    }
    for name, key in keys.items():
        loop.add_signal_handler(name, partial(keyboard.press, key))
    try:
        yield
    finally:
        for name in keys:
            loop.remove_signal_handler(name)


def _whoever_sits_here() -> Person:
    try:
        user = getpass.getuser()
    except (OSError, KeyError):  # a container may run as a number that has no name
        user = "you"
    return Person("terminal", "", user, user.capitalize())


def _owned(workspace: Workspace, by: Person) -> Workspace:
    """Whoever sits at the machine may decide what its owner may, unless the workspace says otherwise of them."""
    if any(by.account in member.ids for member in workspace.people):
        return workspace
    return replace(workspace, people=(*workspace.people, Member(by.id, name=by.name, roles=OWNERS.roles)))


def _id() -> str:
    return f"terminal:{uuid4()}"


def _columns() -> int:
    return shutil.get_terminal_size().columns


def _width() -> int:
    return min(WIDEST, _columns())


def _page(colours: bool) -> Page:
    return Page(_width(), colours, time.time())


def _say(text: str) -> None:
    try:
        print(text, flush=True)
    except BrokenPipeError:
        logs.hush()
