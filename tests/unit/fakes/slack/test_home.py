"""The home tab: published by the app, read and used by its person."""

from typing import Any

import pytest

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.inputs import NotPossible
from tests.unit.fakes.slack.app import bolt, client, refused, run

Json = dict[str, Any]


def tab(text: str) -> Json:
    button = {"type": "button", "text": {"type": "plain_text", "text": "Refresh"}, "action_id": "refresh"}
    section = {"type": "section", "text": {"type": "mrkdwn", "text": text}}
    return {"type": "home", "blocks": [section, {"type": "actions", "elements": [button]}]}


def test_a_home_tab_is_published_when_it_is_opened_and_again_when_its_button_is_clicked() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        heard: list[Json] = []
        async with bolt(slack) as app:

            @app.event("app_home_opened")
            async def opened(event: Json, client: Any) -> None:
                heard.append(event)
                if event["tab"] == "home":
                    await client.views_publish(user_id=event["user"], view=tab("one"))

            @app.action("refresh")
            async def refresh(ack: Any, body: Json, client: Any) -> None:
                heard.append(body)
                await ack()
                await client.views_publish(user_id=body["user"]["id"], view=tab("two"), hash=body["view"]["hash"])

            with pytest.raises(NotPossible, match="nothing is published for ana"):
                slack.home(ana)
            await slack.opens_app(ana, "messages")
            await slack.opens_app(ana, "home")
            first = await slack.until(lambda: slack.views.homes.get(ana.id))
            assert slack.home(ana).shown == "one\n[Refresh]"
            await slack.clicks(ana, slack.home(ana), "Refresh")
            await slack.until(lambda: slack.home(ana).shown.startswith("two"))
            await slack.opens_app(ana, "home")
            await slack.until(lambda: slack.home(ana).shown.startswith("one"))
        assert slack.home(ana).id == first.id
        assert slack.home(ana).hash != first.hash
        click = next(one for one in heard if one["type"] == "block_actions")
        assert click["container"] == {"type": "view", "view_id": first.id}
        assert "response_url" not in click
        visits = [one for one in heard if one["type"] == "app_home_opened"]
        assert [(one["tab"], one.get("view", {}).get("id")) for one in visits] == [
            ("messages", None),
            ("home", None),
            ("home", first.id),
        ]

    run(test)


def test_what_slack_would_not_publish_is_refused() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, eve = slack.user("ana"), slack.user("eve", team=slack.workspace("globex"))
        modal = {**tab("x"), "type": "modal", "title": {"type": "plain_text", "text": "T"}}
        full = {"type": "home", "blocks": [{"type": "divider"}] * 101}
        await client(slack).views_publish(user_id=ana.id, view={**full, "blocks": full["blocks"][:100]})
        table: list[tuple[str, Json]] = [
            ("invalid_arguments", {"user_id": "U0", "view": tab("x")}),
            ("invalid_arguments", {"user_id": eve.id, "view": tab("x")}),
            ("invalid_arguments", {"user_id": ana.id, "view": modal}),
            ("invalid_arguments", {"user_id": ana.id, "view": full}),
            ("invalid_arguments", {"user_id": ana.id, "view": {**tab("x"), "title": "T"}}),
            ("hash_conflict", {"user_id": ana.id, "view": tab("x"), "hash": "old"}),
        ]
        for error, args in table:
            assert await refused(slack, "views.publish", **args) == error, args
        slack.views.home_enabled = False
        assert await refused(slack, "views.publish", user_id=ana.id, view=tab("x")) == "not_enabled"
        assert len(slack.home(ana).body["blocks"]) == 100

    run(test)


def test_a_home_tab_may_be_updated_by_its_id() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, web = slack.user("ana"), client(slack)
        made = await web.views_publish(user_id=ana.id, view=tab("one"))
        await web.views_update(view_id=made["view"]["id"], view=tab("two"))
        assert slack.home(ana).shown.startswith("two")

    run(test)
