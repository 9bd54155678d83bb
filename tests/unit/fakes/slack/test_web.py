"""The Web API, asked by the SDK's own client."""

import asyncio
from typing import Any, Literal

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.web import CONFIG_TOKEN
from tests.unit.fakes.slack.app import QUIET, client, refused, run

Json = dict[str, Any]


def test_a_message_is_posted_read_updated_and_deleted() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, web = slack.channel("ops", ana), client(slack)
        asked = await slack.says(ana, ops, "hello")
        metadata = {"event_type": "deskmate_post", "event_payload": {"key": "t1/7"}}
        made = await web.chat_postMessage(channel=ops.id, thread_ts=asked.ts, text="hi", metadata=metadata)
        assert [one.text for one in slack.thread(ops, asked.ts)] == ["hello", "hi"]
        read = await web.conversations_replies(channel=ops.id, ts=asked.ts, include_all_metadata=True)
        assert read["messages"][0]["reply_count"] == 1
        assert read["messages"][1]["metadata"] == metadata
        blind = await web.conversations_replies(channel=ops.id, ts=asked.ts)
        assert "metadata" not in blind["messages"][1]
        await web.chat_update(channel=ops.id, ts=made["ts"], text="hi there")
        changed = slack.message(made["ts"])
        assert (changed.text, changed.metadata) == ("hi there", metadata)
        assert changed.edited is not None
        link = await web.chat_getPermalink(channel=ops.id, message_ts=made["ts"])
        assert made["ts"].replace(".", "") in link["permalink"]
        await web.chat_delete(channel=ops.id, ts=made["ts"])
        assert slack.posts(ops) == []
        assert [call.method for call in slack.calls][-1] == "chat.delete"

    run(test)


def test_history_is_newest_first_without_replies_and_in_pages() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, web = slack.channel("ops", ana), client(slack)
        said = [await slack.says(ana, ops, f"m{n}") for n in range(5)]
        await slack.says(ana, ops, "reply", said[0].ts)
        first = await web.conversations_history(channel=ops.id, limit=3)
        assert [one["text"] for one in first["messages"]] == ["m4", "m3", "m2"]
        assert first["has_more"]
        rest = await web.conversations_history(channel=ops.id, cursor=first["response_metadata"]["next_cursor"])
        assert [one["text"] for one in rest["messages"]] == ["m1", "m0"]
        since = await web.conversations_history(channel=ops.id, oldest=said[3].ts, inclusive=True)
        assert [one["text"] for one in since["messages"]] == ["m4", "m3"]

    run(test)


def test_a_text_takes_the_blocks_away_and_blocks_show_no_edited() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops, web = slack.channel("ops"), client(slack)
        block = {"type": "section", "text": {"type": "mrkdwn", "text": "shown"}}
        made = await web.chat_postMessage(channel=ops.id, text="notification", blocks=[block])
        assert slack.message(made["ts"]).shown == "shown"
        await web.chat_update(channel=ops.id, ts=made["ts"], text="new", blocks=[block])
        assert slack.message(made["ts"]).edited is None
        await web.chat_update(channel=ops.id, ts=made["ts"], text="plain")
        assert slack.message(made["ts"]).shown == "plain"

    run(test)


def test_arguments_may_come_as_json_form_or_query_and_by_get_or_post() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops = slack.channel("ops")
        url, bearer = f"{slack.api_url}chat.postMessage", {"Authorization": f"Bearer {slack.bot_token}"}
        blocks = '[{"type": "section", "text": {"type": "mrkdwn", "text": "b"}}]'
        args = {"channel": ops.id, "text": "t", "blocks": blocks}
        async with aiohttp.ClientSession() as session:
            for request in (
                session.post(url, json=args, headers=bearer),
                session.post(url, data={**args, "token": slack.bot_token}),
                session.post(url, params=args, headers=bearer),
                session.get(url, params=args, headers=bearer),
            ):
                async with request as response:
                    assert (await response.json())["ok"]
        assert [one.shown for one in slack.posts(ops)] == ["b"] * 4
        assert all("token" not in call.args for call in slack.calls)

    run(test)


def test_who_asks_is_checked() -> None:
    async def test(slack: SlackEmulator) -> None:
        for token, error in (("xoxb-other", "invalid_auth"), (slack.app_token, "not_allowed_token_type")):
            with pytest.raises(SlackApiError, match=error):
                await AsyncWebClient(token, base_url=slack.api_url, logger=QUIET).auth_test()
        async with aiohttp.ClientSession() as session, session.post(f"{slack.api_url}auth.test") as response:
            assert await response.json() == {"ok": False, "error": "not_authed"}
        with pytest.raises(SlackApiError, match="not_allowed_token_type"):
            await client(slack).apps_connections_open(app_token=slack.bot_token)
        assert await refused(slack, "chat.sing") == "unknown_method"
        who = await client(slack).auth_test()
        assert (who["user_id"], who["team_id"]) == (slack.bot.id, slack.team.id)

    run(test)


