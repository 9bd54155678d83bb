"""What the workspace has us look at by ourselves: are we there where it is, and is there anything to look at?"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adapters.sandboxes.choice import Sandboxes
from adapters.sandboxes.docker import Docker
from adapters.sandboxes.foreseeing import hindrance
from bot import wiring
from bot.doctor.finding import Finding, Said
from bot.platforms.definition import Examination
from bot.platforms.registry import PLATFORMS, called
from bot.registry import Prepared
from harness.chat.people import Place
from harness.chat.port import ChatError
from harness.sessions.heartbeats import is_empty
from harness.workspace.contents import CHECKLIST
from harness.workspace.heartbeats import Placed
from harness.workspace.workspace import Workspace

ABOUT = "heartbeats"
_FILE = re.compile(r"\S+\.(?:md|markdown|txt)", re.I)
"""What looks like the name of a list, where the list itself is meant to be."""


async def heartbeats(
    at: Examination, workspaces: Mapping[str, Prepared], environment: Mapping[str, str]
) -> list[Finding]:
    """Nothing is found where none are named. `workspaces` are those of teams by their ids; where there is but one, its
    id is empty.
    """
    found = list[Finding]()
    for team, one in workspaces.items():
        for placed in one.workspace.heartbeats:
            said = [*_silenced(one.workspace, placed.place), *_list(one, placed)]
            said += await asyncio.to_thread(_check, one, placed, environment)
            where, there = await _there(at, team, placed.place)
            found += _findings(placed, where, [*there, *said])
    return found


def _findings(placed: Placed, where: str, said: Sequence[Said]) -> Iterator[Finding]:
    name = f"{placed.place.id.removesuffix(':')}, {placed.config.schedule}"
    for level, text in said:
        yield Finding(ABOUT, level, f"{name}: {text}")
    if not said:
        yield Finding(ABOUT, "ok", f"{name}: checks, and may post in {where}")


# What it looks at
def _silenced(workspace: Workspace, place: Place) -> Iterator[Said]:
    if workspace.places.policy(place).answers == "off":
        yield "setting", "this heartbeat never runs: `places` has answers: off for that channel; remove one of the two"


def _list(prepared: Prepared, placed: Placed) -> Iterator[Said]:
    given = placed.config.checklist
    if given and is_empty(given):
        yield "setting", "I never check anything: its `checklist` has only headings, comments and empty items"
    elif _FILE.fullmatch(given.strip()):
        text = (
            f"its `checklist` is just the words “{given.strip()}”: it holds the list itself, not a file's name. Leave "
            f"`checklist` out to have {prepared.folder / CHECKLIST} read each time"
        )
        yield "note", text
    elif not given:
        yield from _file(prepared.folder / CHECKLIST, prepared.workspace.checklist)


def _file(file: Path, checklist: str) -> Iterator[Said]:
    """The list of the workspace, which is read whenever it has changed."""
    if not checklist and not file.exists():
        text = f"I never check anything: there is no {file}. Write there what to check, or set a `checklist`"
        yield "setting", text
    elif is_empty(checklist):
        yield "note", f"I check nothing until there is something on the list in {file}"


def _check(prepared: Prepared, placed: Placed, environment: Mapping[str, str]) -> list[Said]:
    """Could it run where commands do? What an image of docker holds is not known here."""
    command, files = placed.config.check, prepared.folder / wiring.FILES
    if not command:
        return []
    choice = Sandboxes(files, environment).of(prepared.workspace.sandbox)
    why = choice.why if choice.wrong else ""
    if not why and not isinstance(choice.shell, Docker):
        why = hindrance(command, files, environment)
    return [("setting", f"its `check` cannot run: {why}")] if why else []


# Where it is
async def _there(at: Examination, team: str, place: Place) -> tuple[str, list[Said]]:
    """What the place is called, and what is in the way of speaking there."""
    platform = called(place.platform)
    if platform is None:
        names = " nor ".join(one.traits.name for one in PLATFORMS)
        return "", [("setting", f"this heartbeat is never set: {place.platform} is neither {names}")]
    try:
        return await platform.reach(at, team, place)
    except ChatError as error:
        return "", [("note", f"I could not check whether I may post there: {error}")]
