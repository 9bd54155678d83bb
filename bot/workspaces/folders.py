"""Which workspaces are meant, where several teams have one each."""

from collections.abc import Mapping
from pathlib import Path

from bot.registry import TEAMS, named
from bot.settings import Settings, SettingsError
from harness.workspace.contents import SETTINGS
from harness.workspace.problems import meant, shown


def folders(settings: Settings, team: str = "") -> Mapping[str, Path]:
    """The folder that there is, of no team; where teams have their own, that of the `team`, or all, by their ids.
    Raises SettingsError and WorkspaceError.
    """
    if not _several(settings):
        if team:
            raise SettingsError(f"--team is for where `{TEAMS}` names the workspaces of teams")
        return {"": settings.workspace}
    found = named(settings)
    if not team:
        return found
    if team not in found:
        raise SettingsError(f"{TEAMS} names no team {shown(team)}{meant(team, found)}")
    return {team: found[team]}


def _several(settings: Settings) -> bool:
    """As the settings say; and where there could be but one that is not there."""
    alone = (settings.workspace / SETTINGS).exists()
    return settings.slack_teams or (not alone and (settings.workspace / TEAMS).exists())
