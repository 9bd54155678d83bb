"""May we speak in a place in Slack? Said of each heartbeat there."""

from dataclasses import replace
from pathlib import Path

from bot.doctor.finding import Finding
from harness.chat.installations import Installation
from harness.chat.people import Place
from tests.fakes.slack.emulator import SlackEmulator
from tests.unit.adapters.slack import rig as slacks
from tests.unit.bot.doctor.findings import levels, wrong
from tests.unit.bot.doctor.test_heartbeats import entry, looked
from tests.unit.bot.doctor.test_slack import tokens


def test_in_slack_it_is_told_where_we_are_not_and_what_is_not_there(tmp_path: Path) -> None:
    async def test(slack: SlackEmulator) -> None:
        bob = slack.state.add_user(slack.team, "bob")
        ops = slack.state.add_channel(slack.team, "ops", [bob, slack.bot])
        there = Place("slack", slack.team.id, ops.id)
        said = await slack.says(bob, ops, "hi")

        async def about(place: Place) -> list[Finding]:
            return await looked(tmp_path, tokens(slack), entry(place))

        assert [str(finding) for finding in await about(there)] == [
            f"ok     heartbeats   {there.id.removesuffix(':')}, every 30 min: checks, and may post in #ops"
        ]
        assert levels(await about(replace(there, thread=said.ts))) == [("heartbeats", "ok")]
        assert levels(await about(Place("slack", slack.team.id, slack.state.direct(slack.team, bob).id))) == [
            ("heartbeats", "ok")
        ]
        assert "#ops has no thread 1.2" in wrong(await about(replace(there, thread="1.2")))[0]
        assert "there is no channel C0" in wrong(await about(replace(there, channel="C0")))[0]
        assert "is for the team T0, but this app is in" in wrong(await about(replace(there, team="T0")))[0]
        others = slack.state.add_channel(slack.team, "others", [bob])
        assert "I am not in #others" in wrong(await about(replace(there, channel=others.id)))[0]
        slack.state.put_channel(replace(ops, archived=True))
        assert "#ops is archived" in wrong(await about(there))[0]
        asked = {call.method for call in slack.calls}
        assert asked == {"auth.test", "conversations.info", "conversations.replies"}, "nothing is changed by asking"

    slacks.run(test)


def test_of_several_teams_each_is_looked_at_with_its_own_token(tmp_path: Path) -> None:
    async def test(slack: SlackEmulator) -> None:
        ops = slack.state.add_channel(slack.team, "ops", [slack.bot])
        there, mine = Place("slack", slack.team.id, ops.id), {"slack_api_url": slack.api_url, "slack_client_id": "1.2"}
        installed = (Installation(slack.team.id, "", slack.bot_token, "U1"),)

        async def about(place: Place, team: str, *installed: Installation) -> list[Finding]:
            return await looked(tmp_path, mine, entry(place), team=team, installed=installed)

        assert levels(await about(there, slack.team.id, *installed)) == [("heartbeats", "ok")]
        assert "this workspace belongs to the team T0" in wrong(await about(there, "T0", *installed))[0]
        assert levels(await about(there, slack.team.id)) == [("heartbeats", "note")]
        whole = Installation("", "E1", slack.bot_token, "U1")
        assert levels(await about(there, "E1", whole)) == [("heartbeats", "ok")]

    slacks.run(test)
