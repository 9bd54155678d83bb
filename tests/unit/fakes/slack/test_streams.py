"""Streamed messages, by the SDK's own helper and by hand."""

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks.block_elements import UrlSourceElement
from slack_sdk.models.messages.chunk import BlocksChunk, MarkdownTextChunk, PlanUpdateChunk, TaskUpdateChunk

from tests.fakes.slack.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel, Message, User
from tests.unit.fakes.slack.app import client, refused, run

Json = dict[str, Any]
FIXED = 1_700_000_000.0
DIVIDER: Json = {"type": "divider"}


async def asked(slack: SlackEmulator) -> tuple[User, Channel, Message]:
    ana = slack.user("ana")
    ops = slack.channel("ops", ana)
    return ana, ops, await slack.says(ana, ops, "go on")


def to(person: User) -> Json:
    return {"recipient_user_id": person.id, "recipient_team_id": person.team_id}


async def started(slack: SlackEmulator, **more: Any) -> Json:
    """A stream in a channel thread; returns the arguments with which the other methods name it."""
    ana, ops, said = await asked(slack)
    made = await client(slack).chat_startStream(channel=ops.id, thread_ts=said.ts, **to(ana), **more)
    return {"channel": ops.id, "ts": made["ts"]}


def test_the_sdks_helper_streams_a_reply_with_buttons_and_metadata() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops, said = await asked(slack)
        web = client(slack)
        stream = await web.chat_stream(channel=ops.id, thread_ts=said.ts, buffer_size=8, **to(ana))
        await stream.append(markdown_text="**hello**, ")
        await stream.append(markdown_text="how ")
        await stream.append(markdown_text="are you")
        (reply,) = slack.posts(ops, said.ts)
        assert (reply.text, reply.streaming) == ("**hello**, how are you", "in_progress")
        metadata = {"event_type": "deskmate_post", "event_payload": {"key": "t1/7"}}
        button = {"type": "button", "text": {"type": "plain_text", "text": "Stop"}, "action_id": "stop"}
        answer = await stream.stop(
            markdown_text="?", blocks=[{"type": "actions", "elements": [button]}], metadata=metadata
        )
        assert answer["message"]["text"] == "**hello**, how are you?"
        reply = slack.message(str(stream.ts))
        assert (reply.shown, reply.controls) == ("**hello**, how are you?\n[Stop]", ["Stop"])
        read = await web.conversations_replies(channel=ops.id, ts=said.ts, include_all_metadata=True)
        assert read["messages"][1]["metadata"] == metadata
        assert read["messages"][1]["streaming_state"] == "completed"

    run(test)


def test_a_direct_message_needs_no_recipient() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana = slack.user("ana")
        said = await slack.says(ana, slack.dm(ana), "hello")
        stream = await client(slack).chat_stream(channel=said.channel, thread_ts=said.ts)
        await stream.stop(markdown_text="hello")
        assert [one.text for one in slack.posts(said.channel)] == ["hello"]

    run(test)


def test_tasks_keep_their_place_grow_and_change() -> None:
    async def test(slack: SlackEmulator) -> None:
        stream, web = await started(slack, markdown_text="first "), client(slack)
        source = UrlSourceElement(url="https://example.com", text="Example")
        await web.chat_appendStream(
            **stream,
            chunks=[
                TaskUpdateChunk(id="a", title="Read", status="in_progress", details="one ", sources=[source]),
                MarkdownTextChunk(text="then"),
                BlocksChunk(blocks=[DIVIDER]),
                TaskUpdateChunk(id="b", title="Write", status="pending"),
            ],
        )
        more = [TaskUpdateChunk(id="a", title="Have read", status="complete", details="two", output="ok")]
        await web.chat_appendStream(**stream, chunks=more)
        now = slack.message(stream["ts"])
        assert now.shown == "first \nHave read (complete)\none two\nok\nthen\n---\nWrite (pending)"
        assert now.text == "first then"
        assert now.blocks[1]["sources"] == [{"type": "url", "url": "https://example.com", "text": "Example"}]

    run(test)


