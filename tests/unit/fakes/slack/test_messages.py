"""The life of a message: said, edited, unfurled, broadcast, deleted; and by whom, as the app hears it."""

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.inputs import NotPossible
from tests.fakes.slack.records import Channel, User
from tests.unit.fakes.slack.app import bolt, client, run

Json = dict[str, Any]


def met(slack: SlackEmulator) -> tuple[User, Channel]:
    ana = slack.user("ana")
    return ana, slack.channel("ops", ana)


def heard(slack: SlackEmulator) -> list[Json]:
    return [one.event for one in slack.envelopes]


def test_an_edit_carries_what_was_there_before() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops = met(slack)
        said = await slack.says(ana, ops, "deploy")
        await slack.edits_message(ana, said, "deploy to <prod>")
        event = heard(slack)[-1]
        assert (event["subtype"], event["hidden"], event["channel"]) == ("message_changed", True, ops.id)
        assert event["previous_message"]["text"] == "deploy"
        assert event["message"]["text"] == "deploy to &lt;prod&gt;"
        assert event["message"]["edited"]["user"] == ana.id
        assert event["message"]["ts"] == said.ts != event["ts"]

    run(test)


def test_an_edit_that_adds_a_mention_is_a_mention_of_an_edited_message() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops = met(slack)
        said = await slack.says(ana, ops, "deploy")
        await slack.edits_message(ana, said, f"{slack.bot} deploy")
        assert [one["type"] for one in heard(slack)] == ["message", "message", "app_mention"]
        assert heard(slack)[-1]["edited"]["user"] == ana.id

    run(test)


def test_slack_changes_messages_by_itself_without_changing_their_text() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops = met(slack)
        said = await slack.says(ana, ops, "https://example.com/")
        await slack.unfurls(said)
        await slack.says(ana, ops, "nice", said.ts)
        await slack.recounts(said)
        unfurl, _, count = heard(slack)[1:]
        for event in (unfurl, count):
            assert (event["subtype"], event["hidden"]) == ("message_changed", True)
            assert event["message"]["text"] == event["previous_message"]["text"]
            assert "edited" not in event["message"]
        assert unfurl["message"]["attachments"]
        assert len(heard(slack)) == 4

    run(test)


def test_a_reply_may_go_to_the_channel_too() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops = met(slack)
        web = client(slack)
        root = await slack.says(ana, ops, "a question")
        await slack.says(ana, ops, "for all", root.ts, broadcast=True)
        event = heard(slack)[-1]
        assert (event["subtype"], event["thread_ts"], event["root"]["text"]) == (
            "thread_broadcast",
            root.ts,
            "a question",
        )
        await web.chat_postMessage(channel=ops.id, thread_ts=root.ts, text="from us", reply_broadcast=True)
        await web.chat_postMessage(channel=ops.id, thread_ts=root.ts, text="only there")
        top = (await web.conversations_history(channel=ops.id))["messages"]
        assert [one["text"] for one in top] == ["from us", "for all", "a question"]
        with pytest.raises(NotPossible, match="only a reply"):
            await slack.says(ana, ops, "x", broadcast=True)

    run(test)


def test_bots_of_both_kinds_say_so_and_me_messages_too() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops = met(slack)
        robot = slack.user("robot", is_bot=True)
        slack.state.join(robot, ops, None)
        for who, subtype in ((robot, None), (robot, "bot_message"), (ana, "me_message")):
            await slack.says(who, ops, "beep", subtype=subtype)
        modern, old, me = heard(slack)[-3:]
        assert modern["user"] == robot.id
        assert modern["bot_profile"]["name"] == "robot"
        assert modern["app_id"] == robot.app_id
        assert ("user" in old, old["username"], old["bot_id"]) == (False, "robot", robot.bot_id)
        assert (me["subtype"], me["user"], "bot_id" in me) == ("me_message", ana.id, False)

    run(test)


def test_what_we_post_says_that_it_is_ours() -> None:
    async def test(slack: SlackEmulator) -> None:
        _, ops = met(slack)
        await client(slack).chat_postMessage(channel=ops.id, text="hello")
        (event,) = heard(slack)
        who = (await client(slack).auth_test()).data
        assert isinstance(who, dict)
        assert (event["user"], event["bot_id"]) == (who["user_id"], who["bot_id"])

    run(test)


def test_a_deleted_message_is_gone_and_one_with_a_thread_leaves_a_tombstone() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops = met(slack)
        said, root = await slack.says(ana, ops, "oops"), await slack.says(ana, ops, "secret")
        reply = await slack.says(ana, ops, "reply", root.ts)
        await slack.deletes_message(ana, said)
        deleted = heard(slack)[-1]
        assert (deleted["subtype"], deleted["deleted_ts"]) == ("message_deleted", said.ts)
        assert deleted["previous_message"]["text"] == "oops"
        await slack.deletes_message(ana, root)
        buried = heard(slack)[-1]
        assert (buried["subtype"], buried["message"]["subtype"]) == ("message_changed", "tombstone")
        assert buried["previous_message"]["text"] == "secret"
        assert [one.text for one in slack.thread(ops, root.ts)] == ["This message was deleted.", "reply"]
        read = await client(slack).conversations_replies(channel=ops.id, ts=root.ts)
        assert [one["user"] for one in read["messages"]] == ["USLACKBOT", ana.id]
        assert slack.message(reply).thread_ts == root.ts

    run(test)


def test_an_administrator_may_take_the_apps_message_away_under_it() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops = met(slack)
        made = await client(slack).chat_postMessage(channel=ops.id, text="ours")
        with pytest.raises(NotPossible, match="ana did not write"):
            await slack.deletes_message(ana, made["ts"])
        await slack.deletes_message(ana, made["ts"], as_admin=True)
        with pytest.raises(SlackApiError, match="message_not_found"):
            await client(slack).chat_update(channel=ops.id, ts=made["ts"], text="more")

    run(test)


def test_our_own_deletion_is_heard_by_others_and_not_by_our_listeners() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops = met(slack)
        seen: list[str] = []
        async with bolt(slack) as app:

            @app.event({"type": "message", "subtype": "message_deleted"})
            async def deleted(event: Json) -> None:
                seen.append(event["deleted_ts"])

            @app.event("message")
            async def message() -> None: ...

            made = await app.client.chat_postMessage(channel=ops.id, text="ours")
            await app.client.chat_delete(channel=ops.id, ts=made["ts"])
            await slack.says(ana, ops, "bye")
            await slack.settled()
        assert slack.events_of("message")[1].event["subtype"] == "message_deleted"
        assert seen == []

    run(test)
