"""Agent sessions, their one place on the screen, the stop button, and suggested prompts."""

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.inputs import NotPossible
from tests.fakes.slack.records import Channel, Message, User
from tests.unit.fakes.slack.app import bolt, client, refused, run

Json = dict[str, Any]


async def asked(slack: SlackEmulator) -> tuple[User, Channel, Message]:
    ana = slack.user("ana")
    ops = slack.channel("ops", ana)
    return ana, ops, await slack.says(ana, ops, "go on")


def test_the_first_status_makes_the_session_and_only_a_rename_changes_its_title() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops, said = await asked(slack)
        web = client(slack)
        where: Json = {"channel_id": ops.id, "thread_ts": said.ts}
        assert await refused(slack, "agents.sessions.rename", **where, title="x") == "session_not_found"
        made = await web.agents_sessions_setStatus(
            **where, status="processing", title="Deploy", initiator_user_id=ana.id
        )
        assert (made["status"], made["agent_status"], made["title"]) == ("processing", "processing", "Deploy")
        assert "warning" not in made
        await web.agents_sessions_setStatus(**where, status="suspended", title="Other")
        await web.agents_sessions_rename(**where, title="Deploy to prod")
        session = slack.session(ops, said.ts)
        assert session is not None
        assert (session.status, session.title, session.initiator) == ("suspended", "Deploy to prod", ana.id)

    run(test)


def test_what_slack_would_refuse_of_a_session_is_refused() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops, said = await asked(slack)
        elsewhere = slack.channel("elsewhere", ana, with_bot=False)
        good: Json = {"channel_id": ops.id, "thread_ts": said.ts, "status": "active", "title": "x"}
        table: list[tuple[str, str, Json]] = [
            ("setStatus", "invalid_status", {"status": "busy"}),
            ("setStatus", "thread_ts_required", {"thread_ts": None}),
            ("setStatus", "invalid_arguments", {"thread_ts": "1.0"}),
            ("setStatus", "not_authorized", {"channel_id": elsewhere.id}),
            ("setStatus", "channel_not_found", {"channel_id": "C0"}),
            ("setStatus", "user_not_found", {"initiator_user_id": slack.user("eve").id}),
            ("setStatus", "invalid_arguments", {"title": "x" * 201}),
            ("rename", "invalid_arguments", {"title": ""}),
            ("rename", "invalid_arguments", {"title": "x" * 201}),
        ]
        for method, error, change in table:
            assert await refused(slack, f"agents.sessions.{method}", **{**good, **change}) == error, change
        assert slack.session(ops, said.ts) is None
        slack.sessions.enabled = False
        assert await refused(slack, "agents.sessions.setStatus", **good) == "feature_disabled"

    run(test)


def test_an_app_that_does_not_hear_stops_is_warned_and_people_have_no_button() -> None:
    async def test(slack: SlackEmulator) -> None:
        slack.sessions.subscribed = False
        ana, ops, said = await asked(slack)
        made = await client(slack).agents_sessions_setStatus(channel_id=ops.id, thread_ts=said.ts, status="processing")
        assert made["warning"] == "missing_agent_session_stopped_event_subscription"
        assert made["response_metadata"]["warnings"] == [made["warning"]]
        with pytest.raises(NotPossible, match="no stop button"):
            await slack.stops(ana, ops, said.ts)

    run(test)


def test_whoever_writes_last_is_what_the_thread_shows() -> None:
    async def test(slack: SlackEmulator) -> None:
        _, ops, said = await asked(slack)
        web = client(slack)

        async def session(status: str) -> None:
            await web.agents_sessions_setStatus(channel_id=ops.id, thread_ts=said.ts, status=status)

        async def text(status: str) -> None:
            await web.assistant_threads_setStatus(channel_id=ops.id, thread_ts=said.ts, status=status)

        def shown() -> str:
            status = slack.status(ops, said.ts)
            return status.text if status else ""

        await text("is reading")
        await session("processing")
        assert shown() == "is working…"
        await text("is reading on")
        assert shown() == "is reading on"
        await session("suspended")
        assert shown() == ""
        await session("processing")
        await text("")
        assert shown() == ""
        current = slack.session(ops, said.ts)
        assert current is not None
        assert current.status == "processing"

    run(test)


def test_a_session_at_work_is_shown_through_posts_and_minutes() -> None:
    async def test(slack: SlackEmulator) -> None:
        _, ops, said = await asked(slack)
        web = client(slack)
        await web.agents_sessions_setStatus(channel_id=ops.id, thread_ts=said.ts, status="processing")
        await web.chat_postMessage(channel=ops.id, thread_ts=said.ts, text="half done")
        slack.clock.advance(3_500)
        assert slack.status(ops, said.ts) is not None
        slack.clock.advance(101)
        assert slack.status(ops, said.ts) is None

    run(test)


