"""People of another workspace in a shared channel (Slack Connect), before a real Bolt app."""

from typing import Any

import pytest

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.inputs import NotPossible
from tests.unit.fakes.slack.app import bolt, client, refused, run

Json = dict[str, Any]
MODAL: Json = {
    "type": "modal",
    "callback_id": "form",
    "title": {"type": "plain_text", "text": "T"},
    "submit": {"type": "plain_text", "text": "S"},
    "blocks": [{"type": "divider"}],
}
CARD: list[Json] = [
    {
        "type": "actions",
        "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Go"}, "action_id": "go"}],
    }
]


def test_a_strangers_message_says_whose_it_is_and_whose_app_it_reaches() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, eve = slack.user("ana"), slack.user("eve", team=slack.workspace("globex"))
        shared, inside = slack.channel("shared", ana, eve), slack.channel("inside", ana)
        heard: list[tuple[Json, Json]] = []
        async with bolt(slack) as app:

            @app.event("app_mention")
            async def mention(body: Json, context: Json) -> None:
                heard.append((body, {key: context.get(key) for key in ("team_id", "actor_team_id")}))

            for who, where in ((eve, shared), (ana, shared), (ana, inside)):
                await slack.says(who, where, f"{slack.bot} hello")
            await slack.until(lambda: len(heard) == 3)
        by_eve, by_ana, at_home = sorted(heard, key=lambda one: one[0]["event"]["ts"])
        assert by_eve[0]["event"]["team"] == by_eve[0]["event"]["user_team"] == eve.team_id
        assert by_eve[0]["authorizations"][0]["team_id"] == by_eve[0]["team_id"] == slack.team.id
        assert by_eve[1] == {"team_id": slack.team.id, "actor_team_id": eve.team_id}
        assert [one[0]["is_ext_shared_channel"] for one in (by_eve, by_ana, at_home)] == [True, True, False]
        assert by_ana[0]["event"]["user_team"] == slack.team.id
        assert "user_team" not in at_home[0]["event"]

    run(test)


def test_a_shared_channel_says_with_whom() -> None:
    async def test(slack: SlackEmulator) -> None:
        globex = slack.workspace("globex")
        ana, eve = slack.user("ana"), slack.user("eve", team=globex)
        shared = slack.channel("shared", ana, eve)
        info = (await client(slack).conversations_info(channel=shared.id))["channel"]
        assert info["is_ext_shared"]
        assert info["shared_team_ids"] == [slack.team.id, globex.id]

    run(test)


def test_who_shares_no_channel_with_the_app_is_a_stranger_and_who_shares_none_with_us_is_nobody() -> None:
    async def test(slack: SlackEmulator) -> None:
        globex, initech = slack.workspace("globex"), slack.workspace("initech")
        ana, eve, far = slack.user("ana"), slack.user("eve", team=globex), slack.user("far", team=globex)
        slack.channel("shared", ana, eve)
        web = client(slack)
        known = (await web.users_info(user=eve.id))["user"]
        assert (known["team_id"], "is_stranger" in known) == (globex.id, False)
        assert (await web.users_info(user=far.id))["user"]["is_stranger"]
        assert await refused(slack, "users.info", user=slack.user("off", team=initech).id) == "user_not_found"
        assert await refused(slack, "conversations.open", users=eve.id) == "invalid_user_combination"
        with pytest.raises(NotPossible, match="does not have the app"):
            slack.dm(eve)

    run(test)


def test_a_strangers_click_reaches_our_app_and_a_modal_of_theirs_comes_from_their_workspace() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, eve = slack.user("ana"), slack.user("eve", team=slack.workspace("globex"))
        shared = slack.channel("shared", ana, eve)
        heard: list[Json] = []
        async with bolt(slack) as app:

            @app.action("go")
            async def go(ack: Any, body: Json, client: Any, respond: Any) -> None:
                heard.append(body)
                await ack()
                await respond("only for you", response_type="ephemeral")
                await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

            @app.view("form")
            async def form(ack: Any, body: Json) -> None:
                heard.append(body)
                await ack()

            card = await app.client.chat_postMessage(channel=shared.id, text="go?", blocks=CARD)
            await slack.clicks(eve, card["ts"], "Go")
            view = await slack.until(lambda: slack.views.top(eve.id))
            await slack.submits(eve, view)
        click, sent = heard
        assert (click["team"]["id"], click["user"]["team_id"]) == (slack.team.id, eve.team_id)
        assert (sent["team"]["id"], sent["view"]["team_id"]) == (eve.team_id, eve.team_id)
        assert sent["view"]["app_installed_team_id"] == slack.team.id
        assert [one.user for one in slack.ephemerals(eve)] == [slack.bot.id]
        with pytest.raises(NotPossible, match="does not have the app"):
            await slack.runs_command(eve, shared, "/deskmate")

    run(test)
