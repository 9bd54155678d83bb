"""The one place that names concrete classes. What it makes is started and stopped by `app`."""

import asyncio
import os
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from platform import node
from random import Random
from secrets import token_hex
from types import MappingProxyType

from adapters.engines.local import LocalEngine
from adapters.files.beside import Beside
from adapters.files.disk import Disk
from adapters.files.folder import Folder
from adapters.files.memory_files import memory_files
from adapters.files.result_files import result_files
from adapters.files.routed import Routed, Routes
from adapters.files.scratch_files import ScratchFiles
from adapters.files.skill_files import skill_files, there_for
from adapters.models import library
from adapters.models.direct import Direct
from adapters.models.failures import AskedModel
from adapters.models.fallbacks import Fallbacks
from adapters.models.named import ByName
from adapters.models.providers import Providers
from adapters.models.rehearsal import Rehearsal
from adapters.models.seeing import Seeing
from adapters.models.windows import windows
from adapters.sandboxes.aftermath import Changes
from adapters.sandboxes.choice import Sandboxes
from adapters.shell_parser.shfmt import installed
from adapters.storage.journal import SqlJournal
from adapters.workspaces.on_disk import WorkspaceOnDisk
from bot.entry_points import given_profiles
from bot.in_force import Commands as CommandTool
from bot.in_force import InForce
from bot.masking import MaskingInForce, Secrets
from bot.own_tools import with_own
from bot.owners import Owners
from bot.settings import WORKSPACE, Settings, process
from bot.told_budgets import ToldBudgets
from bot.told_problems import ToldProblems, warn_of
from bot.work_log.observer import WorkLog
from bot.workspace_changes import MENDED, REFUSED, WARNED, Source, WorkspaceChanges
from harness.approvals.file_rules import NO_RULES, FileRules
from harness.approvals.gate import Verdict
from harness.chat import platforms
from harness.chat.attachments import Attachments, EveryAttachment
from harness.chat.people import Place
from harness.chat.port import Chat
from harness.chat.rooms import Everywhere, Rooms
from harness.commands.context import CommandContext, Link
from harness.commands.introduction import introduction
from harness.context.history import History
from harness.context.memory_views import FOLDER as MEMORY
from harness.context.model import Model
from harness.context.notes import Memory
from harness.context.results import FOLDER as RESULTS
from harness.context.results import LargeTexts
from harness.files.port import Files
from harness.files.scratch import FOLDER as SCRATCH
from harness.loop.activation import Activation
from harness.loop.activity_broadcaster import ActivityBroadcaster
from harness.loop.admission import Admission
from harness.loop.branching import Branching
from harness.loop.budgeting import Budgeting, resume_lifted
from harness.loop.chats import Chats
from harness.loop.clock import Now, Sleep
from harness.loop.command_ends import look_after_commands
from harness.loop.commands import Commands
from harness.loop.heartbeat_input import Preparing, nothing
from harness.loop.indexing import Indexing
from harness.loop.intake import Intake
from harness.loop.owed import retry_owed
from harness.loop.packaging import Compiling, Readers
from harness.loop.perform import Perform
from harness.loop.progress import Observer, Together
from harness.loop.reconcile_heartbeats import arrange_heartbeats
from harness.loop.rejudging import judge_again
from harness.loop.session_cache import SessionCache
from harness.loop.thread_reader import ThreadReader
from harness.loop.titling import Titling
from harness.loop.workspace_watch import WorkspaceWatch
from harness.sessions.threads import ThreadNames
from harness.toolbox.ask_user import ask_user
from harness.toolbox.attached_files import AttachedFiles, kept_apart
from harness.toolbox.background_commands import BackgroundCommands
from harness.toolbox.delete import delete
from harness.toolbox.edit_file import edit_file
from harness.toolbox.elsewhere import is_private
from harness.toolbox.end_heartbeat import end_heartbeat
from harness.toolbox.execute import execute
from harness.toolbox.forget import forget
from harness.toolbox.glob import glob
from harness.toolbox.grep import grep
from harness.toolbox.heartbeat import heartbeat
from harness.toolbox.hiding import attached_elsewhere
from harness.toolbox.kill import kill
from harness.toolbox.ls import ls
from harness.toolbox.no_op import no_op
from harness.toolbox.outside_files import OutsideFiles, marking
from harness.toolbox.poll import poll
from harness.toolbox.post_message import post_message
from harness.toolbox.quoting import quoting
from harness.toolbox.read_channel import read_channel
from harness.toolbox.read_file import read_file
from harness.toolbox.read_thread import read_thread
from harness.toolbox.remember import remember
from harness.toolbox.report import report
from harness.toolbox.save_attachment import save_attachment
from harness.toolbox.schedule import schedule
from harness.toolbox.schedule_wakeup import schedule_wakeup
from harness.toolbox.search_history import search_history
from harness.toolbox.send_file import send_file
from harness.toolbox.shell import NOTHING_HIDDEN, Begun, Completed, Hidden, Isolation
from harness.toolbox.skill import skill
from harness.toolbox.submit_plan import submit_plan
from harness.toolbox.undoing import Undoing
from harness.toolbox.wakeups import wakeups
from harness.toolbox.write_file import write_file
from harness.toolbox.write_todos import write_todos
from harness.tools.calls import ToolCall
from harness.tools.own import READS
from harness.tools.registry import Registry
from harness.tools.skills import FOLDER as SKILLS
from harness.tools.tool import AnyTool, ToolContext
from harness.workspace.contents import SETTINGS, workspace_of
from harness.workspace.people import Directory
from harness.workspace.problems import WorkspaceError
from harness.workspace.sandbox import SandboxSettings
from harness.workspace.workspace import Workspace
from scheduler.schedules import apart, next_after

