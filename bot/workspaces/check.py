"""What a workspace's folder holds, and whether it is right: a line each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.workspaces.misplaced import misplaced
from adapters.workspaces.names import BESIDE
from bot import wiring
from bot.doctor.finding import Finding, Level
from bot.entry_points import PROFILES, is_installed
from bot.workspaces.file_rules import in_words, why_it_never_decides, why_no_command_runs
from bot.workspaces.models import wrong_models
from harness.chat.wording import counted
from harness.commands.usage import budget_in_words
from harness.context.window import tokens_of
from harness.files.paths import printable
from harness.sessions.heartbeats import is_empty
from harness.tools.registry import OwnTools, Registry
from harness.tools.tool import AnyTool
from harness.workspace.contents import CHECKLIST, INSTRUCTIONS, SETTINGS, SKILLS
from harness.workspace.extensions import APPS, SUBAGENTS, TOOLS
from harness.workspace.problems import Problem, WorkspaceError
from harness.workspace.skills import SkillSetting, file_of
from harness.workspace.workspace import Workspace

LATER = "is right; a later release uses it"


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was looked at, and what is wrong with it, if anything is."""

    about: str
    text: str
    problem: Problem | None = None

    @property
    def level(self) -> Level:
        if self.problem is None:
            return "ok"
        return "note" if self.problem.harmless else "setting"

    def __str__(self) -> str:
        return str(Finding(self.about, self.level, self.text))

    @property
    def fields(self) -> dict[str, object]:
        level = "wrong" if self.level == "setting" else self.level
        said: dict[str, object] = {
            "about": self.about,
            "level": level,
            "right": self.problem is None,
            "text": self.text,
        }
        if self.problem:
            said |= {"file": self.problem.source, "line": self.problem.line or None, "key": self.problem.key}
        return said


def checked(folder: Path, tools: Registry, shared: Sequence[Path] = ()) -> list[Checked]:
    """All that is there, also in folders of skills that are `shared`. Of what is no workspace, what keeps it from being
    one.
    """
    try:
        workspace = wiring.workspace(folder, tools, shared)
    except WorkspaceError as error:
        return [_wrong(folder, problem) for problem in error.problems]
    return [*_settings(folder, workspace), *_beside(folder, workspace, tools.own)]


def summary(workspace: Workspace) -> str:
    """How many there are of what."""
    parts = {
        "mode": workspace.modes,
        "skill": workspace.skills.found,
        "app": workspace.apps,
        "file of tools": workspace.tool_files,
        "subagent": workspace.subagents,
    }
    plural = {"file of tools": "files of tools"}
    return ", ".join(counted(len(each), noun, plural.get(noun, "")) for noun, each in parts.items() if each)


def _settings(folder: Path, workspace: Workspace) -> Iterator[Checked]:
    try:
        wiring.check_model(folder, workspace)
    except WorkspaceError as error:
        yield from (_wrong(folder, problem) for problem in error.problems)
    else:
        unknown = wrong_models(folder, workspace)
        yield from (_wrong(folder, problem) for problem in unknown)
        if not unknown:
            yield Checked("settings", f"{folder / SETTINGS} is right: {workspace.name}")
    for name, mode in workspace.modes.items():
        default = ", in which conversations begin" if name == workspace.default_mode else ""
        yield Checked("modes", f"{name}, with {mode.model or workspace.model or 'no model'}{default}")
    for budget in workspace.budgets:
        yield Checked("budgets", budget_in_words(budget))
    yield from _file_rules(folder, workspace)
    if workspace.observe:
        yield Checked("memory", "what was said is written down before there is no room for it, at further requests")


