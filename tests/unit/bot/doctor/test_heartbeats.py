"""What the workspace has us look at: where it is, what is on its list, and whether its check could run."""

import asyncio
import os
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.discord.scopes import integer
from bot import wiring
from bot.doctor.finding import Finding
from bot.doctor.heartbeats import heartbeats as examine
from bot.registry import Prepared
from harness.chat.installations import Installation
from harness.chat.people import Place
from harness.workspace.workspace import Workspace
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.slack.emulator import SlackEmulator
from tests.unit.adapters.discord import rig as discords
from tests.unit.adapters.slack import rig as slacks
from tests.unit.bot.doctor.findings import levels, settings, text, wrong
from tests.unit.bot.doctor.test_slack import tokens

NOWHERE = {
    "slack_bot_token": "xoxb-1",
    "slack_app_token": "xapp-1",
    "slack_api_url": "http://127.0.0.1:9/api/",
}
LISTED = "checklist: the tide"


async def looked(
    folder: Path,
    mine: Mapping[str, str],
    *entries: str,
    more: str = "",
    team: str = "",
    installed: tuple[Installation, ...] = (),
) -> list[Finding]:
    """At a workspace that names those."""
    home = folder / "workspace"
    home.mkdir(exist_ok=True)
    named = "".join(f"\n  - {{{entry}}}" for entry in entries)
    (home / "workspace.yaml").write_text(f"model: rehearsal\n{more}heartbeats:{named}\n", encoding="utf-8")
    one = Prepared(home, wiring.workspace(home, wiring.toolbox(home / wiring.FILES, {})))
    seen = {"PATH": os.environ["PATH"]}
    return await examine(settings(folder, **mine), {team: one}, seen, time.time, installed)


def offline(folder: Path, entry: str, more: str = "") -> list[Finding]:
    """Of what Slack would have to say, nothing is known."""
    return asyncio.run(looked(folder, NOWHERE, f'every: 30m, place: "slack:T1:C1", {entry}', more=more))


def entry(place: Place, more: str = LISTED) -> str:
    return f'every: 30m, place: "{place.id.removesuffix(":")}", {more}'


def test_where_none_are_named_there_is_nothing_to_say_and_nobody_is_asked(tmp_path: Path) -> None:
    home = Prepared(tmp_path, Workspace())
    assert asyncio.run(examine(settings(tmp_path, **NOWHERE), {"": home}, {}, time.time)) == []


# Where it is
def test_in_slack_it_is_told_where_we_are_not_and_what_is_not_there(tmp_path: Path) -> None:
    async def test(slack: SlackEmulator) -> None:
        bob = slack.state.add_user(slack.team, "bob")
        ops = slack.state.add_channel(slack.team, "ops", [bob, slack.bot])
        there = Place("slack", slack.team.id, ops.id)
        said = await slack.says(bob, ops, "hi")

        async def about(place: Place) -> list[Finding]:
            return await looked(tmp_path, tokens(slack), entry(place))

        assert [str(finding) for finding in await about(there)] == [
            f"ok     heartbeats   {there.id.removesuffix(':')}, every 30 min: can look and speak in #ops"
        ]
        assert levels(await about(replace(there, thread=said.ts))) == [("heartbeats", "ok")]
        assert levels(await about(Place("slack", slack.team.id, slack.state.direct(slack.team, bob).id))) == [
            ("heartbeats", "ok")
        ]
        assert "#ops has no thread 1.2" in wrong(await about(replace(there, thread="1.2")))[0]
        assert "there is no channel C0" in wrong(await about(replace(there, channel="C0")))[0]
        assert "names the team T0, and this app is in" in wrong(await about(replace(there, team="T0")))[0]
        others = slack.state.add_channel(slack.team, "others", [bob])
        assert "we are not in #others" in wrong(await about(replace(there, channel=others.id)))[0]
        slack.state.put_channel(replace(ops, archived=True))
        assert "#ops is archived" in wrong(await about(there))[0]
        asked = {call.method for call in slack.calls}
        assert asked == {"auth.test", "conversations.info", "conversations.replies"}, "nothing is changed by asking"

    slacks.run(test)


def test_several_are_looked_at_one_by_one(tmp_path: Path) -> None:
    async def test(slack: SlackEmulator) -> None:
        ops = slack.state.add_channel(slack.team, "ops", [slack.bot])
        there = Place("slack", slack.team.id, ops.id)
        found = await looked(tmp_path, tokens(slack), entry(there), entry(replace(there, channel="C0")))
        assert levels(found) == [("heartbeats", "ok"), ("heartbeats", "wrong")]

    slacks.run(test)


def test_of_several_teams_each_is_looked_at_with_its_own_token(tmp_path: Path) -> None:
    async def test(slack: SlackEmulator) -> None:
        ops = slack.state.add_channel(slack.team, "ops", [slack.bot])
        there, mine = Place("slack", slack.team.id, ops.id), {"slack_api_url": slack.api_url, "slack_client_id": "1.2"}
        installed = (Installation(slack.team.id, "", slack.bot_token, "U1"),)

        async def about(place: Place, team: str, *installed: Installation) -> list[Finding]:
            return await looked(tmp_path, mine, entry(place), team=team, installed=installed)

        assert levels(await about(there, slack.team.id, *installed)) == [("heartbeats", "ok")]
        assert "this workspace is of the team T0" in wrong(await about(there, "T0", *installed))[0]
        assert levels(await about(there, slack.team.id)) == [("heartbeats", "note")]
        whole = Installation("", "E1", slack.bot_token, "U1")
        assert levels(await about(there, "E1", whole)) == [("heartbeats", "ok")]

    slacks.run(test)