def test_what_does_not_exist_or_is_not_allowed_is_refused() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops = slack.channel("ops", ana)
        closed, elsewhere = slack.channel("closed", ana), slack.channel("elsewhere", ana, with_bot=False)
        private = slack.channel("private", ana, kind="private", with_bot=False)
        slack.archives(closed)
        hers = (await slack.says(ana, ops, "mine")).ts
        reply = (await slack.says(ana, ops, "reply", hers)).ts
        here: Json = {"channel": ops.id}
        table: list[tuple[str, str, Json]] = [
            ("channel_not_found", "chat.postMessage", {"channel": "C0", "text": "x"}),
            ("channel_not_found", "chat.postMessage", {"channel": private.id, "text": "x"}),
            ("not_in_channel", "chat.postMessage", {"channel": elsewhere.id, "text": "x"}),
            ("is_archived", "chat.postMessage", {"channel": closed.id, "text": "x"}),
            ("invalid_arguments", "chat.postMessage", {"text": "x"}),
            ("no_text", "chat.postMessage", here),
            ("no_text", "chat.postMessage", {**here, "text": "  "}),
            ("invalid_blocks_format", "chat.postMessage", {**here, "text": "x", "blocks": "{"}),
            ("markdown_text_conflict", "chat.postMessage", {**here, "text": "x", "markdown_text": "y"}),
            ("msg_too_long", "chat.postMessage", {**here, "markdown_text": "x" * 12_001}),
            ("invalid_metadata_format", "chat.postMessage", {**here, "text": "x", "metadata": {"event_type": "e"}}),
            ("cannot_reply_to_message", "chat.postMessage", {**here, "text": "x", "thread_ts": "1.0"}),
            ("cannot_reply_to_message", "chat.postMessage", {**here, "text": "x", "thread_ts": reply}),
            ("message_not_found", "chat.update", {**here, "text": "x", "ts": "1.0"}),
            ("cant_update_message", "chat.update", {**here, "text": "x", "ts": hers}),
            ("msg_too_long", "chat.update", {**here, "text": "x" * 4001, "ts": hers}),
            ("cant_delete_message", "chat.delete", {**here, "ts": hers}),
            ("user_not_in_channel", "chat.postEphemeral", {**here, "text": "x", "user": slack.user("eve").id}),
            ("thread_not_found", "conversations.replies", {**here, "ts": "1.0"}),
            ("not_in_channel", "conversations.history", {"channel": elsewhere.id}),
            ("invalid_limit", "conversations.history", {**here, "limit": 0}),
            ("invalid_cursor", "conversations.history", {**here, "cursor": "x"}),
            ("user_not_found", "users.info", {"user": "U0"}),
            ("user_not_found", "conversations.open", {"users": "U0"}),
            ("message_not_found", "reactions.add", {**here, "timestamp": "1.0", "name": "eyes"}),
            ("no_item_specified", "reactions.add", {**here, "name": "eyes"}),
            ("invalid_name", "reactions.add", {**here, "timestamp": hers, "name": "two words"}),
            ("no_reaction", "reactions.remove", {**here, "timestamp": hers, "name": "eyes"}),
            (
                "invalid_thread_ts",
                "assistant.threads.setStatus",
                {"channel_id": ops.id, "thread_ts": "1", "status": "s"},
            ),
            ("invalid_arguments", "assistant.threads.setStatus", {"channel_id": ops.id, "thread_ts": hers}),
            ("invalid_arguments", "views.open", {"trigger_id": "t", "view": "{"}),
            ("not_found", "views.update", {"view_id": "V0", "view": {"type": "home", "blocks": [{"type": "divider"}]}}),
            ("file_not_found", "files.info", {"file": "F0"}),
            ("file_not_found", "files.completeUploadExternal", {"files": [{"id": "F0"}]}),
        ]
        for error, method, args in table:
            assert await refused(slack, method, **args) == error, (method, args)
        assert slack.posts(ops) == []

    run(test)


def test_a_text_past_forty_thousand_characters_is_cut() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops = slack.channel("ops")
        await client(slack).chat_postMessage(channel=ops.id, text="x" * 40_001)
        assert len(slack.posts(ops)[0].text) == 40_000

    run(test)


