"""What the workspace has us look at: where it is, what is on its list, and whether its check could run."""

import asyncio
import os
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bot import wiring
from bot.doctor.finding import Finding
from bot.doctor.heartbeats import heartbeats as examine
from bot.platforms.definition import Examination
from bot.registry import Prepared
from harness.chat.installations import Installation
from harness.chat.people import Place
from harness.workspace.workspace import Workspace
from tests.fakes.slack.emulator import SlackEmulator
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
    return await examine(
        Examination(settings=settings(folder, **mine), now=time.time, installations=installed), {team: one}, seen
    )


def offline(folder: Path, entry: str, more: str = "") -> list[Finding]:
    """Of what Slack would have to say, nothing is known."""
    return asyncio.run(looked(folder, NOWHERE, f'every: 30m, place: "slack:T1:C1", {entry}', more=more))


def entry(place: Place, more: str = LISTED) -> str:
    return f'every: 30m, place: "{place.id.removesuffix(":")}", {more}'


def test_where_none_are_named_there_is_nothing_to_say_and_nobody_is_asked(tmp_path: Path) -> None:
    home = Prepared(tmp_path, Workspace())
    assert (
        asyncio.run(examine(Examination(settings=settings(tmp_path, **NOWHERE), now=time.time), {"": home}, {})) == []
    )


# Where it is
def test_several_are_looked_at_one_by_one(tmp_path: Path) -> None:
    async def test(slack: SlackEmulator) -> None:
        ops = slack.state.add_channel(slack.team, "ops", [slack.bot])
        there = Place("slack", slack.team.id, ops.id)
        found = await looked(tmp_path, tokens(slack), entry(there), entry(replace(there, channel="C0")))
        assert levels(found) == [("heartbeats", "ok"), ("heartbeats", "wrong")]

    slacks.run(test)


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("discord:1:2", "this heartbeat is never set: Discord is not set up"),
        ("terminal:1:2", "this heartbeat is never set: terminal is neither slack nor discord"),
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
    assert "whether I may post there" in text(found, "heartbeats")


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
    assert f"I check nothing until there is something on the list in {file}" in text(found, "heartbeats")
    file.write_text("- the tide\n")
    assert "list" not in text(offline(tmp_path, "check: ls"), "heartbeats")
    assert "its `checklist` has only headings" in wrong(offline(tmp_path, 'checklist: "# Later"'))[0]
    assert not file.with_name("files").exists(), "nothing is made by looking"


def test_a_file_where_the_list_is_meant_to_be_is_pointed_out(tmp_path: Path) -> None:
    found = offline(tmp_path, "checklist: lists/tide.md")
    assert not wrong(found)
    assert "it holds the list itself, not a file's name" in text(found, "heartbeats")
    assert "a file's name" not in text(offline(tmp_path, 'checklist: "what is in tide.md?"'), "heartbeats")


def test_a_check_that_could_not_run_is_told(tmp_path: Path) -> None:
    found = offline(tmp_path, f"{LISTED}, check: ./tide.sh")
    files = tmp_path / "workspace" / "files"
    assert f"its `check` cannot run: there is no ./tide.sh in {files}" in wrong(found)[0]
    assert not wrong(offline(tmp_path, f"{LISTED}, check: ls -l"))
    assert not files.exists(), "nothing is made by looking"


def test_what_an_image_holds_is_not_looked_for_on_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_docker = f"sandbox: {{backend: docker, image: python:3.13@sha256:{'0' * 64}}}\n"
    check = f"{LISTED}, check: only-in-the-image"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "that does not run here: it is not installed" in wrong(offline(tmp_path, check, in_docker))[0]
    (tmp_path / "docker").write_text("#!/bin/sh\n")
    (tmp_path / "docker").chmod(0o755)
    assert not wrong(offline(tmp_path, check, in_docker))
    assert "there is no command only-in-the-image here" in wrong(offline(tmp_path, check))[0]
