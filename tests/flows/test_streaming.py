"""A reply is seen while it is written, and stands there whole and once in the end; a thread shows that work goes on."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import Part, call, pieces, reply
from tests.fakes.slack.records import Message
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import mention

STREAMS = ("chat.startStream", "chat.appendStream", "chat.stopStream")
TALE = "".join(f"{number}. Once upon a time there was a <reply> & it was long.\n" for number in range(1, 61))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Desk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


def passes(desk: Desk, seconds: float) -> None:
    """Here and in Slack."""
    desk.passes(seconds)
    desk.slack.clock.advance(seconds)


def streams(room: Room) -> list[Message]:
    """Without what it says of its work."""
    return [one for one in room.posts if one.streaming]


def read(room: Room) -> str:
    """All that its replies say, as it was written."""
    texts = (block["text"] for one in room.replies for block in one.blocks if block["type"] == "markdown")
    return "".join(texts).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


async def told(room: Room, most: int) -> None:
    """Until so much is to be read; the last word may wait until it is whole."""
    await room.until(lambda: len(read(room)) > most)


def calls(desk: Desk, room: Room, since: int) -> list[str]:
    """Those that were made for the room, or for none."""
    ids = ((call.method, call.args.get("channel") or call.args.get("channel_id")) for call in desk.slack.calls[since:])
    return [method for method, id in ids if id in (None, room.channel.id)]


def session(desk: Desk, room: Room) -> str:
    known = desk.slack.session(room.channel, room.thread)
    return known.status if known else ""


@story
async def test_a_long_reply_is_streamed_over_several_messages(desk: Desk, room: Room) -> None:
    parts = [TALE[start : start + 900] for start in range(0, len(TALE), 900)]
    gates = [asyncio.Event() for _ in parts]
    steps: list[Part] = []
    for part, gate in zip(parts, gates, strict=True):
        steps += [*pieces(part), gate]
    room.model_will(reply(*steps))
    await room.mentions(desk.bob, "tell me a tale")
    for number, gate in enumerate(gates, 1):
        await told(room, min(900 * number, len(TALE)) - 40)
        assert [one.streaming for one in streams(room)] == ["completed"] * (number - 1) + ["in_progress"]
        passes(desk, 280)
        await room.until(lambda: streams(room)[-1].streaming == "completed")
        gate.set()
    await room.until(lambda: read(room) == TALE)
    await room.rests()
    assert len(streams(room)) == len(parts)
    assert session(desk, room) == "active"
    assert all(call.ok for method in STREAMS for call in desk.slack.calls_of(method))


@story
async def test_a_stream_that_dies_is_edited_from_then_on(desk: Desk, room: Room) -> None:
    gate, more = asyncio.Event(), asyncio.Event()
    room.model_will(reply(*pieces(TALE[:200]), gate, *pieces(TALE[200:600]), more, TALE[600:]))
    await room.mentions(desk.bob, "tell me a tale")
    await room.until(lambda: [one.streaming for one in room.replies] == ["in_progress"])
    desk.slack.clock.advance(400)
    gate.set()
    await room.until(lambda: TALE[:500] in read(room))
    more.set()
    await room.until(lambda: read(room) == TALE)
    assert len(room.replies) == 1


@story
async def test_where_slack_does_not_stream_a_reply_is_edited(desk: Desk, room: Room) -> None:
    gate = asyncio.Event()
    desk.slack.refuses("chat.startStream", "channel_type_not_supported")
    room.model_will(reply(*pieces(TALE[:200]), gate, TALE[200:]))
    await room.mentions(desk.bob, "tell me a tale")
    await room.reads("Once upon a time")
    gate.set()
    await room.until(lambda: read(room) == TALE)
    assert [one.streaming for one in room.posts] == [None]


@story
async def test_slacks_own_stop_button_stops_a_reply(desk: Desk, room: Room) -> None:
    room.model_will(reply(*pieces(TALE[:200]), asyncio.Event()))
    await room.mentions(desk.bob, "tell me a tale")
    await room.until(lambda: [one.streaming for one in room.replies] == ["in_progress"])
    await desk.slack.stops(desk.ana, room.channel, room.thread)
    ended = await room.reads(f"Stopped by {mention(desk.ana)}")
    assert ended.controls == ["Continue"]
    await room.until(lambda: session(desk, room) == "active")
    assert room.posts[0].shown.startswith("1. Once upon a time")
    assert len(room.posts) == 2


@story
async def test_slacks_own_stop_button_stops_a_tool(desk: Desk, room: Room) -> None:
    room.model_will(reply(call("execute", command="sleep 30; touch too-late")))
    await room.mentions(desk.bob, "sleep")
    card = await room.card("Run ")
    await room.until(lambda: session(desk, room) == "suspended")
    await room.clicks(desk.bob, card, "Approve")
    await room.until(lambda: session(desk, room) == "processing")
    await desk.slack.stops(desk.ana, room.channel, room.thread)
    await room.reads(f"Stopped by {mention(desk.ana)}")
    await room.until(lambda: session(desk, room) == "active")
    assert not (desk.files / "too-late").exists()


@story
async def test_a_session_is_called_by_what_was_asked(desk: Desk, room: Room) -> None:
    room.model_will(reply("It is a house."))
    await room.mentions(desk.bob, "what is this?")
    await room.reads("It is a house.")
    known = await room.until(lambda: desk.slack.session(room.channel, room.thread))
    assert (known.title, known.initiator) == ("what is this?", desk.bob.id)


@story
async def test_a_plain_turn_takes_four_calls(desk: Desk, room: Room) -> None:
    room.channel = desk.slack.channel("plain", eve := desk.slack.user("eve"))
    before = len(desk.slack.calls)
    room.model_will(reply("Hello, eve."))
    await room.mentions(eve, "hello")
    await room.reads("Hello, eve.")
    await room.rests()
    passes(desk, 300)
    await asyncio.sleep(2.5)  # longer than it is looked whether anything is still to be shown
    assert sorted(calls(desk, room, before)) == [
        "agents.sessions.setStatus",
        "agents.sessions.setStatus",
        "chat.postMessage",
        "users.info",
    ]


@story
async def test_a_plain_turn_takes_less_where_we_are_no_agent(desk: Desk, room: Room) -> None:
    desk.slack.sessions.enabled = False
    try:
        room.model_will(reply("Hello."), reply("Hello again."))
        await room.mentions(desk.bob, "hello")
        await room.reads("Hello.")
        await room.rests()
        before = len(desk.slack.calls)
        await room.says(desk.bob, "hello?")
        await room.reads("Hello again.")
        await room.rests()
        await asyncio.sleep(2.5)  # as long as a post is waited for that clears the line by itself
        assert calls(desk, room, before) == ["assistant.threads.setStatus", "chat.postMessage"]
    finally:
        desk.slack.sessions.enabled = True


@story
async def test_an_answer_that_nobody_would_read_in_a_chat_becomes_a_file(desk: Desk, room: Room) -> None:
    """However much of it was streamed by then."""
    whole = "".join(f"## Chapter {number}\n\n{TALE}\n" for number in range(16))
    room.model_will(reply(*pieces(whole, 5_000)))
    await room.mentions(desk.bob, "tell me everything")
    left = await room.reads("The whole answer")
    await room.until(lambda: [one.ts for one in room.replies if "Chapter" in one.shown] == [left.ts])
    assert "- Chapter 15" in left.shown
    [file] = [file for one in room.posts for file in one.files]
    assert file.content.decode() == whole
