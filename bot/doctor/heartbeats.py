"""What the workspace has us look at by ourselves: are we there where it is, and is there anything to look at?"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adapters.discord.probe import Probe as DiscordProbe
from adapters.sandboxes.foreseeing import hindrance
from adapters.slack.probe import Probe as SlackProbe
from bot import wiring
from bot.doctor.finding import Finding, Level
from bot.registry import Prepared
from bot.settings import Settings, discord_problems, slack_problems
from harness.chat.installations import Installation
from harness.chat.people import Place
from harness.chat.port import ChatError
from harness.loop.clock import Now
from harness.loop.heartbeat_input import CHECKLIST
from harness.sessions.heartbeats import is_empty
from harness.workspace.heartbeats import Placed
from harness.workspace.workspace import Workspace

ABOUT = "heartbeats"
_FILE = re.compile(r"\S+\.(?:md|markdown|txt)", re.I)
"""What looks like the name of a list, where the list itself is meant to be."""

Said = tuple[Level, str]


async def heartbeats(
    settings: Settings,
    workspaces: Mapping[str, Prepared],
    environment: Mapping[str, str],
    now: Now,
    installations: Sequence[Installation] = (),
) -> list[Finding]:
    """Nothing is found where none are named. `workspaces` are those of teams by their ids; where there is but one, its
    id is empty. `installations` are those of the database, where several teams install the app.
    """
    found = list[Finding]()
    for team, one in workspaces.items():
        for placed in one.workspace.heartbeats:
            said = [*_silenced(one.workspace, placed.place), *_list(one.folder, placed)]
            said += await asyncio.to_thread(_check, one.folder, placed, environment)
            where, there = await _there(settings, team, placed.place, now, installations)
            found += _findings(placed, where, [*there, *said])
    return found


def _findings(placed: Placed, where: str, said: Sequence[Said]) -> Iterator[Finding]:
    name = f"{placed.place.id.removesuffix(':')}, {placed.config.schedule}"
    for level, text in said:
        yield Finding(ABOUT, level, f"{name}: {text}")
    if not said:
        yield Finding(ABOUT, "ok", f"{name}: can look and speak in {where}")


# What it looks at
def _silenced(workspace: Workspace, place: Place) -> Iterator[Said]:
    if workspace.places.policy(place).answers == "off":
        yield "setting", "it is never looked there, since `places` has answers: off for that channel: take out either"


def _list(folder: Path, placed: Placed) -> Iterator[Said]:
    given = placed.config.checklist
    if given and is_empty(given):
        yield "setting", "no model is ever asked: nothing is on its `checklist` but headings, comments and empty items"
    elif _FILE.fullmatch(given.strip()):
        text = (
            f"its `checklist` is the words “{given.strip()}”: it is the list itself, not the name of a file. Leave "
            f"`checklist` out to have {folder / CHECKLIST} read each time"
        )
        yield "note", text
    elif not given:
        yield from _file(folder / CHECKLIST)


def _file(file: Path) -> Iterator[Said]:
    """The list of the workspace, which is read each time."""
    try:
        empty = is_empty(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        text = f"no model is ever asked: there is no {file}. Write there what is to be looked at, or give a `checklist`"
        yield "setting", text
    except (OSError, UnicodeDecodeError) as error:
        yield "wrong", f"no model is ever asked: {file} cannot be read: {error}"
    else:
        if empty:
            yield "note", f"no model is asked as long as nothing is on the list in {file}"


def _check(folder: Path, placed: Placed, environment: Mapping[str, str]) -> list[Said]:
    command = placed.config.check
    why = hindrance(command, folder / wiring.FILES, environment) if command else ""
    return [("setting", f"its `check` cannot tell anything new: {why}")] if why else []


# Where it is
async def _there(
    settings: Settings, team: str, place: Place, now: Now, installations: Sequence[Installation]
) -> tuple[str, list[Said]]:
    """What the place is called, and what is in the way of speaking there."""
    try:
        match place.platform:
            case "slack":
                return await _in_slack(settings, team, place, now, installations)
            case "discord":
                return await _in_discord(settings, place, now)
    except ChatError as error:
        return "", [("note", f"whether it can speak there is not known: {error}")]
    return "", [("setting", f"it is never set, since {place.platform} is neither slack nor discord")]


async def _in_slack(
    settings: Settings, team: str, place: Place, now: Now, installations: Sequence[Installation]
) -> tuple[str, list[Said]]:
    problems = slack_problems(settings)
    if settings.slack_teams:
        if team.startswith("T") and place.team != team:
            return "", [("setting", f"it is never set, since this workspace is of the team {team}")]
        ours = [one for one in installations if one.team in ("", place.team)]
        token = max(ours, key=lambda one: one.team).token if ours else ""
    else:
        token = settings.slack_bot_token
    if not settings.slack_teams and not settings.slack_bot_token and not settings.slack_app_token:
        return "", [("setting", "it is never set, since Slack is not set up")]
    if not token or {"SLACK_API_URL", "SLACK_BOT_TOKEN"} & problems.keys():
        return "", [("note", "whether it can speak there is not known, as long as Slack does not let us in")]
    probe = SlackProbe(token, "", settings.slack_api_url, now)
    try:
        if not settings.slack_teams and (at := (await probe.installed()).team) != place.team:
            return "", [("setting", f"it names the team {place.team}, and this app is in {at}")]
        if place.addressee:
            return "direct messages", []
        room = await probe.room(place)
    finally:
        await probe.close()
    if room is None:
        text = (
            f"there is no channel {place.channel}, or it is private and we are not in it: copy its id from its "
            "details, and invite us there"
        )
        return "", [("wrong", text)]
    name = f"#{room.name}" if room.name else "direct messages"
    if room.archived:
        return name, [("wrong", f"{name} is archived: take the heartbeat out, or open the channel again")]
    if not room.member:
        return name, [("wrong", f"we are not in {name}, and cannot post there: invite us, by /invite and our name")]
    if not room.thread:
        return name, [("wrong", f"{name} has no thread {place.thread}: copy the link of its first message")]
    return name, []


async def _in_discord(settings: Settings, place: Place, now: Now) -> tuple[str, list[Said]]:
    if not settings.discord_bot_token:
        return "", [("setting", "it is never set, since Discord is not set up")]
    if {"DISCORD_API_URL", "DISCORD_BOT_TOKEN"} & discord_problems(settings).keys():
        return "", [("note", "whether it can speak there is not known, as long as Discord does not let us in")]
    probe = DiscordProbe(settings.discord_bot_token, settings.discord_api_url, now)
    try:
        servers = {one.id: one.name for one in (await probe.known()).servers}
        wanted = settings.discord_server or (next(iter(servers)) if len(servers) == 1 else place.team)
        if place.team != wanted or place.team not in servers:
            named = ", ".join(f"{name} ({id})" for id, name in servers.items()) or "none"
            return "", [("setting", f"it names the server {place.team}, in which we do not work (we are in: {named})")]
        if place.addressee:
            return "direct messages", []
        room = await probe.room(place)
    finally:
        await probe.close()
    if room is None:
        text = f"there is no channel {place.channel} in that server, or we may not see it: let our role in"
        return "", [("wrong", text)]
    name, said = f"#{room.name}", list[Said]()
    if not (room.holds or place.thread):
        said.append(
            ("setting", f"nothing can be said in {name} itself: name one of its posts or threads, behind a colon")
        )
    if room.lacking:
        words = ", ".join(name.replace("_", " ") for name in room.lacking)
        said.append(("wrong", f"{name} does not let us: {words}. Allow it in the channel's permissions"))
    if not room.thread:
        said.append(("wrong", f"{name} has no thread {place.thread}, nor a message on which it could begin"))
    return name, said
