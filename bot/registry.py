"""The colleague of each team, where there are several: each has its own workspace, and all share journal and engine."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from adapters.engines.local import LocalEngine
from adapters.storage.journal import SqlJournal
from bot import wiring
from bot.masking import Secrets
from bot.settings import Settings, SettingsError
from bot.workspace_changes import Source
from harness.loop.activation import Activation
from harness.loop.admission import Admission
from harness.loop.clock import Now
from harness.loop.session_cache import SessionCache
from harness.sessions.limits import Limits
from harness.sessions.threads import ThreadNames, team_of
from harness.tools.registry import NONE, OwnTools
from harness.workspace.problems import Problem, WorkspaceError
from harness.workspace.teams import HERE, home, teams
from harness.workspace.workspace import Workspace

if TYPE_CHECKING:
    from adapters.slack.connection import TeamConnection

TEAMS = "teams.yaml"
"""In the folder that is named as the workspace."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A workspace that was read, and found right; and where, if what it becomes there is to count. `own` are its team's
    own tools, which are loaded once.
    """

    folder: Path
    workspace: Workspace
    source: Source | None = None
    own: OwnTools = NONE


def named(settings: Settings) -> Mapping[str, Path]:
    """The folders of teams and organizations, by their ids. Raises SettingsError and WorkspaceError."""
    file = settings.workspace / TEAMS
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise SettingsError(
            f"{file} is not there: it names the workspace folder of each team, as in `teams: {{T0123: support}}`"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} cannot be read: {error}") from error
    return {team: settings.workspace / folder for team, folder in teams(text, str(file)).items()}


def prepared(settings: Settings, environment: Mapping[str, str]) -> Mapping[str, Prepared]:
    """The workspaces of all teams. Raises SettingsError, and WorkspaceError with the problems of all."""
    found, problems = dict[str, Prepared](), list[Problem]()
    for team, folder in named(settings).items():
        try:
            tools = wiring.tools_in(folder, environment)
            source = wiring.source(folder, tools, partial(wiring.check_model, folder), settings.skills)
            found[team] = Prepared(folder, source.workspace, source, tools.own)
        except WorkspaceError as error:
            problems += error.problems
    if problems:
        raise WorkspaceError(problems)
    return found


class TeamRegistry:
    """`connection` gives what speaks in a team. A colleague is made when it is first needed, and stays."""

    def __init__(
        self,
        workspaces: Mapping[str, Prepared],
        root: Path,
        journal: SqlJournal,
        environment: Mapping[str, str],
        connection: "Callable[[str], TeamConnection]",
        organizations: Mapping[str, str],
        now: Now,
        outside: Callable[[], wiring.Outside] = wiring.Outside,
    ) -> None:
        """`root` is the folder that the others are in: if it is a team's itself, that one has the threads that are from
        the time when there was but one team. `organizations` are those of teams that are known to be of one. `outside`
        makes what the tools of each work with besides its files.
        """
        self._workspaces, self._journal, self._environment = workspaces, journal, environment
        self._connection, self._organizations, self._now = connection, dict(organizations), now
        self._outside = outside
        self._colleagues: dict[str, wiring.Colleague] = {}
        self._models: list[wiring.ModelsInUse] = []
        self._cache = SessionCache()
        named = [one.workspace.limits.turns for one in workspaces.values()]
        self._turns = Admission(max(named, default=Limits().turns))
        self._plain = next((team for team, one in workspaces.items() if one.folder == root / HERE), "")
        self.engine = LocalEngine(journal, self._activation, now)

    @property
    def named(self) -> list[str]:
        """The teams and organizations that have a workspace."""
        return list(self._workspaces)

    def of(self, team: str, organization: str = "") -> wiring.Colleague | None:
        """Who works for that team, if anybody does."""
        if organization:
            self._organizations[team] = organization
        if team not in self._colleagues:
            name = home(team, self._organizations.get(team, ""), self._workspaces)
            if name is None:
                return None
            self._colleagues[team] = self._made(team, self._workspaces[name])
        return self._colleagues[team]

    def looking(self) -> list[wiring.Colleague]:
        """Those of teams in which the workspace names something to look at, or did: nobody has to speak first there."""
        teams = {*self._workspaces, *self._organizations}
        teams |= {placed.place.team for one in self._workspaces.values() for placed in one.workspace.heartbeats}
        found = [self.of(team) for team in sorted(teams) if team.startswith("T")]
        return [colleague for colleague in found if colleague]

    @property
    def made(self) -> "Mapping[str, wiring.Colleague]":
        """Those that there are by now, by their teams."""
        return dict(self._colleagues)

    async def close(self) -> None:
        await asyncio.gather(*(each.background.close() for each in self._colleagues.values()))
        for model in self._models:
            await model.aclose()

    def _made(self, team: str, prepared: Prepared) -> wiring.Colleague:
        connection, outside = self._connection(team), self._outside()
        outside.add("slack", connection.rooms, connection.attachments)
        tools = wiring.toolbox(prepared.folder / wiring.FILES, self._environment, outside, self._now).having(
            prepared.own
        )
        model = wiring.ModelsInUse(prepared.workspace, prepared.folder / wiring.FILES)
        self._models.append(model)
        model.preload()
        return wiring.colleague(
            prepared.workspace,
            tools,
            self._journal,
            model,
            {"slack": connection.chat},
            now=self._now,
            links={"slack": connection.link},
            threads=ThreadNames(team, plain=team == self._plain),
            engine=self.engine,
            cache=self._cache,
            turns=self._turns,
            outside=outside,
            checks=True,
            secrets=Secrets.of(prepared.folder, self._environment),
            source=prepared.source and prepared.source.telling(model.change),
        )

    def _activation(self, thread: str) -> Activation | None:
        """None for a team that is named no more: what it has left waits until it is again."""
        team = team_of(thread) or self._plain
        colleague = self.of(team) if team else None
        return colleague.activation(thread) if colleague else None