def test_in_discord_it_is_told_where_we_may_not_speak_and_what_is_not_there(tmp_path: Path) -> None:
    async def test(discord: DiscordEmulator) -> None:
        state = discord.state
        state.owner, state.granted[state.guild] = (
            "9",
            integer(["view_channel", "read_message_history", "send_messages"]),
        )
        channel, forum = state.add_channel("ops"), state.add_channel("questions", 15)
        there = Place("discord", state.guild, channel["id"])
        mine = {"discord_bot_token": discord.token, "discord_api_url": discord.api_url}

        async def about(place: Place, **more: str) -> list[Finding]:
            return await looked(tmp_path, {**mine, **more}, entry(place))

        assert "can look and speak in #ops" in text(await about(there), "heartbeats")
        assert "nothing can be said in #questions itself" in wrong(await about(replace(there, channel=forum["id"])))[0]
        found = wrong(await about(replace(there, thread="801234567890123456")))
        assert "#ops does not let us: send messages in threads." in found[0]
        assert "#ops has no thread 801234567890123456, nor a message" in found[1]
        unknown = replace(there, channel="801234567890123456")
        assert "there is no channel 801234567890123456 in that server" in wrong(await about(unknown))[0]
        elsewhere = wrong(await about(replace(there, team="77")))[0]
        assert f"names the server 77, in which we do not work (we are in: acme ({state.guild}))" in elsewhere
        state.elsewhere["77"] = "globex"
        assert levels(await about(there)) == [("heartbeats", "ok")]
        assert "in which we do not work" in wrong(await about(there, discord_server="801234567890123456"))[0]
        assert {call.method for call in discord.rest.calls} == {"GET"}, "nothing is changed by asking"

    discords.run(test)


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("discord:1:2", "it is never set, since Discord is not set up"),
        ("terminal:1:2", "it is never set, since terminal is neither slack nor discord"),
    ],
)
def test_a_platform_that_is_not_set_up_is_told(tmp_path: Path, place: str, why: str) -> None:
    found = asyncio.run(looked(tmp_path, NOWHERE, f'every: 30m, place: "{place}", {LISTED}'))
    assert levels(found) == [("heartbeats", "setting")]
    assert why in text(found, "heartbeats")


def test_where_slack_is_not_set_up_that_is_told(tmp_path: Path) -> None:
    found = asyncio.run(looked(tmp_path, {"discord_bot_token": "x"}, f'every: 30m, place: "slack:T1:C1", {LISTED}'))
    assert levels(found) == [("heartbeats", "setting")]
    assert "Slack is not set up" in text(found, "heartbeats")


@pytest.mark.parametrize("mine", [NOWHERE, {**NOWHERE, "slack_bot_token": "12"}, {**NOWHERE, "slack_bot_token": ""}])
def test_what_cannot_be_known_just_now_is_no_fault_of_the_heartbeat(tmp_path: Path, mine: dict[str, str]) -> None:
    found = asyncio.run(looked(tmp_path, mine, f'every: 30m, place: "slack:T1:C1", {LISTED}'))
    assert levels(found) == [("heartbeats", "note")]
    assert "whether it can speak there is not known" in text(found, "heartbeats")


def test_where_places_keep_it_quiet_that_is_told(tmp_path: Path) -> None:
    found = offline(tmp_path, LISTED, 'places: {"slack:T1:C1": {answers: "off"}}\n')
    assert "`places` has answers: off" in wrong(found)[0]


# What it looks at
def test_a_list_that_is_missing_or_has_nothing_on_it_is_told(tmp_path: Path) -> None:
    file = tmp_path / "workspace" / "HEARTBEAT.md"
    assert f"there is no {file}" in wrong(offline(tmp_path, "check: ls"))[0]
    file.write_text("# Later\n\n- [ ]\n")
    found = offline(tmp_path, "check: ls")
    assert not wrong(found), "people empty it for a while"
    assert f"as long as nothing is on the list in {file}" in text(found, "heartbeats")
    file.write_bytes(b"\xff")
    assert f"{file} cannot be read" in wrong(offline(tmp_path, "check: ls"))[0]
    file.write_text("- the tide\n")
    assert "list" not in text(offline(tmp_path, "check: ls"), "heartbeats")
    assert "nothing is on its `checklist`" in wrong(offline(tmp_path, 'checklist: "# Later"'))[0]
    assert not file.with_name("files").exists(), "nothing is made by looking"


def test_a_file_where_the_list_is_meant_to_be_is_pointed_out(tmp_path: Path) -> None:
    found = offline(tmp_path, "checklist: lists/tide.md")
    assert not wrong(found)
    assert "it is the list itself, not the name of a file" in text(found, "heartbeats")
    assert "the name of a file" not in text(offline(tmp_path, 'checklist: "what is in tide.md?"'), "heartbeats")


def test_a_check_that_could_not_run_is_told(tmp_path: Path) -> None:
    found = offline(tmp_path, f"{LISTED}, check: ./tide.sh")
    files = tmp_path / "workspace" / "files"
    assert f"its `check` cannot tell anything new: there is no ./tide.sh in {files}" in wrong(found)[0]
    assert not wrong(offline(tmp_path, f"{LISTED}, check: ls -l"))
    assert not files.exists(), "nothing is made by looking"
