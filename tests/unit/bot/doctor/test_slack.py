"""What is wrong with the Slack app is told, with what to do."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.slack.manifest import manifest, scopes
from adapters.storage.lock import Holder
from bot.doctor.finding import Finding
from bot.doctor.slack import slack as examine
from bot.platforms.definition import Examination
from harness.chat.installations import Installation
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.web import CONFIG_TOKEN
from tests.unit.adapters.slack.rig import at_work, run
from tests.unit.bot.doctor.findings import levels, settings, text, wrong

HERE = Path("nowhere")
RUNNING = Holder(4711)
Look = Callable[..., Awaitable[list[Finding]]]


def tokens(slack: SlackEmulator) -> dict[str, str]:
    """The settings that are right for it."""
    return {
        "slack_bot_token": slack.bot_token,
        "slack_app_token": slack.app_token,
        "slack_api_url": slack.api_url,
    }


def looking(test: Callable[[SlackEmulator, Look], Awaitable[None]]) -> None:
    """With an app that is as it should be."""

    async def main(slack: SlackEmulator) -> None:
        slack.state.scopes = set(scopes(manifest()))
        slack.state.manifest = manifest("Renamed by its owner")

        async def look(running: Holder | None = None, ahead: float = 0.0, **changes: str) -> list[Finding]:
            mine = settings(HERE, **{**tokens(slack), **changes})
            return await examine(Examination(settings=mine, running=running, now=lambda: time.time() + ahead))

        await test(slack, look)

    run(main)


def test_where_all_is_well_it_says_so_and_what_it_cannot_know():
    async def test(slack: SlackEmulator, look: Look) -> None:
        findings = await look()
        assert levels(findings) == [
            ("bot token", "ok"),
            ("scopes", "ok"),
            ("clock", "ok"),
            ("app token", "ok"),
            ("connections", "ok"),
            ("events", "note"),
        ]
        assert text(findings, "bot token") == f"is valid: @deskmate in the workspace acme ({slack.team.id})"
        assert "compare App Manifest" in text(findings, "events")
        assert {call.method for call in slack.calls} == {"auth.test", "bots.info", "apps.connections.open"}

    looking(test)


def test_scopes_that_are_missing_are_named_and_those_that_are_too_many_are_no_fault():
    async def test(slack: SlackEmulator, look: Look) -> None:
        slack.state.scopes = (slack.state.scopes - {"reactions:write", "users:read"}) | {"users:read.email"}
        findings = await look()
        assert [level for about, level in levels(findings) if about == "scopes"] == ["wrong", "note"]
        assert "not granted: reactions:write, users:read. " in text(findings, "scopes")
        assert "reinstall the app" in text(findings, "scopes")
        assert "not needed: users:read.email" in text(findings, "scopes")

    looking(test)


@pytest.mark.parametrize(
    ("ahead", "level", "word"), [(50, "ok", "ahead of"), (90, "wrong", "ahead"), (-400, "wrong", "behind")]
)
def test_clocks_that_are_apart_are_told(ahead: float, level: str, word: str):
    async def test(slack: SlackEmulator, look: Look) -> None:
        findings = await look(ahead=ahead)
        assert ("clock", level) in levels(findings)
        assert word in text(findings, "clock")

    looking(test)


def test_tokens_that_slack_refuses_are_named_and_never_shown():
    async def test(slack: SlackEmulator, look: Look) -> None:
        findings = await look(slack_bot_token="xoxb-wrong", slack_app_token="xapp-wrong")
        assert levels(findings)[:2] == [("bot token", "setting"), ("app token", "setting")]
        assert "Slack refuses SLACK_BOT_TOKEN (invalid_auth): copy the Bot User OAuth Token" in wrong(findings)[0]
        assert "Slack refuses SLACK_APP_TOKEN (invalid_auth): make an app-level token" in wrong(findings)[1]
        assert "connections:write" in wrong(findings)[1]
        assert not [line for line in map(str, findings) if "xoxb-" in line or "xapp-" in line]

    looking(test)


def test_what_no_token_looks_like_is_not_sent_and_the_other_token_is_looked_at():
    async def test(slack: SlackEmulator, look: Look) -> None:
        findings = await look(slack_bot_token="", slack_config_token=CONFIG_TOKEN)
        assert wrong(findings) == [
            "WRONG  slack        SLACK_BOT_TOKEN is missing: Slack needs both tokens (xoxb- and xapp-)"
        ]
        assert ("app token", "ok") in levels(findings)
        assert ("events", "ok") in levels(findings), "the connection says which app it is"
        findings = await look(slack_app_token="12345")
        assert ("slack", "setting") in levels(findings)
        assert ("bot token", "ok") in levels(findings)
        assert len(slack.calls_of("apps.connections.open")) == 1
        assert levels(await look(slack_api_url="http://127.0.0.1/api")) == [("slack", "setting")]

    looking(test)


def test_without_tokens_it_says_how_to_come_by_them():
    [finding] = asyncio.run(examine(Examination(settings=settings(HERE), now=time.time)))
    assert finding.level == "setting"
    assert "deskmate manifest slack" in finding.text
    assert "SLACK_APP_TOKEN" in finding.text


def test_where_there_is_discord_slack_need_not_be_set_up():
    [finding] = asyncio.run(examine(Examination(settings=settings(HERE, discord_bot_token="x"), now=time.time)))
    assert (finding.about, finding.level) == ("slack", "note")


def test_tokens_of_two_apps_are_told_apart():
    async def test(slack: SlackEmulator, look: Look) -> None:
        other = slack.state.add_team("globex")
        slack.state.users[other.bot.id] = replace(other.bot, app_id="A0OTHER")
        findings = await look(slack_bot_token=other.bot_token)
        assert ("app token", "setting") in levels(findings)
        assert "SLACK_BOT_TOKEN to A0OTHER: take both from one app" in text(findings, "app token")

    looking(test)


def test_a_second_process_on_the_same_app_is_found_and_the_one_that_is_known_is_no_fault():
    async def test(slack: SlackEmulator, look: Look) -> None:
        async with AsyncExitStack() as others:
            assert "though one works on this journal" in text(await look(RUNNING), "connections")
            await others.enter_async_context(at_work(slack))
            findings = await look(RUNNING)
            assert ("connections", "note") in levels(findings)
            assert "probably the process that works on this journal" in text(findings, "connections")
            findings = await look()
            assert ("connections", "wrong") in levels(findings)
            assert (
                "1 other connection of this app, and Slack tells each event to only one of them" in wrong(findings)[0]
            )
            postgres = replace(settings(HERE, **tokens(slack)), database_url="postgresql+psycopg://db/x")
            assert ("connections", "wrong") in levels(await examine(Examination(settings=postgres, now=time.time)))
            await others.enter_async_context(at_work(slack))
            findings = await look(RUNNING)
            assert "2 other connections of this app" in wrong(findings)[0]

    looking(test)


def test_by_its_owner_s_token_the_app_s_manifest_is_compared():
    async def test(slack: SlackEmulator, look: Look) -> None:
        assert levels(await look(slack_config_token=CONFIG_TOKEN))[-1] == ("events", "ok")
        given = slack.state.manifest["settings"]
        given["event_subscriptions"]["bot_events"].remove("message.im")
        given["event_subscriptions"]["bot_events"].append("team_join")
        given["socket_mode_enabled"] = False
        findings = await look(slack_config_token=CONFIG_TOKEN)
        assert levels(findings)[-2:] == [("events", "wrong"), ("events", "note")]
        assert "lacks the event message.im, Socket Mode: paste `deskmate manifest slack`" in text(findings, "events")
        assert "also has the event team_join" in text(findings, "events")
        slack.state.manifest = {"features": None}
        assert "the agent view" in text(await look(slack_config_token=CONFIG_TOKEN), "events")
        findings = await look(slack_config_token="xoxe.xoxp-old")
        assert levels(findings)[-1] == ("events", "setting")
        assert "it is good for 12 hours" in text(findings, "events")

    looking(test)


def test_a_slack_that_fails_is_told_as_that():
    async def test(slack: SlackEmulator, look: Look) -> None:
        slack.breaks("auth.test", 503)
        findings = await look()
        assert levels(findings) == [("slack", "wrong")]
        assert "status.slack.com" in text(findings, "slack")
        slack.breaks("bots.info")
        slack.breaks("apps.connections.open")
        findings = await look(slack_config_token=CONFIG_TOKEN)
        assert [about for about, level in levels(findings) if level == "wrong"] == ["slack"]
        assert "I don't know which app" in text(findings, "events")

    looking(test)


def test_offline_it_says_so_once_and_shows_no_token():
    mine = settings(HERE, slack_bot_token="xoxb-1", slack_app_token="xapp-1", slack_api_url="http://127.0.0.1:9/api/")
    [finding] = asyncio.run(examine(Examination(settings=mine, now=time.time)))
    assert (finding.about, finding.level) == ("slack", "wrong")
    assert "Slack could not be connected to" in finding.text
    assert "Is there a network" in finding.text


def test_each_team_that_has_installed_it_is_looked_at(tmp_path: Path):
    async def main(slack: SlackEmulator) -> None:
        slack.state.scopes = set(scopes(manifest()))
        two, gone, lost = (slack.workspace(name, installed=True) for name in ("two", "gone", "lost"))
        slack.installations.grant(two, slack.state.scopes - {"reactions:write"})
        (tmp_path / "workspace").mkdir()
        names = "".join(f"  {team.id}: {team.name}\n" for team in (slack.team, two, gone))
        (tmp_path / "workspace" / "teams.yaml").write_text(f"teams:\n{names}")
        kept = [
            Installation(one.id, "", one.bot_token, one.bot.id, bot=one.bot.bot_id or "", name=one.name)
            for one in (slack.team, two, gone, lost)
        ]
        slack.installations.uninstall(gone)
        mine = settings(
            tmp_path,
            slack_app_token=slack.app_token,
            slack_api_url=slack.api_url,
            slack_client_id="1.2",
            slack_client_secret="s",
            slack_redirect_url="https://desk.example/slack/oauth_redirect",
        )
        findings = await examine(Examination(settings=mine, now=time.time, installations=kept))
        said = wrong(findings)
        assert len(said) == 3
        assert f"two ({two.id}): not granted: reactions:write" in said[0]
        assert f"gone ({gone.id}): Slack refuses its token (account_inactive): let the team install" in said[1]
        assert f"lost ({lost.id}) has no workspace, so I turn its people away" in said[2]
        assert ("app token", "ok") in levels(findings)
        nobody = await examine(Examination(settings=mine, now=time.time))
        assert "open https://desk.example/slack/install" in text(nobody, "teams")
        broken = await examine(Examination(settings=replace(mine, slack_client_secret=""), now=time.time))
        assert any("SLACK_CLIENT_SECRET is missing" in line for line in wrong(broken))

    run(main)
