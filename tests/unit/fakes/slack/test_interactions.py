"""Buttons, menus and modals, between people and a real Bolt app."""

import asyncio
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.inputs import NotPossible
from tests.fakes.slack.interactions import NotAcknowledged
from tests.fakes.slack.records import Channel, Message, User
from tests.unit.fakes.slack.app import bolt, client, run

Json = dict[str, Any]


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def option(text: str, value: str) -> Json:
    return {"text": plain(text), "value": value}


CARD: list[Json] = [
    {"type": "section", "text": {"type": "mrkdwn", "text": "*Deploy* to prod?"}},
    {
        "type": "actions",
        "block_id": "ask",
        "elements": [
            {"type": "button", "text": plain("Approve"), "action_id": "approve", "value": "token-1"},
            {"type": "button", "text": plain("Deny…"), "action_id": "deny", "value": "token-1"},
            {
                "type": "overflow",
                "action_id": "more",
                "options": [option("Always this tool", "always"), option("Reply instead", "reply")],
            },
            {
                "type": "static_select",
                "action_id": "region",
                "placeholder": plain("Region"),
                "options": [option("Europe", "eu"), option("America", "us")],
            },
        ],
    },
]

MODAL: Json = {
    "type": "modal",
    "callback_id": "reason",
    "private_metadata": "ask-1",
    "title": plain("Deny"),
    "submit": plain("Send"),
    "blocks": [
        {
            "type": "input",
            "block_id": "why",
            "label": plain("Reason"),
            "element": {"type": "plain_text_input", "action_id": "text", "max_length": 20},
        },
        {
            "type": "input",
            "block_id": "who",
            "optional": True,
            "label": plain("Tell"),
            "element": {"type": "multi_static_select", "action_id": "names", "options": [option("Ben", "ben")]},
        },
    ],
}


async def posted(slack: SlackEmulator, *people: User, blocks: list[Json] = CARD) -> tuple[Channel, Message]:
    place = slack.channel("ops", *people)
    answer = await client(slack).chat_postMessage(channel=place.id, text="Deploy?", blocks=blocks)
    return place, slack.message(answer["ts"])


def test_a_click_arrives_with_its_message_and_is_acknowledged() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, card = await posted(slack, ana)
        heard: list[Json] = []
        async with bolt(slack) as app:

            @app.action("approve")
            async def approve(ack: Any, body: Json, client: Any) -> None:
                await ack()
                heard.append(body)
                settled = [CARD[0], {"type": "context", "elements": [plain(f"approved by {body['user']['name']}")]}]
                await client.chat_update(
                    channel=body["channel"]["id"], ts=body["container"]["message_ts"], text="Deployed", blocks=settled
                )

            click = await slack.clicks(ana, card, "Approve")
            await slack.until(lambda: "approved by ana" in slack.message(card).shown)
        assert click.acknowledged
        assert click.latency is not None
        assert click.latency < 3
        (body,) = heard
        assert body["actions"][0]["value"] == "token-1"
        assert body["actions"][0]["block_id"] == "ask"
        assert body["message"]["ts"] == card.ts
        assert body["state"]["values"]["ask"]["region"] == {"type": "static_select", "selected_option": None}
        with pytest.raises(NotPossible, match="'Approve' is not there for ana"):
            await slack.clicks(ana, card, "Approve")
        assert slack.message(card).controls == []
        assert slack.thread(ops, card.ts) == [slack.message(card)]

    run(test)


def test_two_clicks_at_once_are_two_interactions() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ben = slack.user("ana"), slack.user("ben")
        _, card = await posted(slack, ana, ben)
        who: list[str] = []
        async with bolt(slack) as app:

            @app.action("approve")
            async def approve(ack: Any, body: Json) -> None:
                await ack()
                who.append(body["user"]["id"])

            await asyncio.gather(slack.clicks(ana, card, "Approve"), slack.clicks(ben, card, "approve"))
        assert sorted(who) == sorted([ana.id, ben.id])

    run(test)


def test_a_click_that_is_not_acknowledged_in_time_fails() -> None:
    async def test(slack: SlackEmulator) -> None:
        slack.acknowledge_within = 0.1
        ana = slack.user("ana")
        _, card = await posted(slack, ana)
        asked = asyncio.Event()
        async with bolt(slack) as app:

            @app.action("approve")
            async def approve(ack: Any) -> None:
                await asked.wait()
                await ack()

            with pytest.raises(NotAcknowledged, match=r"no answer in 0\.1 s"):
                await slack.clicks(ana, card, "Approve")
            asked.set()

    run(test)


def test_a_click_while_the_app_is_away_is_lost() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        _, card = await posted(slack, ana)
        with pytest.raises(NotAcknowledged, match="nobody is connected"):
            await slack.clicks(ana, card, "Approve")

    run(test)