def test_a_reaction_is_there_once_for_each_who_reacts() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, web = slack.channel("ops", ana), client(slack)
        said = await slack.says(ana, ops, "hello")
        await web.reactions_add(channel=ops.id, timestamp=said.ts, name="eyes")
        await slack.reacts(ana, said, "eyes")
        assert slack.reactions(said) == {"eyes": [slack.bot.id, ana.id]}
        assert (
            await refused(slack, "reactions.add", channel=ops.id, timestamp=said.ts, name="eyes") == "already_reacted"
        )
        await web.reactions_remove(channel=ops.id, timestamp=said.ts, name="eyes")
        assert slack.reactions(said) == {"eyes": [ana.id]}

    run(test)


def test_people_and_places_can_be_looked_up() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, robot = slack.user("ana", "Ana Lopez"), slack.user("robot", is_bot=True)
        web = client(slack)
        assert (await web.users_info(user=ana.id))["user"]["real_name"] == "Ana Lopez"
        assert (await web.users_info(user=robot.id))["user"]["is_bot"]
        direct = (await web.conversations_open(users=ana.id))["channel"]["id"]
        assert direct == slack.dm(ana).id
        info = (await web.conversations_info(channel=direct))["channel"]
        assert (info["is_im"], info["user"]) == (True, ana.id)
        made = await web.chat_postMessage(channel=ana.id, text="by your id")
        assert made["channel"] == direct

    run(test)


def test_a_status_goes_when_the_app_posts_there_or_after_two_minutes() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops, web = slack.channel("ops", ana), client(slack)
        said, other = await slack.says(ana, ops, "one"), await slack.says(ana, ops, "two")

        async def set_status(text: str) -> None:
            await web.assistant_threads_setStatus(
                channel_id=ops.id, thread_ts=said.ts, status=text, loading_messages=["thinking"]
            )

        await set_status("is working")
        status = slack.status(ops, said.ts)
        assert status is not None
        assert (status.text, status.loading_messages) == ("is working", ("thinking",))
        await web.chat_postMessage(channel=ops.id, thread_ts=other.ts, text="elsewhere")
        assert slack.status(ops, said.ts) is not None
        await web.chat_postMessage(channel=ops.id, thread_ts=said.ts, text="here")
        assert slack.status(ops, said.ts) is None
        await set_status("is working")
        slack.clock.advance(119)
        assert slack.status(ops, said.ts) is not None
        slack.clock.advance(2)
        assert slack.status(ops, said.ts) is None
        await set_status("is working")
        await set_status("")
        assert slack.status(ops, said.ts) is None

    run(test)


def test_a_rate_limit_is_obeyed_by_the_clients_own_handler() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops, web = slack.channel("ops"), client(slack)
        slack.rate_limits("chat.postMessage", retry_after=0)
        web.retry_handlers.append(AsyncRateLimitErrorRetryHandler(max_retry_count=1))
        await web.chat_postMessage(channel=ops.id, text="once")
        assert [(call.status, call.error) for call in slack.calls] == [(429, "ratelimited"), (200, None)]
        assert [one.text for one in slack.posts(ops)] == ["once"]

    run(test)


def test_strict_rates_come_back_with_the_clock() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops, web = slack.channel("ops"), client(slack)
        for n in range(5):
            await web.chat_postMessage(channel=ops.id, text=str(n))
        with pytest.raises(SlackApiError) as error:
            await web.chat_postMessage(channel=ops.id, text="too many")
        assert error.value.response.headers["Retry-After"] == "1"
        slack.clock.advance(1)
        await web.chat_postMessage(channel=ops.id, text="5")
        assert len(slack.posts(ops)) == 6

    run(test, strict_rates=True, clock=Clock(source=lambda: 1_700_000_000.0))


def test_a_connection_cut_after_the_effect_leaves_the_message_there() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops, web = slack.channel("ops"), client(slack)
        slack.drops("chat.postMessage")
        with pytest.raises(aiohttp.ClientError):
            await web.chat_postMessage(channel=ops.id, text="did it arrive?")
        assert [one.text for one in slack.posts(ops)] == ["did it arrive?"]
        slack.drops("chat.postMessage", "before")
        with pytest.raises(aiohttp.ClientError):
            await web.chat_postMessage(channel=ops.id, text="lost")
        assert len(slack.posts(ops)) == 1
        assert [call.status for call in slack.calls] == [0, 0]

    run(test)


