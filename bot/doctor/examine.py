"""Everything that is looked at, in order."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from adapters.storage.lock import Holder
from bot import wiring
from bot.doctor.finding import STATUS, Finding
from bot.doctor.heartbeats import heartbeats
from bot.doctor.journal import installations, journal
from bot.doctor.models import models
from bot.doctor.sandbox import sandbox
from bot.example import SETTINGS
from bot.own_tools import GROUP
from bot.platforms.definition import Examination
from bot.platforms.registry import PLATFORMS
from bot.registry import Prepared, prepared
from bot.settings import Settings, SettingsError
from bot.variables import unknown
from bot.workspaces.check import summary
from harness.approvals.deciders import DEFAULT_ROLES, OWNER
from harness.chat.installations import Installation
from harness.loop.clock import Now
from harness.tools.registry import Registry
from harness.workspace.extensions import TOOLS
from harness.workspace.problems import Problem, WorkspaceError, shown
from harness.workspace.workspace import Workspace


async def examine(
    settings: Settings,
    environment: Mapping[str, str],
    now: Now,
    say: Callable[[Finding], None],
    asks: bool = False,
    trimmed: Collection[str] = (),
    refused: Collection[str] = (),
) -> int:
    """Tells `say` what was found, and returns the exit status. `asks` each model for a word, which costs a little.
    `trimmed` are the variables that had blanks or line breaks around what they hold; `refused` those that `settings`
    do without, since they cannot be read: nothing is said of what would be in their place.
    """
    status = 0

    def tell(*findings: Finding) -> None:
        nonlocal status
        for finding in findings:
            status = max(status, STATUS[finding.level])
            say(finding)

    tell(*(Finding("settings", "note", line) for line in unknown(environment)))
    found, findings = _workspaces(settings, environment)
    tell(*findings)
    thinking = [wiring.ModelsInUse(one.workspace, one.folder / wiring.FILES) for one in found.values()]
    for each in thinking:
        each.preload()
    running: Holder | None = None
    installed: Sequence[Installation] = ()
    if "DESKMATE_DATABASE_URL" not in refused:
        running, findings = await asyncio.to_thread(journal, settings)
        tell(*findings)
        installed = await installations(settings, now) if settings.slack_teams else ()
    at = Examination(settings=settings, now=now, running=running, installations=installed, refused=refused)
    for platform in PLATFORMS:
        tell(*await platform.examine(at))
    for one in found.values():
        tell(*await asyncio.to_thread(list, sandbox(one.folder, one.workspace, environment)))
    tell(*await heartbeats(at, found, environment))
    said = set[Finding]()
    for one, each in zip(found.values(), thinking, strict=True):
        try:
            tools = _tools(one, environment)
            news = await models(settings, one.workspace, each, environment, now, asks, trimmed, tools)
            tell(*(finding for finding in news if finding not in said))
            said.update(news)
        finally:
            await each.aclose()
    return status


def _tools(one: Prepared, environment: Mapping[str, str]) -> Registry:
    return wiring.toolbox(one.folder / wiring.FILES, environment).having(one.own)


def _workspaces(settings: Settings, environment: Mapping[str, str]) -> tuple[Mapping[str, Prepared], list[Finding]]:
    """The one there is, of no team, or those of teams."""
    if not settings.slack_teams:
        tools = wiring.tools_in(settings.workspace, environment)
        workspace, findings = _workspace(settings, tools)
        return {"": Prepared(settings.workspace, workspace, own=tools.own)} if workspace else {}, findings
    try:
        found = prepared(settings, environment)
    except SettingsError as error:
        return {}, [Finding("workspace", "setting", str(error))]
    except WorkspaceError as error:
        return {}, [Finding("workspace", "setting", str(problem)) for problem in error.problems]
    findings = []
    for team, one in found.items():
        where = one.folder / SETTINGS
        text = f"{where} is valid: {one.workspace.name}, for {team}, {summary(one.workspace)}"
        findings += [Finding("workspace", "ok", text), *_doubts(one.folder, one.workspace)]
        findings += [replace(each, text=f"{where}: {each.text}") for each in _roles(one.workspace)]
    return found, findings


def _workspace(settings: Settings, tools: Registry) -> tuple[Workspace | None, list[Finding]]:
    try:
        workspace = wiring.workspace(settings.workspace, tools, settings.skills)
    except WorkspaceError as error:
        return None, [Finding("workspace", "setting", str(problem)) for problem in error.problems]
    text = f"{settings.workspace / SETTINGS} is valid: {workspace.name}, {summary(workspace)}"
    return workspace, [Finding("workspace", "ok", text), *_doubts(settings.workspace, workspace), *_roles(workspace)]


def _doubts(folder: Path, workspace: Workspace) -> list[Finding]:
    """What was left out, or is doubtful. Tools of the team's own that are not there are missed by everybody."""
    return [
        Finding("workspace", "setting" if _is_wrong(folder, problem) else "note", str(problem))
        for problem in workspace.warnings
    ]


def _is_wrong(folder: Path, problem: Problem) -> bool:
    """True as in `deskmate workspace check`, for the settings and the tools."""
    ours = problem.source.startswith((f"{folder / TOOLS}/", str(folder / SETTINGS))) or GROUP in problem.source
    return ours and not problem.harmless


def _roles(workspace: Workspace) -> list[Finding]:
    """Those that the rules name and nobody has: perhaps a slip. Of the usual two one is enough."""
    ruled = [*workspace.rules, *(rule for mode in workspace.modes.values() for rule in mode.rules)]
    terms = [workspace.terms, *(mode.terms for mode in workspace.modes.values()), *(rule.terms for rule in ruled)]
    named = frozenset[str]().union(*(each.deciders.roles for each in terms if each))
    held = frozenset[str]().union(*(member.roles for member in workspace.people))
    notes = [
        f"permissions name the role {shown(role)}, but nobody under `people` has it"
        for role in sorted(named - held - DEFAULT_ROLES)
    ]
    usual = workspace.terms.deciders
    if not usual.held_by_any(held):
        roles = " or ".join(map(shown, sorted(usual.roles)))
        who = "only whoever asked for the work" if usual.requester and not usual.not_authors else "nobody"
        notes.append(f"nobody under `people` has the role {roles}: where no rule says otherwise, {who} may approve")
    if OWNER not in held and any(budget.hard for budget in workspace.budgets):
        notes.append(
            f"nobody under `people` has the role {shown(OWNER)}: once a budget is used up nobody can lift it, "
            "and nobody is told of it"
        )
    return [Finding("roles", "note", note) for note in notes]
