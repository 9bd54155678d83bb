"""Everything that is looked at, in order."""

import asyncio
from collections.abc import Callable, Mapping

from bot import wiring
from bot.doctor.finding import STATUS, Finding
from bot.doctor.journal import journal
from bot.doctor.models import models
from bot.doctor.slack import slack
from bot.example import SETTINGS
from bot.settings import Settings, SettingsError
from harness.loop.clock import Now
from harness.workspace.problems import WorkspaceError
from harness.workspace.workspace import Workspace


async def examine(
    settings: Settings, environment: Mapping[str, str], now: Now, say: Callable[[Finding], None], asks: bool = False
) -> int:
    """Tells `say` what was found, and returns the exit status. `asks` each model for a word, which costs a little."""
    status = 0

    def tell(*findings: Finding) -> None:
        nonlocal status
        for finding in findings:
            status = max(status, STATUS[finding.level])
            say(finding)

    workspace, findings = _workspace(settings, environment)
    tell(*findings)
    thinking = wiring.Thinking(workspace, settings.workspace / wiring.FILES) if workspace else None
    if thinking:
        thinking.preload()
    running, findings = await asyncio.to_thread(journal, settings)
    tell(*findings)
    tell(*await slack(settings, running, now))
    if workspace and thinking:
        try:
            tell(*await models(settings, workspace, thinking, environment, now, asks))
        finally:
            await thinking.aclose()
    return status


def _workspace(settings: Settings, environment: Mapping[str, str]) -> tuple[Workspace | None, list[Finding]]:
    tools = wiring.toolbox(settings.workspace / wiring.FILES, environment)
    try:
        workspace = wiring.workspace(settings.workspace, tools)
    except SettingsError as error:
        return None, [Finding("workspace", "setting", str(error))]
    except WorkspaceError as error:
        return None, [Finding("workspace", "setting", str(problem)) for problem in error.problems]
    modes = f"{len(workspace.modes)} mode{'s' if len(workspace.modes) > 1 else ''}"
    text = f"{settings.workspace / SETTINGS} is right: {workspace.name}, {modes}"
    return workspace, [Finding("workspace", "ok", text)]