def _file_rules(folder: Path, workspace: Workspace) -> Iterator[Checked]:
    rules, settings, files = workspace.files.rules, str(folder / SETTINGS), folder / wiring.FILES
    for at, rule in enumerate(rules):
        if why := why_it_never_decides(rule, rules[:at]):
            yield Checked("files", why, Problem(settings, 0, "files", why, "used"))
        else:
            yield Checked("files", in_words(rule, files))
    backend = workspace.sandbox.backend
    if backend != "none" and (why := why_no_command_runs(workspace.files, files)):
        yield Checked("files", f"in a sandbox {why}", Problem(settings, 0, "files", why))


def _beside(folder: Path, workspace: Workspace, own: OwnTools) -> Iterator[Checked]:
    if (folder / INSTRUCTIONS).exists():
        yield _instructions(folder, workspace)
    if (folder / CHECKLIST).exists():
        nothing = ", with nothing on it yet" if is_empty(workspace.checklist) else ""
        yield Checked(CHECKLIST, f"{folder / CHECKLIST} is right{nothing}")
    wrong = {problem.source for problem in workspace.warnings}
    for name, skill in workspace.skills.found.items():
        if (file := file_of(skill)) not in wrong:
            yield Checked(SKILLS, f"{file} is right{_where(workspace.skills.setting(name))}")
    for name in workspace.tool_files:
        if (file := str(folder / TOOLS / f"{name}{BESIDE[TOOLS]}")) not in wrong:
            yield Checked(TOOLS, f"{file} is right{_offered(own.tools.get(file, ()))}")
    for source, given in own.tools.items():
        if is_installed(source):
            yield Checked(TOOLS, f"{source} is right{_offered(given)}")
    for about, names in _later(workspace).items():
        for name in names:
            file = str(folder / about / f"{name}{BESIDE[about]}")
            if file not in wrong:
                yield Checked(about, f"{file} {LATER}")
    for problem in workspace.warnings:
        yield _wrong(folder, problem)
    for path, why in misplaced(str(folder)):
        yield _wrong(folder, Problem(printable(str(folder / path)), 0, "", why))


def _offered(tools: Iterable[AnyTool]) -> str:
    """Those of a source, by their categories; and that what becomes of it does not count at once."""
    named = [f"{tool.name} ({tool.category}{', shows what it would do' if tool.preview else ''})" for tool in tools]
    return f": {', '.join(named)}. What you change in it counts once I am restarted" if named else ""


def _where(setting: SkillSetting) -> str:
    """If it is not everywhere."""
    if not setting.enabled:
        return ", and switched off"
    if setting.places is None:
        return ""
    return f", and only in {', '.join(sorted(setting.places))}" if setting.places else ", and in no place"


def _instructions(folder: Path, workspace: Workspace) -> Checked:
    file, size = folder / INSTRUCTIONS, tokens_of(workspace.instructions)
    if not workspace.instructions.strip():
        return Checked(INSTRUCTIONS, f"{file} is empty: turns are told nothing of how your team works")
    amount = f"about {counted(size, 'token')} of each request"
    least = min(map(workspace.window_of, workspace.models or ("",)))
    if size <= least:
        return Checked(INSTRUCTIONS, f"{file} is right: {amount}")
    why = (
        f"is {amount}, and the conversation has {least:,} (`context_tokens`): move what is for certain tasks into "
        "skills"
    )
    return _wrong(folder, Problem(str(file), 0, "", why, "used"))


def _later(workspace: Workspace) -> Mapping[str, Iterable[str]]:
    """By their folders the names of what is not used yet."""
    return {APPS: workspace.apps, SUBAGENTS: workspace.subagents}


def _wrong(folder: Path, problem: Problem) -> Checked:
    return Checked(_about(folder, problem.source), str(problem), problem)


def _about(folder: Path, source: str) -> str:
    """What of the folder that is; elsewhere there are skills that are shared, and what is installed."""
    if is_installed(source):
        return "profiles" if PROFILES in source else TOOLS
    if not Path(source).is_relative_to(folder):
        return SKILLS
    part = next(iter(Path(source).relative_to(folder).parts), SETTINGS)
    return "settings" if part == SETTINGS else part
