"""What people do reaches a real Bolt app, as Slack would bring it."""

import asyncio
from typing import Any

import pytest

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.inputs import NotPossible
from tests.unit.fakes.slack.app import bolt, run

Json = dict[str, Any]


def test_a_mention_is_two_events_about_one_message() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops = slack.channel("ops", ana)
        heard: list[Json] = []
        async with bolt(slack) as app:

            @app.event("app_mention")
            async def mention(body: Json) -> None:
                heard.append(body)

            @app.event("message")
            async def message(body: Json) -> None:
                heard.append(body)

            said = await slack.says(ana, ops, f"{slack.bot} deploy <prod> & tell <https://example.com>")
            await slack.settled()
        assert {body["event"]["type"] for body in heard} == {"app_mention", "message"}
        assert {body["event"]["ts"] for body in heard} == {said.ts}
        assert len({body["event_id"] for body in heard}) == 2
        assert heard[0]["event"]["text"] == f"<@{slack.bot.id}> deploy &lt;prod&gt; &amp; tell <https://example.com>"

    run(test)


def test_a_message_in_a_direct_conversation_is_one_event() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        said = await slack.says(ana, slack.dm(ana), f"hello {slack.bot}")
        assert [one.event["type"] for one in slack.envelopes] == ["message"]
        assert slack.events_of("message", said)[0].event["channel_type"] == "im"

    run(test)


def test_the_app_does_not_hear_channels_that_it_is_not_in() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        await slack.says(ana, slack.channel("secret", ana, with_bot=False), f"{slack.bot} hello")
        assert slack.envelopes == []

    run(test)


def test_the_second_event_of_a_mention_may_come_first() -> None:
    async def test(slack: SlackEmulator) -> None:
        slack.state.mention_first = False
        ana = slack.user("ana")
        await slack.says(ana, slack.channel("ops", ana), f"{slack.bot} hello")
        assert [one.event["type"] for one in slack.envelopes] == ["message", "app_mention"]

    run(test)


def test_an_edit_an_unfurl_and_a_deletion_arrive_hidden_and_an_edited_mention_once_more() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        said = await slack.says(ana, slack.channel("ops", ana), f"{slack.bot} hello")
        await slack.unfurls(said)
        await slack.edits_message(ana, said, f"{slack.bot} good morning")
        await slack.deletes_message(ana, said)
        kinds = [(one.event["type"], one.event.get("subtype")) for one in slack.envelopes]
        assert kinds == [
            ("app_mention", None),
            ("message", None),
            ("message", "message_changed"),
            ("message", "message_changed"),
            ("app_mention", None),
            ("message", "message_deleted"),
        ]
        unfurl, edit, again = (one.event for one in slack.envelopes[2:5])
        assert unfurl["hidden"]
        assert unfurl["message"]["text"] == unfurl["previous_message"]["text"]
        assert edit["message"]["text"] != edit["previous_message"]["text"]
        assert again["edited"]["user"] == ana.id
        assert again["ts"] == said.ts
        with pytest.raises(LookupError):
            slack.message(said)

    run(test)


def test_another_bots_message_says_that_it_is_one() -> None:
    async def test(slack: SlackEmulator) -> None:
        robot = slack.user("robot", is_bot=True)
        said = await slack.says(robot, slack.channel("ops", robot), "beep", subtype="bot_message")
        event = slack.events_of("message", said)[0].event
        assert event["bot_id"] == robot.bot_id
        assert event["subtype"] == "bot_message"

    run(test)


def test_a_reaction_a_visit_and_any_other_event_arrive() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        said = await slack.says(ana, slack.dm(ana), "hello")
        heard: list[Json] = []
        async with bolt(slack) as app:

            @app.event("message")
            async def message() -> None:
                return None

            @app.event("reaction_added")
            async def reaction(event: Json) -> None:
                heard.append(event)

            @app.event("app_home_opened")
            async def opened(event: Json) -> None:
                heard.append(event)

            @app.event("member_joined_channel")
            async def joined(event: Json) -> None:
                heard.append(event)

            await slack.reacts(ana, said, "eyes")
            await slack.opens_app(ana)
            await slack.emits({"type": "member_joined_channel", "user": ana.id, "channel": "C1", "event_ts": "1.0"})
            await slack.settled()
        assert [event["type"] for event in heard] == ["reaction_added", "app_home_opened", "member_joined_channel"]
        assert heard[0]["item"]["ts"] == said.ts

    run(test)


def test_nobody_writes_where_they_are_not() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ben = slack.user("ana"), slack.user("ben")
        ops = slack.channel("ops", ana)
        with pytest.raises(NotPossible, match="ben cannot write"):
            await slack.says(ben, ops, "hello")

    run(test)


def test_messages_keep_their_order_and_threads() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ben = slack.user("ana"), slack.user("ben")
        ops = slack.channel("ops", ana, ben)
        first = await slack.says(ana, ops, "one")
        await asyncio.gather(*(slack.says(ben, ops, f"reply {n}", first.ts) for n in range(20)))
        await slack.says(ana, ops, "two")
        thread = slack.thread(ops, first.ts)
        assert [one.text for one in thread] == ["one", *(f"reply {n}" for n in range(20))]
        assert len({one.ts for one in slack.history(ops)}) == 22
        assert [one.ts for one in thread] == sorted(one.ts for one in thread)

    run(test)