FILES = "files"
"""The part of a workspace that tools may touch."""
ROUTED = (SKILLS, RESULTS, MEMORY, SCRATCH)
"""Folders of the tree that are not of the workspace's files."""
LOOKED_AT = 30.0
"""Seconds after which it is looked again whether the workspace has changed."""
REHEARSAL = "rehearsal"
"""The name of the offline script that stands in for a model."""


@dataclass(frozen=True, slots=True)
class Colleague:
    """All the parts of one colleague, not yet running."""

    journal: SqlJournal
    engine: LocalEngine
    intake: Intake
    watching: ActivityBroadcaster
    commands: Commands
    activation: Callable[[str], Activation]
    reaches: Callable[[Place], bool]
    """Do we speak there?"""
    in_force: InForce
    """What may run, by the workspace and the tools that there are; these may become others."""
    look: Callable[[], Awaitable[None]]
    """Sees whether the workspace has changed in its folder, and waits until what is being written is settled."""
    warn: Callable[[], Awaitable[None]]
    """Owners are told, once, what of the workspace is left out or doubtful."""
    judge: Callable[[], Awaitable[None]]
    """What is asked is judged by the rules as they are now. Raises JournalUnavailable."""
    history: History
    """What was said, to be found again: its index has to be kept up."""
    background: BackgroundCommands
    """Those that run in the background: they end with us."""

    async def keep_looking(self, sleep: Sleep = asyncio.sleep) -> None:
        """For what nobody opens a turn about, as heartbeats that it names."""
        while True:
            await sleep(LOOKED_AT)
            await self.look()

    async def arrange(self) -> None:
        """What the workspace names is set, and what it names no more ends. Raises JournalUnavailable."""
        await arrange_heartbeats(
            self.in_force.workspace, self.journal, self.journal.index, self.intake.reader, self.engine, self.reaches
        )
        await self.retry_owed()
        await resume_lifted(self.journal.index, self.engine, self.intake.reader.threads.team)
        await look_after_commands(self.journal.index, self.engine, self.intake.reader.threads.team)

    async def retry_owed(self) -> None:
        """What has not arrived is tried at once. Raises JournalUnavailable."""
        await retry_owed(self.journal, self.journal.index, self.engine, team=self.intake.reader.threads.team)