def test_menus_send_what_was_chosen_and_later_clicks_carry_it() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        _, card = await posted(slack, ana)
        heard: list[Json] = []
        async with bolt(slack) as app:
            for name in ("more", "region", "approve"):

                @app.action(name)
                async def acted(ack: Any, body: Json) -> None:
                    await ack()
                    heard.append(body)

            await slack.clicks(ana, card, "Always this tool")
            await slack.chooses(ana, card, "Region", "us")
            await slack.clicks(ana, card, "Approve")
            await slack.until(lambda: len(heard) == 3)
        assert heard[0]["actions"][0]["selected_option"]["value"] == "always"
        assert heard[1]["actions"][0]["selected_option"]["text"]["text"] == "America"
        assert heard[2]["state"]["values"]["ask"]["region"]["selected_option"]["value"] == "us"

    run(test)


def test_people_cannot_use_what_they_do_not_see() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ben, eve = slack.user("ana"), slack.user("ben"), slack.user("eve")
        button = {"type": "button", "text": plain("Mine"), "action_id": "mine", "visible_to_user_ids": [ana.id]}
        _, card = await posted(slack, ana, ben, blocks=[{"type": "actions", "elements": [button]}])
        with pytest.raises(NotPossible, match="not there for ben"):
            await slack.clicks(ben, card, "Mine")
        with pytest.raises(NotPossible, match="eve does not see"):
            await slack.clicks(eve, card, "Mine")
        _, other = await posted(slack, ana)
        with pytest.raises(NotPossible, match="does not offer 'Asia'"):
            await slack.chooses(ana, other, "region", "Asia")
        with pytest.raises(NotPossible, match=r"use chooses\(\)"):
            await slack.clicks(ana, other, "Region")

    run(test)


def test_a_client_that_has_not_refreshed_still_sends_the_old_button() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, card = await posted(slack, ana)
        await client(slack).chat_update(channel=ops.id, ts=card.ts, text="settled")
        assert slack.message(card).shown == "settled"
        values: list[str] = []
        async with bolt(slack) as app:

            @app.action("approve")
            async def approve(ack: Any, action: Json) -> None:
                await ack()
                values.append(action["value"])

            await slack.clicks(ana, card, "Approve", as_seen=card)
        assert values == ["token-1"]

    run(test)


def test_a_modal_opens_shows_its_errors_and_closes_when_it_is_right() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        _, card = await posted(slack, ana)
        heard: list[Json] = []
        async with bolt(slack) as app:

            @app.action("deny")
            async def deny(ack: Any, body: Json, client: Any) -> None:
                await ack()
                await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

            @app.view("reason")
            async def reason(ack: Any, view: Json) -> None:
                heard.append(view)
                if view["state"]["values"]["why"]["text"]["value"] == "no":
                    await ack(response_action="errors", errors={"why": "Say more"})
                else:
                    await ack()

            await slack.clicks(ana, card, "Deny…")
            view = await slack.until(lambda: slack.views.top(ana.id))
            assert view.title == "Deny"
            with pytest.raises(NotPossible, match="'Reason' must be filled in"):
                await slack.submits(ana, view)
            with pytest.raises(NotPossible, match="0 to 20 characters"):
                await slack.submits(ana, view, {"Reason": "x" * 21})
            with pytest.raises(NotPossible, match="has no"):
                await slack.submits(ana, view, {"why": "no", "Mood": "bad"})
            answer = await slack.submits(ana, view, {"why": "no"})
            assert answer["errors"] == {"why": "Say more"}
            assert slack.open_view(ana).errors == {"why": "Say more"}
            assert await slack.submits(ana, view, {"text": "not on Friday", "Tell": ["Ben"]}) == {}
        with pytest.raises(NotPossible, match="no modal open"):
            slack.open_view(ana)
        assert heard[-1]["private_metadata"] == "ask-1"
        assert heard[-1]["state"]["values"]["who"]["names"]["selected_options"][0]["value"] == "ben"

    run(test)


def test_a_submission_may_update_push_and_clear() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        _, card = await posted(slack, ana)
        answers: list[Json] = [
            {"response_action": "update", "view": {**MODAL, "title": plain("Second")}},
            {"response_action": "push", "view": {**MODAL, "title": plain("Third")}},
            {"response_action": "clear"},
        ]
        async with bolt(slack) as app:

            @app.action("deny")
            async def deny(ack: Any, body: Json, client: Any) -> None:
                await ack()
                await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

            @app.view("reason")
            async def reason(ack: Any) -> None:
                await ack(**answers.pop(0))

            await slack.clicks(ana, card, "deny")
            first = await slack.until(lambda: slack.views.top(ana.id))
            await slack.submits(ana, first, {"why": "a"})
            second = slack.open_view(ana)
            assert (second.title, second.id == first.id, second.hash == first.hash) == ("Second", True, False)
            await slack.submits(ana, second, {"why": "b"})
            third = slack.open_view(ana)
            assert (third.title, third.previous_id) == ("Third", first.id)
            await slack.submits(ana, third, {"why": "c"})
        assert slack.views.top(ana.id) is None

    run(test)


