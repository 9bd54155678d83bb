"""What is wrong with the Discord app is told, with what to do."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from adapters.discord.calls import Calls
from adapters.discord.commands import commands
from adapters.discord.registering import register
from adapters.discord.scopes import BITS, integer
from bot.doctor.discord import discord as examine
from bot.doctor.finding import STATUS, Finding
from bot.platforms.definition import Examination
from tests.fakes.discord.emulator import DiscordEmulator
from tests.unit.adapters.discord.rig import run
from tests.unit.bot.doctor.findings import levels, settings, text, wrong

HERE = Path("nowhere")
Look = Callable[..., Awaitable[list[Finding]]]


def looking(test: Callable[[DiscordEmulator, Look], Awaitable[None]]) -> None:
    """With an app that is as it should be."""

    async def main(discord: DiscordEmulator) -> None:
        state = discord.state
        calls = Calls(discord.token, discord.api_url)
        await register(calls, state.app, state.guild, commands("deskmate"), only_here=False)
        await calls.close()

        async def look(ahead: float = 0.0, **changes: str) -> list[Finding]:
            right = {"discord_bot_token": discord.token, "discord_api_url": discord.api_url}
            return await examine(
                Examination(settings=settings(HERE, **{**right, **changes}), now=lambda: time.time() + ahead)
            )

        await test(discord, look)

    run(main)


def status(findings: list[Finding]) -> int:
    return max(STATUS[finding.level] for finding in findings)


def test_where_all_is_well_it_says_so():
    async def test(discord: DiscordEmulator, look: Look) -> None:
        synced = discord.state.commands.syncs
        findings = await look()
        assert levels(findings) == [
            (about, "ok") for about in ("clock", "bot token", "server", "intents", "permissions", "commands")
        ]
        assert text(findings, "bot token") == f"is valid: @deskmate, application deskmate ({discord.state.app})"
        assert text(findings, "server") == f"acme ({discord.state.guild})"
        assert discord.token not in "".join(map(str, findings))
        assert discord.state.commands.syncs == synced, "nothing is changed by asking"

    looking(test)


def test_without_a_token_there_is_nothing_to_say_and_with_one_that_is_refused_it_says_where_to_get_another():
    async def test(discord: DiscordEmulator, look: Look) -> None:
        assert await look(discord_bot_token="", discord_api_url="") == []
        findings = await look(discord_bot_token="wrong")
        assert levels(findings) == [("clock", "ok"), ("bot token", "setting")]
        assert "make a new one at discord.com/developers/applications, under Bot" in text(findings, "bot token")
        assert "wrong" not in text(findings, "bot token")

    looking(test)


def test_a_setting_that_is_wrong_is_named_and_nothing_is_sent():
    async def test(discord: DiscordEmulator, look: Look) -> None:
        made = len(discord.rest.calls)
        findings = await look(discord_api_url="discord.example", discord_commands="guild")
        assert levels(findings) == [("discord", "setting")] * 2
        assert len(discord.rest.calls) == made

    looking(test)


def test_where_discord_cannot_be_reached_it_says_what_may_be_in_the_way():
    async def test(discord: DiscordEmulator, look: Look) -> None:
        findings = await look(discord_api_url="http://127.0.0.1:1/api/v10")
        assert levels(findings) == [("discord", "wrong")]
        assert "HTTPS_PROXY" in text(findings, "discord")
        discord.fails("GET", "/gateway", status=503)
        assert "HTTP 503" in text(await look(), "discord")

    looking(test)


@pytest.mark.parametrize(
    ("ahead", "level", "word"), [(50, "ok", "ahead of"), (90, "wrong", "ahead"), (-400, "wrong", "behind")]
)
def test_clocks_that_are_apart_are_told(ahead: float, level: str, word: str):
    async def test(discord: DiscordEmulator, look: Look) -> None:
        findings = await look(ahead=ahead)
        assert ("clock", level) in levels(findings)
        assert word in text(findings, "clock")

    looking(test)


def test_without_the_content_intent_it_says_what_is_not_heard_and_where_to_switch_it_on():
    async def test(discord: DiscordEmulator, look: Look) -> None:
        discord.state.content = False
        findings = await look()
        assert ("intents", "note") in levels(findings)
        assert "I hear only messages that mention me" in text(findings, "intents")
        assert "discord.com/developers/applications, under Bot" in text(findings, "intents")
        assert status(findings) == 0

    looking(test)


def test_permissions_that_are_missing_are_named_with_the_invitation_that_grants_them():
    async def test(discord: DiscordEmulator, look: Look) -> None:
        discord.state.ours &= ~integer(["attach_files", "create_public_threads"])
        findings = await look()
        assert status(findings) == 1
        assert "not granted in acme: create public threads, attach files" in text(findings, "permissions")
        assert f"client_id={discord.state.app}&" in text(findings, "permissions")
        discord.state.ours = 1 << 3
        assert not wrong(await look()), "an administrator has all"
        discord.state.ours = integer(BITS)
        assert not wrong(await look()), "no more is needed"

    looking(test)


def test_of_several_servers_one_is_to_be_named():
    async def test(discord: DiscordEmulator, look: Look) -> None:
        discord.state.elsewhere["77"] = "globex"
        findings = await look()
        assert ("server", "setting") in levels(findings)
        assert "set DISCORD_SERVER" in text(findings, "server")
        assert "globex (77)" in text(findings, "server")
        assert ("server", "ok") in levels(await look(discord_server=discord.state.guild))
        assert "I am not in that server" in text(await look(discord_server="801234567890123456"), "server")
        discord.state.elsewhere.clear()
        discord.state.invited = False
        findings = await look()
        assert ("server", "wrong") in levels(findings)
        assert f"open https://discord.com/oauth2/authorize?client_id={discord.state.app}" in text(findings, "server")

    looking(test)


def test_commands_that_are_not_as_the_code_has_them_are_no_fault_since_a_start_registers_them():
    async def test(discord: DiscordEmulator, look: Look) -> None:
        discord.state.commands.everywhere.pop()
        findings = await look()
        assert ("commands", "note") in levels(findings)
        assert "`deskmate run` registers them" in text(findings, "commands")

    looking(test)


def test_where_settings_are_for_several_teams_in_slack_the_token_is_in_the_way():
    several = {
        "slack_client_id": "1",
        "slack_client_secret": "2",
        "slack_redirect_url": "https://d/slack/oauth_redirect",
    }
    found = asyncio.run(examine(Examination(settings=settings(HERE, discord_bot_token="x", **several), now=time.time)))
    assert levels(found) == [("discord", "setting")]