def test_a_plan_shows_its_tasks_together_under_its_newest_title() -> None:
    async def test(slack: SlackEmulator) -> None:
        stream, web = await started(slack, task_display_mode="plan"), client(slack)
        for chunk in (
            PlanUpdateChunk(title="Thinking"),
            TaskUpdateChunk(id="a", title="Read", status="complete"),
            MarkdownTextChunk(text="text"),
            TaskUpdateChunk(id="b", title="Write", status="error"),
            PlanUpdateChunk(title="Failed"),
        ):
            await web.chat_appendStream(**stream, chunks=[chunk])
        assert slack.message(stream["ts"]).shown == "Failed\nRead (complete)\nWrite (error)\ntext"

    run(test)


def test_a_stream_dies_five_minutes_after_its_start_even_with_traffic() -> None:
    async def test(slack: SlackEmulator) -> None:
        stream, web = await started(slack, markdown_text="once "), client(slack)
        for _ in range(4):
            slack.clock.advance(74)
            await web.chat_appendStream(**stream, markdown_text="more ")
        slack.clock.advance(4)
        assert slack.message(stream["ts"]).streaming == "died"
        for method in ("chat.appendStream", "chat.stopStream"):
            assert await refused(slack, method, **stream, markdown_text="x") == "message_not_in_streaming_state"
        assert slack.message(stream["ts"]).text == "once more more more more "
        await web.chat_update(**stream, markdown_text="once more, at length")
        now = slack.message(stream["ts"])
        assert (now.shown, now.streaming) == ("once more, at length", "completed")

    run(test, clock=Clock(source=lambda: FIXED))


def test_an_open_stream_is_neither_updated_nor_deleted_and_a_closed_one_takes_no_more() -> None:
    async def test(slack: SlackEmulator) -> None:
        stream, web = await started(slack, markdown_text="x"), client(slack)
        assert await refused(slack, "chat.update", **stream, text="y") == "streaming_state_conflict"
        assert await refused(slack, "chat.delete", **stream) == "cant_delete_message"
        await web.chat_stopStream(**stream)
        for method in ("chat.appendStream", "chat.stopStream"):
            assert await refused(slack, method, **stream, markdown_text="y") == "message_not_in_streaming_state"
        await web.chat_update(**stream, text="y")
        await web.chat_delete(**stream)

    run(test)


def test_a_start_that_slack_would_refuse_is_refused() -> None:
    async def test(slack: SlackEmulator) -> None:
        ana, ops, said = await asked(slack)
        elsewhere = slack.channel("elsewhere", ana, with_bot=False)
        good: Json = {"channel": ops.id, "thread_ts": said.ts, **to(ana)}
        table: list[tuple[str, Json]] = [
            ("invalid_arguments", {"thread_ts": None}),
            ("missing_recipient_user_id", {"recipient_user_id": None}),
            ("missing_recipient_team_id", {"recipient_team_id": None}),
            ("user_not_found", {"recipient_user_id": "U0"}),
            ("user_not_found", {"recipient_team_id": "T0"}),
            ("channel_not_found", {"channel": "C0"}),
            ("not_in_channel", {"channel": elsewhere.id}),
            ("cannot_reply_to_message", {"thread_ts": "1.0"}),
            ("invalid_arguments", {"task_display_mode": "list"}),
            ("msg_too_long", {"markdown_text": "x" * 12_001}),
        ]
        for error, change in table:
            assert await refused(slack, "chat.startStream", **{**good, **change}) == error, change
        assert slack.posts(ops) == []

    run(test)


