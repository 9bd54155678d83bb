"""Connecting, connecting again, and leaving nothing behind."""

import asyncio
import subprocess
import sys
import time

import pytest

from adapters.slack.app import Slack
from harness.chat.cards import Text
from harness.chat.people import Place
from harness.chat.port import Undelivered, Unreachable
from tests.fakes.slack.emulator import SlackEmulator
from tests.unit.adapters.slack.rig import Colleague, at_work, run


def test_people_are_heard_after_slack_asks_us_to_connect_again_and_after_it_cuts_us_off():
    async def test(slack: SlackEmulator) -> None:
        async with at_work(slack) as us:
            ana = slack.user("ana")
            direct = slack.dm(ana)
            for misfortune in (slack.disconnects, slack.drops_connections):
                misfortune()
                said = await slack.says(ana, direct, "are you there?")
                await slack.until(lambda ts=said.ts: slack.posts(direct, ts))  # type: ignore[misc]
            await slack.connected()
            assert await us.app.connected()

    run(test)


def test_a_slack_that_is_away_is_waited_for():
    async def test(slack: SlackEmulator) -> None:
        us = Colleague(slack)
        waits: list[float] = []

        async def sleep(seconds: float) -> None:
            waits.append(seconds)
            await asyncio.sleep(0)

        app = Slack(slack.bot_token, slack.app_token, slack.api_url, time.time, sleep)
        slack.breaks("auth.test", 503, times=2)
        slack.drops("apps.connections.open", "before")
        await app.start(us.intake, us.commands)
        await slack.connected()
        assert waits == [1.0, 2.0, 1.0]
        await app.stop()
        assert not await app.connected()
        await app.close()
        await us.app.close()

    run(test)


@pytest.mark.parametrize(
    ("bot", "app_token", "names"), [("xoxb-wrong", None, "SLACK_BOT_TOKEN"), (None, "xapp-wrong", "SLACK_APP_TOKEN")]
)
def test_a_token_that_slack_refuses_is_named(bot: str | None, app_token: str | None, names: str):
    async def test(slack: SlackEmulator) -> None:
        us = Colleague(slack)
        app = Slack(bot or slack.bot_token, app_token or slack.app_token, slack.api_url, time.time)
        with pytest.raises(Unreachable, match=names):
            await app.start(us.intake, us.commands)
        await app.close()
        await us.app.close()

    run(test)


def test_stopped_it_still_speaks_and_closed_it_does_not():
    async def test(slack: SlackEmulator) -> None:
        us = Colleague(slack)
        ana = slack.user("ana")
        direct = slack.dm(ana)
        said = await slack.says(ana, direct, "hello")
        place = Place("slack", slack.team.id, direct.id, said.ts)
        await us.app.start(us.intake, us.commands)
        await us.app.stop()
        await us.app.chat.post(place, "key", Text("goodbye"))
        await us.app.close()
        with pytest.raises(Undelivered, match="the connection to Slack is closed"):
            await us.app.chat.post(place, "other", Text("hello?"))
        assert [one.shown for one in slack.posts(direct, said.ts)] == ["goodbye"]

    run(test)


def test_importing_it_costs_nothing_before_it_is_started():
    code = (
        "import sys, adapters.slack.app; print([m for m in ('slack_bolt', 'slack_sdk', 'aiohttp') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