UNCONTAINED = SandboxSettings("none")
"""By which files are read that say what is so."""


@dataclass(slots=True)
class Outside:
    """What tools work with besides the workspace's files: the platforms, each added once it is set up, and what is
    remembered, found and kept.
    """

    rooms: Everywhere = field(default_factory=Everywhere)
    attachments: EveryAttachment = field(default_factory=EveryAttachment)
    memory: Memory = field(default_factory=Memory)
    history: History = field(default_factory=History)
    large: LargeTexts = field(default_factory=LargeTexts)
    attached: AttachedFiles = field(default_factory=AttachedFiles)
    private: tuple[Path, ...] = ()
    """Folders and files of ours that no command sees."""
    scratch: ScratchFiles = field(default_factory=ScratchFiles)
    sandboxes: Sandboxes | None = None
    commands: CommandTool | None = None
    background: BackgroundCommands = field(default_factory=lambda: BackgroundCommands(node(), token_hex(8)))
    outside_files: OutsideFiles = field(default_factory=OutsideFiles)
    files: Path | None = None
    """The folder of the files; None until there are tools."""

    def add(self, platform: str, rooms: Rooms, attachments: Attachments) -> None:
        self.rooms.add(platform, rooms)
        self.attachments.add(platform, attachments)


def outside(settings: Settings) -> Outside:
    """With a folder for what is a thread's own, beside the journal; and no command sees what of ours is where."""
    found = Outside(private=(settings.data_dir, *filter(None, (settings.sqlite_file,)), Path(".env").absolute()))
    found.scratch.kept_in(settings.data_dir / SCRATCH.strip("/"))
    return found


def tools_in(
    home: Path, environment: Mapping[str, str], outside: Outside | None = None, now: Now = time.time
) -> Registry:
    """The tools of the workspace in that folder, with the team's own, which are loaded now and for good."""
    return with_own(home, toolbox(home / FILES, environment, outside, now))


def toolbox(
    folder: Path, environment: Mapping[str, str], outside: Outside | None = None, now: Now = time.time
) -> Registry:
    """The tools, on the files below `folder`, on those of skills, and on what is too large for a request. Commands see
    no more of `environment` than the sandbox lets through.
    """
    outside = outside or Outside()

    def more(context: ToolContext) -> Routes:
        return {
            **there_for(context),
            **result_files(outside.large, context),
            **memory_files(outside.memory, context),
            **outside.scratch.routes(context),
        }

    own, outside.files = _own_files(folder), folder
    outside.sandboxes = Sandboxes(folder, environment, outside.private)
    outside.attached.kept_in(own, outside.attachments.home)
    files = Routed(own, more=more, kept=ROUTED, quiet=(RESULTS, MEMORY, SCRATCH))
    rooms, attachments, beside = outside.rooms, outside.attachments, Beside(outside.scratch, outside.large)
    sandboxes, undoing, traces = outside.sandboxes, Undoing(files, outside.large), outside.outside_files
    reader = installed()

    def commands(settings: SandboxSettings, rules: FileRules = NO_RULES) -> AnyTool:
        shell = sandboxes.of(settings).shell
        hides = attached_elsewhere(attachments)
        return execute(shell, files, hides, rules, outside.background, beside, traces, reader)

    outside.commands = commands
    on_files = (
        ls(files),
        read_file(files),
        write_file(files, undoing),
        edit_file(files, undoing),
        delete(files, undoing),
        glob(files),
        grep(files),
        send_file(attachments, files),
    )
    return Registry(
        [
            ask_user(),
            submit_plan(),
            write_todos(),
            no_op(),
            schedule(now, next_after, apart, rooms),
            schedule_wakeup(now, rooms),
            wakeups(now, rooms),
            heartbeat(rooms),
            end_heartbeat(),
            report(),
            *(quoting(marking(kept_apart(tool, attachments), traces), outside.large) for tool in on_files),
            commands(UNCONTAINED),
            poll(outside.background),
            kill(outside.background),
            read_channel(rooms),
            read_thread(rooms),
            search_history(outside.history, rooms, outside.memory),
            post_message(rooms),
            save_attachment(attachments, files),
            skill(files),
            remember(outside.memory, rooms, now),
            forget(outside.memory),
        ]
    )


