"""The text of `teams.yaml`: which folder is the workspace of which team."""

import re
from collections.abc import Mapping

from harness.workspace.compose import compose
from harness.workspace.problems import Problem, WorkspaceError, shown

HERE = "."
"""The folder that `teams.yaml` is in."""
_TEAM = re.compile("[TE][A-Z0-9]{1,30}")


def teams(text: str, source: str) -> Mapping[str, str]:
    """Folders by the ids of teams, or of organizations, whose teams share it as far as they have none of their own.

    Pure. Raises WorkspaceError, with every problem that was found: a folder is of one team, since its files are.
    """
    given = compose(text, source)
    named = given.fields(("teams",)).get("teams") if given else None
    if given is None or named is None:
        problems = given.problems if given else []
        raise WorkspaceError(
            problems or [Problem(source, 1, "", "must name a folder for each team, as in `teams: {T0123: support}`")]
        )
    found: dict[str, str] = {}
    for team, value in named.entries().items():
        folder = value.line_of_text()
        other = next((one for one, taken in found.items() if _path(taken) == _path(folder)), None)
        if not _TEAM.fullmatch(team):
            value.wrong(f"must be the id of a Slack team (T…) or organization (E…), not {shown(team)}")
        elif folder.startswith("/") or ".." in folder.split("/"):
            value.wrong(f"must be a folder beside this file, not {shown(folder)}")
        elif other:
            value.wrong(f"{shown(folder)} is the workspace of {other} already: each team has a folder of its own")
        elif folder:
            found[team] = folder
    if given.problems:
        raise WorkspaceError(given.problems)
    if not found:
        raise WorkspaceError.of(source, "must name a folder for each team", named.line, named.key)
    return found


def home(team: str, organization: str, folders: Mapping[str, object]) -> str | None:
    """What is named for that team: itself, else its organization."""
    return next((name for name in (team, organization) if name and name in folders), None)


def _path(folder: str) -> tuple[str, ...]:
    return tuple(part for part in folder.split("/") if part not in ("", HERE))