@pytest.mark.parametrize(
    ("error", "chunks"),
    [
        ("no_text", []),
        ("invalid_chunks", "x"),
        ("invalid_chunks", [{"type": "poem", "text": "x"}]),
        ("invalid_chunks", [{"type": "markdown_text"}]),
        ("invalid_chunks", [{"type": "task_update", "id": "a", "title": "x"}]),
        ("invalid_chunks", [{"type": "task_update", "id": "a", "title": "x", "status": "cancelled"}]),
        ("invalid_chunks", [{"type": "task_update", "id": "a", "title": "x" * 257, "status": "pending"}]),
        (
            "invalid_chunks",
            [{"type": "task_update", "id": "a", "title": "x", "status": "pending", "details": "x" * 257}],
        ),
        ("invalid_chunks", [{"type": "plan_update", "title": ""}]),
        ("invalid_blocks_format", [{"type": "blocks", "blocks": "x"}]),
        ("invalid_blocks", [{"type": "blocks", "blocks": [{"type": "poem"}]}]),
        (
            "invalid_blocks",
            [{"type": "blocks", "blocks": [DIVIDER] * 26}, {"type": "blocks", "blocks": [DIVIDER] * 25}],
        ),
        (
            "msg_too_long",
            [{"type": "markdown_text", "text": "x" * 6_000}, {"type": "markdown_text", "text": "x" * 6_001}],
        ),
    ],
)
def test_chunks_that_slack_would_refuse_are_refused_and_change_nothing(error: str, chunks: Any) -> None:
    async def test(slack: SlackEmulator) -> None:
        stream = await started(slack, markdown_text="as it was")
        assert await refused(slack, "chat.appendStream", **stream, chunks=chunks) == error
        assert slack.message(stream["ts"]).shown == "as it was"

    run(test)


def test_one_streamed_message_has_only_so_much_room() -> None:
    async def test(slack: SlackEmulator) -> None:
        stream, web = await started(slack, markdown_text="x" * 12_000), client(slack)
        assert await refused(slack, "chat.appendStream", **stream, markdown_text="x" * 1_800) == "msg_too_long"
        await web.chat_appendStream(**stream, markdown_text="x" * 1_700)
        assert await refused(slack, "chat.stopStream", **stream, markdown_text="x" * 100) == "msg_too_long"
        await web.chat_stopStream(**stream)
        assert len(slack.message(stream["ts"]).text) == 13_700

    run(test)


def test_what_a_stop_brings_is_checked_and_a_refused_stop_leaves_the_stream_open() -> None:
    async def test(slack: SlackEmulator) -> None:
        stream, web = await started(slack), client(slack)
        assert await refused(slack, "chat.stopStream", **stream) == "no_text"
        assert await refused(slack, "chat.stopStream", **stream, blocks=[DIVIDER] * 51) == "invalid_blocks"
        bad = {"event_type": "e"}
        assert await refused(slack, "chat.stopStream", **stream, metadata=bad) == "invalid_metadata_format"
        assert await refused(slack, "chat.stopStream", **{**stream, "ts": "1.0"}) == "message_not_found"
        chunks = [BlocksChunk(blocks=[DIVIDER] * 50)]
        await web.chat_stopStream(**stream, chunks=chunks, blocks=[DIVIDER] * 50)
        assert len(slack.message(stream["ts"]).blocks) == 100

    run(test)


def test_only_the_app_that_owns_a_message_streams_into_it() -> None:
    async def test(slack: SlackEmulator) -> None:
        _, ops, said = await asked(slack)
        answer = await refused(slack, "chat.appendStream", channel=ops.id, ts=said.ts, markdown_text="x")
        assert answer == "message_not_owned_by_app"
        ours = await client(slack).chat_postMessage(channel=ops.id, text="whole")
        answer = await refused(slack, "chat.stopStream", channel=ops.id, ts=ours["ts"], markdown_text="x")
        assert answer == "message_not_in_streaming_state"

    run(test)


@pytest.mark.parametrize("error", ["team_access_not_granted", "unknown_method", "missing_scope"])
def test_a_workspace_may_refuse_all_streams(error: str) -> None:
    async def test(slack: SlackEmulator) -> None:
        slack.refuses("chat.*Stream", error, times=None)
        for _ in range(2):
            with pytest.raises(SlackApiError, match=error):
                await started(slack)
        slack.recovers("chat.*Stream")
        await started(slack)

    run(test)


def test_streams_have_rates_of_their_own() -> None:
    async def test(slack: SlackEmulator) -> None:
        stream, web = await started(slack), client(slack)
        for _ in range(100):
            await web.chat_appendStream(**stream, markdown_text="x")
        assert await refused(slack, "chat.appendStream", **stream, markdown_text="x") == "ratelimited"
        for _ in range(19):
            await started(slack)
        with pytest.raises(SlackApiError, match="ratelimited"):
            await started(slack)

    run(test, strict_rates=True, clock=Clock(source=lambda: FIXED))