class Contained:
    """Implements Shell: what the workspace says by then."""

    def __init__(self, sandboxes: Sandboxes, settings: Callable[[], SandboxSettings]) -> None:
        self._sandboxes, self._settings = sandboxes, settings

    @property
    def isolation(self) -> Isolation:
        return self._sandboxes.of(self._settings()).shell.isolation

    async def run(
        self, command: str, timeout: float, output: Callable[[str], None], hidden: Hidden = NOTHING_HIDDEN
    ) -> Completed:
        return await self._sandboxes.of(self._settings()).shell.run(command, timeout, output, hidden)

    async def begin(self, command: str, timeout: float, hidden: Hidden = NOTHING_HIDDEN) -> Begun:
        return await self._sandboxes.of(self._settings()).shell.begin(command, timeout, hidden)


def _own_files(folder: Path) -> Folder:
    """Where skills, results and what is remembered are, others have no place."""
    return Folder(Disk(folder, without=ROUTED), ripgrep=shutil.which("rg") or "")


def without_workspace(settings: Settings) -> bool:
    """Nobody named one, and none is there."""
    return settings.workspace == WORKSPACE and not (WORKSPACE / SETTINGS).exists()


def _check_files(home: Path) -> None:
    """What may be written there is never run, or taken for settings. Raises WorkspaceError."""
    folder, files = Path(os.path.realpath(home)), Path(os.path.realpath(home / FILES))
    if files != folder / FILES and (files.is_relative_to(folder) or folder.is_relative_to(files)):
        why = f"leads to {files}, where the workspace itself is: what I write there would be run, or read as settings"
        raise WorkspaceError.of(str(home / FILES), f"{why}. Make it a folder of its own, or a link to one elsewhere")


def source(
    folder: Path,
    tools: Registry,
    adapted: Callable[[Workspace], Workspace] = lambda workspace: workspace,
    skills: Sequence[Path] = (),
) -> Source:
    """What the files in `folder` say, with what is installed beside us, as `adapted`; `skills` are folders of
    skills that it shares with others. Raises WorkspaceError, and what `adapted` raises.
    """
    _check_files(folder)
    installed = given_profiles(tools)

    def whole(workspace: Workspace) -> Workspace:
        workspace = replace(workspace, profiles=(*installed, *workspace.profiles))
        return adapted(replace(workspace, windows=windows(workspace.models)))

    disk = WorkspaceOnDisk(folder, skills)
    read = disk.seen()  # first: what changes while it is read is seen by the next look
    return Source(whole(workspace_of(disk.read(), tools)), disk, read, whole)


def workspace(folder: Path, tools: Registry, skills: Sequence[Path] = ()) -> Workspace:
    """The same without a way back to it. Raises WorkspaceError."""
    return source(folder, tools, skills=skills).workspace


def check_model(folder: Path, workspace: Workspace) -> Workspace:
    """The workspace, if it has what `deskmate run` needs to answer. Raises WorkspaceError."""
    if workspace.model:
        return workspace
    hint = (
        "names no model: set `model:`, for example to anthropic/claude-sonnet-4-5 or openai/gpt-5, and the provider's "
        f"key in the environment (or `model: {REHEARSAL}` for an offline script that only pretends)"
    )
    raise WorkspaceError.of(str(folder / SETTINGS), hint)