def test_a_stream_makes_its_session_process_and_its_stop_says_what_comes_after() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops, said = await asked(slack)
        web = client(slack)
        seen = []
        for after in (None, "suspended"):
            stream = await web.chat_stream(
                channel=ops.id,
                thread_ts=said.ts,
                recipient_user_id=ana.id,
                recipient_team_id=ana.team_id,
                buffer_size=1,
            )
            await stream.append(markdown_text="x")
            seen.append(slack.session(ops, said.ts))
            with pytest.raises(SlackApiError, match="invalid_arguments"):
                await stream.stop(session_status="busy")
            await stream.stop(session_status=after)
            seen.append(slack.session(ops, said.ts))
        assert [one and one.status for one in seen] == ["processing", "active", "processing", "suspended"]

    run(test)


def test_the_stop_button_stops_the_streams_of_its_thread_and_tells_the_app() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops, said = await asked(slack)
        other = await slack.says(ana, ops, "something else")
        heard: list[Json] = []
        async with bolt(slack) as app:

            @app.event("agent_session_stopped")
            async def stopped(event: Json) -> None:
                heard.append(event)

            async def started(thread_ts: str) -> Json:
                made = await app.client.chat_startStream(
                    channel=ops.id,
                    thread_ts=thread_ts,
                    recipient_user_id=ana.id,
                    recipient_team_id=ana.team_id,
                    markdown_text="so far",
                )
                return {"channel": ops.id, "ts": made["ts"]}

            stream, untouched = await started(said.ts), await started(other.ts)
            await slack.stops(ana, ops, said.ts)
            await slack.until(lambda: heard)
            for method in ("chat.appendStream", "chat.stopStream"):
                assert await refused(slack, method, **stream, markdown_text="x") == "stopped_by_user"
            await app.client.chat_appendStream(**untouched, markdown_text=" and on")
            session = slack.session(ops, said.ts)
            assert session is not None
            assert session.status == "processing"
            await app.client.chat_update(**stream, text="so far. Stopped.")
            await app.client.agents_sessions_setStatus(channel_id=ops.id, thread_ts=said.ts, status="active")
            with pytest.raises(NotPossible, match="nothing to stop"):
                await slack.stops(ana, ops, said.ts)
        assert heard[0] == {
            "type": "agent_session_stopped",
            "channel": ops.id,
            "thread_ts": said.ts,
            "user": ana.id,
            "streaming_message_ts": [stream["ts"]],
            "event_ts": heard[0]["event_ts"],
        }

    run(test)


def test_bolts_own_stream_is_for_whoever_spoke() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        ops = slack.channel("ops", ana)
        async with bolt(slack) as app:

            @app.event("app_mention")
            async def mention(say_stream: Any, set_status: Any) -> None:
                await set_status("is thinking…")
                stream = await say_stream(buffer_size=1)
                await stream.append(markdown_text="here ")
                await stream.stop(markdown_text="you are")

            said = await slack.says(ana, ops, f"{slack.bot} where?")
            await slack.until(lambda: slack.posts(ops, said.ts)[0].text == "here you are")
            await slack.until(lambda: slack.calls_of("chat.stopStream"))
        assert slack.calls_of("chat.startStream")[0].args["recipient_user_id"] == ana.id

    run(test)


def test_suggested_prompts_stand_in_the_messages_tab_and_are_said_by_a_click() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        async with bolt(slack) as app:

            @app.event("app_home_opened")
            async def opened(event: Json, set_suggested_prompts: Any) -> None:
                if event["tab"] == "messages":
                    await set_suggested_prompts([{"title": "Help", "message": "What can you do?"}, "Sing"], title="Try")

            assert slack.prompts(ana) is None
            await slack.opens_app(ana)
            prompts = await slack.until(lambda: slack.prompts(ana))
        assert (prompts.title, dict(prompts.offered)) == ("Try", {"Help": "What can you do?", "Sing": "Sing"})
        assert (await slack.picks(ana, "Help")).text == "What can you do?"
        with pytest.raises(NotPossible, match="not suggested"):
            await slack.picks(ana, "Dance")

    run(test)


def test_prompts_that_slack_would_refuse_are_refused() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops, _ = await asked(slack)
        one = {"title": "t", "message": "m"}
        table: list[tuple[str, Json]] = [
            ("invalid_arguments", {"prompts": [one] * 5}),
            ("invalid_arguments", {"prompts": []}),
            ("invalid_arguments", {"prompts": [{"title": "t"}]}),
            ("channel_not_found", {"channel_id": ops.id}),
            ("invalid_thread_ts", {"thread_ts": "1.0"}),
        ]
        for error, change in table:
            args = {"channel_id": slack.dm(ana).id, "prompts": [one], **change}
            assert await refused(slack, "assistant.threads.setSuggestedPrompts", **args) == error, change

    run(test)