def test_errors_for_inputs_that_are_not_there_are_the_apps_fault() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        view = slack.views.open(slack.team.id, slack.views.trigger(slack.team.id, ana.id), MODAL)
        async with bolt(slack) as app:

            @app.view("reason")
            async def reason(ack: Any) -> None:
                await ack(response_action="errors", errors={"mood": "?"})

            with pytest.raises(AssertionError, match="must name input blocks"):
                await slack.submits(ana, view, {"why": "a"})

    run(test)


def test_a_modal_that_is_dismissed_tells_only_who_asked_to_know() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        closed: list[str] = []
        async with bolt(slack) as app:

            @app.view_closed("reason")
            async def gone(ack: Any, view: Json) -> None:
                await ack()
                closed.append(view["private_metadata"])

            for wanted in (False, True):
                body = {**MODAL, "notify_on_close": wanted, "private_metadata": str(wanted)}
                view = slack.views.open(slack.team.id, slack.views.trigger(slack.team.id, ana.id), body)
                await slack.closes_view(ana, view)
        assert closed == ["True"]

    run(test)


def test_an_ephemeral_message_is_seen_by_one_and_changed_by_its_response_url_only() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ben = slack.user("ana"), slack.user("ben")
        ops = slack.channel("ops", ana, ben)
        async with bolt(slack) as app:

            @app.action("approve")
            async def approve(ack: Any, body: Json, respond: Any) -> None:
                await ack()
                assert "message" not in body
                await respond(text="thanks", replace_original=True)

            made = await app.client.chat_postEphemeral(channel=ops.id, user=ana.id, text="psst", blocks=CARD)
            ts = made["message_ts"]
            with pytest.raises(SlackApiError, match="message_not_found"):
                await app.client.chat_update(channel=ops.id, ts=ts, text="x")
            assert slack.history(ops) == []
            assert [one.ts for one in slack.ephemerals(ana)] == [ts]
            assert slack.ephemerals(ben) == []
            with pytest.raises(NotPossible, match="ben does not see"):
                await slack.clicks(ben, ts, "Approve")
            await slack.clicks(ana, ts, "Approve")
            await slack.until(lambda: slack.ephemerals(ana)[0].shown == "thanks")

    run(test)


def test_a_response_url_is_good_for_five_answers_and_half_an_hour() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, card = await posted(slack, ana)

        async def answer(session: aiohttp.ClientSession, url: str, **body: Any) -> int:
            async with session.post(url, json=body) as response:
                return response.status

        async with aiohttp.ClientSession() as session:
            url = slack.response_urls.make(ops.id, ana, card)
            statuses = [await answer(session, url, text=f"a{n}") for n in range(4)]
            statuses.append(await answer(session, url, text="all see it", response_type="in_channel"))
            statuses.append(await answer(session, url, text="one too many"))
            assert statuses == [200, 200, 200, 200, 200, 404]
            url = slack.response_urls.make(ops.id, ana, card)
            assert await answer(session, url) == 400
            assert await answer(session, url, delete_original=True) == 200
            slack.clock.advance(30 * 60 + 1)
            assert await answer(session, url, text="late") == 404
        assert [one.text for one in slack.ephemerals(ana)] == ["a0", "a1", "a2", "a3"]
        assert [one.text for one in slack.posts(ops)] == ["all see it"]

    run(test)


def test_buttons_in_modals_and_the_home_tab_work_too() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        body = {"type": "modal", "title": plain("T"), "blocks": [CARD[1]]}
        view = slack.views.open(slack.team.id, slack.views.trigger(slack.team.id, ana.id), body)
        heard: list[Json] = []
        async with bolt(slack) as app:

            @app.action("approve")
            async def approve(ack: Any, body: Json) -> None:
                await ack()
                heard.append(body)

            await slack.clicks(ana, view, "Approve")
            await app.client.views_publish(user_id=ana.id, view={"type": "home", "blocks": [CARD[0]]})
        assert heard[0]["container"] == {"type": "view", "view_id": view.id}
        assert heard[0]["view"]["id"] == view.id
        assert slack.views.homes[ana.id].shown == "*Deploy* to prod?"

    run(test)


def test_thumbs_below_a_message_are_no_text_and_each_sends_its_value() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, done = slack.user("ana"), list[str]()
        sides = {f"{side}_button": {"text": plain(side), "value": side} for side in ("positive", "negative")}
        thumbs = {"type": "feedback_buttons", "action_id": "thumbs", **sides}
        async with bolt(slack) as app:

            @app.action("thumbs")
            async def action(ack: Any, body: Json) -> None:
                done.append(body["actions"][0]["value"])
                await ack()

            below = {"type": "context_actions", "elements": [thumbs]}
            _, message = await posted(slack, ana, blocks=[{"type": "markdown", "text": "Hello."}, below])
            assert (message.rated, message.shown, message.controls) == (True, "Hello.", [])
            await slack.rates(ana, message, good=True)
            await slack.rates(ana, message, good=False)
            assert done == ["positive", "negative"]
            _, other = await posted(slack, ana)
            with pytest.raises(NotPossible):
                await slack.rates(ana, other, good=True)

    run(test)