def colleague(
    workspace: Workspace,
    tools: Registry,
    journal: SqlJournal,
    model: Model,
    chats: Mapping[str, Chat],
    now: Now = time.time,
    links: Mapping[str, Link] = MappingProxyType({}),
    threads: ThreadNames | None = None,
    engine: LocalEngine | None = None,
    cache: SessionCache | None = None,
    turns: Admission | None = None,
    sleep: Sleep = asyncio.sleep,
    outside: Outside | None = None,
    checks: bool = False,
    written: Callable[[str, str], float | None] = platforms.written,
    observers: Sequence[Observer] = (),
    source: Source | None = None,
    secrets: Secrets | None = None,
) -> Colleague:
    """Puts the parts together; `chats` are the platforms by name, as `links` to what people see there; `now` is the
    journal's clock, by which `sleep` waits; `outside` is what the tools were given; with `checks` the commands of
    heartbeats run; `written` says when a message of a platform was; `observers` watch besides; `source` is where the
    workspace was read, if what it becomes there is to count; `secrets` are masked in what tools give. Of several teams
    each has a colleague, with `threads` of its own; all run on one `engine`, take turns alike, and share what is kept
    warm of threads that were worked on lately.
    """
    outside = outside or Outside()
    chat, in_force = Chats(chats), InForce(workspace, tools, outside.commands)
    tools = in_force.tools
    watching = ActivityBroadcaster(chat, tools)
    link, threads_of = partial(_linked, links), threads or ThreadNames()
    memory, history, large = outside.memory, outside.history, outside.large
    history.kept_in(journal, journal, journal.said, threads_of, link)
    large.kept_in(journal.results, journal)
    if files := outside.files:
        outside.outside_files.kept_in(
            journal.marks,
            Changes(files),
            time.time,
            outside.background.node,
            outside.background.boot,
        )
    observer = Together(watching, WorkLog(now), Indexing(history), *observers)

    async def look() -> None:
        if watch:
            await watch.look()

    async def look_on() -> None:
        if watch:
            await watch.look_until_settled()

    async def glance() -> bool:
        return watch is not None and await watch.glance()

    async def denied(mode: str, call: ToolCall) -> bool:
        await look()
        return in_force.rules.gate(mode).judge(call, now()).verdict is Verdict.DENY

    async def checklist() -> str:
        await look()
        return in_force.workspace.checklist

    def wake(thread: str) -> None:
        assert engine is not None, "made below"
        engine.wake(thread)

    memory.kept_in(journal.notes, threads.team if threads else "")
    masking = MaskingInForce(secrets or Secrets(), lambda: in_force.workspace)
    perform = Perform(
        chat,
        model,
        tools,
        observer,
        sleep,
        lambda: in_force.known,
        lambda: in_force.workspace.zones,
        Preparing(checklist, Contained(outside.sandboxes, lambda: in_force.workspace.sandbox), masking)
        if checks and outside.sandboxes
        else nothing,
        lambda place: in_force.rules.silent(place),
        written,
        link,
        lambda place: in_force.workspace.skills.here(place),
        memory,
        Branching(
            journal,
            journal,
            journal.index,
            threads or ThreadNames(),
            wake,
            memory,
            outside.attached.forget,
            outside.scratch.forget,
        ),
        Titling(journal, model),
        large,
        masking,
        outside.background,
        denied,
    )

    outside.background.works_with(large, masking, wake, now)
    pairings = journal.pairings.of(threads.team) if threads else journal.pairings

    async def readers(place: Place) -> Readers:
        team = in_force.workspace
        few = team.talk == "named" and len(team.people) <= 1
        solo = few and (pairings is None or not await pairings.anybody())
        return Readers(await is_private(outside.rooms, place), solo)

    def writes(call: ToolCall) -> bool:
        tool = tools.get(call.tool)
        return tool is not None and tool.category != READS

    compiling = Compiling(in_force.compile, journal.packages, look, glance, memory, readers, writes)
    warm = SessionCache() if cache is None else cache  # an empty one is false
    admission = turns or Admission(workspace.limits.turns)

    def activation(thread: str) -> Activation:
        return Activation(
            thread,
            journal,
            journal,
            lambda: in_force.rules,
            compiling,
            perform,
            observer,
            warm,
            admission,
            now,
            sleep,
            budgeting=budgeting,
            background=outside.background,
        )

    engine = engine or LocalEngine(journal, activation, now, sleep)
    people = Directory(lambda: in_force.workspace, pairings, glance)

    def context() -> CommandContext:
        return CommandContext(in_force.workspace, in_force.rules.gates, tools, link=link)

    intake = Intake(
        journal,
        ThreadReader(journal, journal, journal.index, threads),
        engine,
        people,
        tools,
        in_force.policy,
        introduction=lambda: introduction(context()),
        modes=lambda: in_force.workspace.modes,
    )
    commands = Commands(
        journal,
        journal.index,
        intake,
        engine,
        context,
        pairings,
        in_force.policy,
        now,
        outside.rooms,
        journal.ledger,
        memory,
        chat.tell,
        history,
    )

    def reaches(place: Place) -> bool:
        return place.platform in chats and (threads is None or place.team == threads.team)

    owners = Owners(journal, engine, intake.reader.threads, lambda: in_force.known, reaches)
    warnings = ToldProblems(owners, journal.marks, "warned", WARNED)
    budgeting = Budgeting(
        journal.ledger,
        intake.reader.threads.team,
        ToldBudgets(owners, link).tell,
        partial(resume_lifted, journal.index, engine, intake.reader.threads.team),
        lambda: in_force.known,
    )
    refusals = ToldProblems(owners, journal.marks, "refused", REFUSED, MENDED)

    async def warn() -> None:
        warn_of(in_force.workspace.warnings)
        await warnings.tell(in_force.workspace.warnings)
        await refusals.tell(())

    async def judge() -> None:
        await judge_again(journal, journal.index, intake.reader, engine, in_force.rules, now())

    colleague = Colleague(
        journal,
        engine,
        intake,
        watching,
        commands,
        activation,
        reaches,
        in_force,
        look_on,
        warn,
        judge,
        history,
        outside.background,
    )
    watch = None
    if source:
        if turns is None:
            source = source.telling(lambda workspace: admission.allow(workspace.limits.turns))
        changes = WorkspaceChanges(in_force, source, refusals, warnings, colleague.arrange, judge)
        watch = WorkspaceWatch(source.folder, source.read, changes, source.sleep, source.now)
    return colleague