def test_the_clients_default_retry_posts_twice_when_the_answer_was_lost() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops = slack.channel("ops")
        web = AsyncWebClient(slack.bot_token, base_url=slack.api_url, logger=QUIET)
        assert [type(one) for one in web.retry_handlers] == [AsyncConnectionErrorRetryHandler]
        slack.drops("chat.postMessage")
        await web.chat_postMessage(channel=ops.id, text="twice")
        assert [one.text for one in slack.posts(ops)] == ["twice", "twice"]

    run(test)


def test_planned_refusals_and_failures_meet_only_the_calls_they_are_for() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops, web = slack.channel("ops"), client(slack)
        slack.refuses("chat.postMessage", "internal_error", when=lambda args: args["text"] == "bad")
        slack.breaks("auth.test", 503, times=2)
        await web.chat_postMessage(channel=ops.id, text="good")
        assert await refused(slack, "chat.postMessage", channel=ops.id, text="bad") == "internal_error"
        await web.chat_postMessage(channel=ops.id, text="bad")
        for _ in range(2):
            with pytest.raises(SlackApiError) as error:
                await web.auth_test()
            assert error.value.response.status_code == 503
        await web.auth_test()

    run(test)


def test_a_call_can_be_held_between_its_effect_and_its_answer() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops, web = slack.channel("ops"), client(slack)
        moments: list[tuple[Literal["before", "after"], int]] = [("before", 0), ("after", 2)]
        for effect, seen in moments:
            hold = slack.holds("chat.postMessage", effect)
            post = asyncio.ensure_future(web.chat_postMessage(channel=ops.id, text="x"))
            await hold.reached()
            assert (len(slack.posts(ops)), post.done()) == (seen, False)
            hold.release()
            await post

    run(test)


def test_triggers_open_one_view_within_three_seconds() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, web = slack.user("ana"), client(slack)
        view = {"type": "modal", "title": {"type": "plain_text", "text": "T"}, "blocks": [{"type": "divider"}]}
        trigger = slack.views.trigger(slack.team.id, ana.id)
        opened = await web.views_open(trigger_id=trigger, view=view)
        assert await refused(slack, "views.open", trigger_id=trigger, view=view) == "exchanged_trigger_id"
        late = slack.views.trigger(slack.team.id, ana.id)
        slack.clock.advance(3.1)
        assert await refused(slack, "views.open", trigger_id=late, view=view) == "expired_trigger_id"
        assert await refused(slack, "views.open", trigger_id="TR.x", view=view) == "invalid_trigger_id"
        hash_, view_id = opened["view"]["hash"], opened["view"]["id"]
        await web.views_update(view_id=view_id, hash=hash_, view=view)
        assert await refused(slack, "views.update", view_id=view_id, hash=hash_, view=view) == "hash_conflict"
        for _ in range(2):
            await web.views_push(trigger_id=slack.views.trigger(slack.team.id, ana.id), view=view)
        full = slack.views.trigger(slack.team.id, ana.id)
        assert await refused(slack, "views.push", trigger_id=full, view=view) == "push_limit_reached"

    run(test)


def test_teams_are_apart() -> None:
    async def test(slack: SlackEmulator) -> None:
        ops = slack.channel("ops")
        other = slack.state.add_team("globex")
        web = AsyncWebClient(other.bot_token, base_url=slack.api_url, logger=QUIET)
        assert (await web.auth_test())["team_id"] == other.id
        with pytest.raises(SlackApiError, match="channel_not_found"):
            await web.chat_postMessage(channel=ops.id, text="x")

    run(test)


def test_the_app_may_be_looked_at_by_its_tokens() -> None:
    async def test(slack: SlackEmulator) -> None:
        web = client(slack)
        slack.state.scopes = {"users:read", "chat:write"}
        who = await web.auth_test()
        assert who.headers["X-OAuth-Scopes"] == "chat:write,users:read"
        app = (await web.bots_info(bot=who["bot_id"]))["bot"]["app_id"]
        assert await refused(slack, "bots.info", bot="B0") == "bot_not_found"
        slack.state.manifest = {"features": {}}
        assert (await web.apps_manifest_export(app_id=app, token=CONFIG_TOKEN))["manifest"] == {"features": {}}
        for token, id, error in [
            (CONFIG_TOKEN, "A0", "app_not_found"),
            (slack.bot_token, app, "not_allowed_token_type"),
            ("xoxe.xoxp-old", app, "invalid_auth"),
        ]:
            with pytest.raises(SlackApiError, match=error):
                await web.apps_manifest_export(app_id=id, token=token)

    run(test)
