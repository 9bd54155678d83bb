"""What `deskmate workspace` prints."""

import json
from collections.abc import Mapping
from pathlib import Path

from adapters.storage.journal import SqlJournal
from bot import wiring
from bot.in_force import InForce
from bot.settings import Settings, SettingsError
from bot.workspaces.check import checked
from bot.workspaces.folders import folders
from bot.workspaces.options import PackageOptions
from bot.workspaces.show import ShownPackage, compiled
from harness.context.packages import NotAPackage
from harness.tools.registry import Registry


class NoSuchPackage(ValueError):
    """None was kept under that checksum, or several begin so. The message says so, for people."""


def check(settings: Settings, environment: Mapping[str, str], team: str, as_json: bool) -> tuple[str, bool]:
    """What is there, and whether all of it is used. Raises SettingsError and WorkspaceError."""
    found = [
        (name, one)
        for name, folder in folders(settings, team).items()
        for one in checked(folder, _tools(folder, environment), settings.skills)
    ]
    right = all(one.level != "setting" for _, one in found)
    if as_json:
        return _json([{**({"team": name} if name else {}), **one.fields} for name, one in found]), right
    return "\n".join(str(one) for _, one in found), right


def show(
    settings: Settings, environment: Mapping[str, str], team: str, options: PackageOptions, now: float, as_json: bool
) -> str:
    """The package of a turn that began now. Raises SettingsError and WorkspaceError."""
    found = folders(settings, team)
    if len(found) > 1:
        raise SettingsError(f"say of which team: --team {' or '.join(sorted(found))}")
    [folder] = found.values()
    outside = wiring.Outside()
    tools = wiring.tools_in(folder, environment, outside)
    workspace = wiring.workspace(folder, tools, settings.skills)
    session, about = options.session(workspace, now), "\n".join(options.about(workspace))
    return _printed(compiled(InForce(workspace, tools, outside.commands), session, about), as_json)


def only_a_checksum(checksum: str, given: Mapping[str, object]) -> None:
    """Raises SettingsError for an empty one, and for one beside which is `given` what a package is to be made for."""
    if not checksum:
        raise SettingsError("--checksum must be the beginning of one, as `status` shows it")
    if more := [f"--{name}" for name in ("place", "person", "mode", "model", "team") if given.get(name)]:
        raise SettingsError(f"--checksum shows what has been: leave out {' and '.join(more)}")


async def kept(journal: SqlJournal, checksum: str, as_json: bool) -> str:
    """What turns ran with, by the checksum or the beginning of it. Raises NoSuchPackage and JournalUnavailable."""
    try:
        package = await journal.packages.load(checksum) if checksum else None
    except NotAPackage as error:
        raise NoSuchPackage(f"{checksum}: {error}") from error
    if package is None:
        several = len(await journal.packages.named(checksum)) > 1
        why = "stands for several: say more of it" if several else "no turn has run with such a package"
        raise NoSuchPackage(f"{checksum}: {why}")
    return _printed(ShownPackage(package), as_json)


def _printed(shown: ShownPackage, as_json: bool) -> str:
    return _json(shown.fields) if as_json else str(shown)


def _tools(folder: Path, environment: Mapping[str, str]) -> Registry:
    return wiring.tools_in(folder, environment)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