def _linked(links: Mapping[str, Link], place: Place, message: str) -> str:
    return links[place.platform](place, message) if place.platform in links else ""


class ModelsInUse(Fallbacks):
    """Answers requests: the script by its name, and providers for all other models; each mode may name others."""

    def __init__(self, workspace: Workspace, files: Path) -> None:
        """`files` is the folder of what models are shown."""
        random = Random()  # noqa: S311 - it spreads retries
        self._providers = Providers(environment=process(), now=time.time, random=random)
        self._folder = _own_files(files)
        self._files: Files = self._folder
        seeing = Seeing(self._providers, lambda path: self._files.read_bytes(path), self._providers.takes)
        super().__init__(ByName({REHEARSAL: Rehearsal()}, seeing))
        self.named: Sequence[str] = ()
        """The models that the workspace names, any of which people may choose, as far as litellm asks them."""
        self.change(workspace)

    def change(self, workspace: Workspace) -> None:
        """That is the workspace from now on."""
        self._providers.bases = workspace.api_base
        self._files = Routed(self._folder, skill_files(workspace.skills.found.values()))
        self.named = tuple(sorted(workspace.models - {REHEARSAL}))

    def preload(self) -> None:
        """Begins to import litellm if one of the models needs it: seconds that nobody then waits for."""
        if not all(map(Direct.serves, self.named)):
            library.preload()

    async def asked(self, model: str) -> AskedModel:
        """Who would be asked by that name of `named`; nobody is. Raises `context.model.ModelUnavailable`."""
        return await self._providers.asked(model)

    async def aclose(self) -> None:
        """Closes the connections to providers."""
        await self._providers.aclose()
