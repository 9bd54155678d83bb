"""In direct messages of several people it behaves as in a channel: asked for, it answers in a thread."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.chat.people import Place
from harness.toolbox.attached_files import folder_of
from tests.fakes.openai.script import call, pieces, reply
from tests.fakes.slack.records import Channel
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import mention
from tests.flows.test_streaming import TALE

PLACES = """
places:
  "slack:{team}:{all}": {{answers: all}}
  "slack:{team}:{off}": {{answers: "off"}}
  "slack:{team}:{queue}": {{during: followup}}
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """With a group for each way of behaving."""
    desk = Desk.open(tmp_path_factory.mktemp("desk"))
    eve = desk.slack.user("eve")
    others = (desk.ana, desk.cyd, eve)
    groups = [desk.slack.group(desk.bob, desk.dee, *others[:number]) for number in range(4)]
    ids = {name: group.id for name, group in zip(("usual", "all", "off", "queue"), groups, strict=True)}
    settings = Path(desk.folder / "workspace" / "workspace.yaml")
    settings.write_text(settings.read_text() + PLACES.format(team=desk.slack.team.id, **ids))
    with pytest.MonkeyPatch.context() as process:
        for name, value in desk.environment.items():
            process.setenv(name, value)
        try:
            desk.play(desk.move_in(InProcess()))
            yield desk
        finally:
            desk.close()


def of(desk: Desk, members: int) -> Channel:
    """The group of so many people, and us."""
    return next(
        one for one in desk.slack.state.channels.values() if one.kind == "mpim" and len(one.members) == members + 1
    )


@story
async def test_a_mention_is_answered_in_a_thread_and_other_talk_is_not(desk: Desk, room: Room) -> None:
    room.channel = of(desk, 2)
    lunch = await desk.slack.says(desk.dee, room.channel, "lunch?")
    room.model_will(reply("Hello, bob."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello, bob.")
    await room.rests()
    assert desk.slack.thread(room.channel, lunch.ts) == [lunch]
    assert [one.thread for one in room.posts] == [room.thread]
    assert room.requests == 1
    known = desk.slack.session(room.channel, room.thread)
    assert known
    assert (known.status, known.initiator) == ("active", desk.bob.id)


@story
async def test_who_talks_with_it_alone_in_a_thread_need_not_mention_it_until_another_joins(
    desk: Desk, room: Room
) -> None:
    room.channel = of(desk, 2)
    room.model_will(reply("Hello, bob."), reply("Fine, thanks."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello, bob.")
    await room.says(desk.bob, "how are you?")
    await room.reads("Fine, thanks.")
    await room.says(desk.dee, "bob, lunch?")
    await room.says(desk.bob, "in ten minutes")
    await desk.slack.settled()
    await room.rests()
    assert room.requests == 2
    room.model_will(reply("Enjoy it."))
    await room.says(desk.dee, f"{desk.slack.bot} and you?")
    await room.reads("Enjoy it.")
    assert room.requests == 3
    assert [one.shown for one in room.posts] == ["Hello, bob.", "Fine, thanks.", "Enjoy it."]


@story
async def test_a_card_is_decided_there_by_who_may(desk: Desk, room: Room) -> None:
    room.channel = of(desk, 2)
    room.model_will(reply(call("write_file", file_path="/group.md", content="x")), reply("Written."))
    await room.mentions(desk.bob, "write it")
    card = await room.card("Create ")
    await room.clicks(desk.dee, card, "Approve")
    await room.told(desk.dee, f"Only {mention(desk.bob)}")
    assert not (desk.files / "group.md").exists()
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Written.")
    await room.reads(f"approved by {mention(desk.bob)}")
    await room.rests()
    assert (desk.files / "group.md").read_text() == "x"


@story
async def test_files_come_in_and_go_out(desk: Desk, room: Room) -> None:
    room.channel = of(desk, 2)
    (desk.files / "out.txt").write_text("out")
    text = f"{desk.slack.bot} swap these"
    room.root = await desk.slack.says(desk.bob, room.channel, text, files={"in.txt": b"what came in"})
    id = room.root.files[0].id
    kept = folder_of(Place("slack", desk.slack.team.id, room.channel.id))
    room.model_will(
        reply(call("save_attachment", id=id)),
        reply(call("read_file", file_path=f"{kept}/{id}-in.txt")),
        reply(call("send_file", file_path="/out.txt")),
        reply("Swapped."),
    )
    await room.clicks(desk.bob, await room.card("out.txt"), "Approve")
    await room.reads("Swapped.")
    assert "what came in" in (await room.asked(3)).said
    assert [file.content for one in room.posts for file in one.files] == [b"out"]


@story
async def test_a_long_reply_is_streamed_there_or_edited_where_slack_does_not(desk: Desk, room: Room) -> None:
    room.channel = of(desk, 2)
    for refused in (False, True):
        if refused:
            desk.slack.refuses("chat.startStream", "channel_type_not_supported")
        gate = asyncio.Event()
        room.model_will(reply(*pieces(TALE[:300]), gate, TALE[300:]))
        await room.mentions(desk.bob, "tell me a tale")
        begun = await room.reads("Once upon a time")
        assert begun.streaming == (None if refused else "in_progress")
        gate.set()
        await room.reads("60. Once upon a time")
        await room.rests()
        assert len(room.posts) == 1


@story
async def test_where_all_is_answered_nobody_needs_to_mention_it(desk: Desk, room: Room) -> None:
    room.channel = of(desk, 3)
    room.model_will(reply("Hello, dee."))
    room.root = await desk.slack.says(desk.dee, room.channel, "hello")
    await room.reads("Hello, dee.")


@story
async def test_where_it_is_off_nobody_is_answered(desk: Desk, room: Room) -> None:
    room.channel = of(desk, 4)
    await room.mentions(desk.dee, "hello")
    await desk.slack.settled()
    assert not room.posts
    assert room.requests == 0


@story
async def test_a_message_during_a_turn_waits_where_it_is_to(desk: Desk, room: Room) -> None:
    room.channel = of(desk, 5)
    gate = asyncio.Event()
    room.model_will(reply("First", gate, " done."), reply("Second done."))
    await room.mentions(desk.bob, "do this")
    await room.asked(1)
    await room.says(desk.dee, f"{desk.slack.bot} then that")
    await desk.slack.settled()
    gate.set()
    await room.reads("First done.")
    await room.reads("Second done.")
    assert "then that" in (await room.asked(2)).said
    assert room.requests == 2


@story
async def test_what_is_said_there_is_not_read_for_others(desk: Desk, room: Room) -> None:
    group = of(desk, 2)
    await desk.slack.says(desk.bob, group, "the surprise is on friday")
    room.model_will(reply(call("read_channel", channel=group.id)), reply("I do not know it."))
    await room.mentions(desk.ana, "what do they talk about?")
    await room.reads("I do not know it.")
    assert "surprise" not in (await room.asked(2)).said
    room.model_will(reply(call("read_channel", channel=group.id)), reply("About friday."))
    await room.writes(desk.dee, "what do we talk about?")
    await room.reads("About friday.")
    assert "surprise" in (await room.asked(4)).said


@story
async def test_what_cannot_be_said_there_is_said_to_whom_it_was_for(desk: Desk, room: Room) -> None:
    room.channel = of(desk, 2)
    gate = asyncio.Event()
    room.model_will(reply("The answer", gate, " is 42."))
    await room.mentions(desk.bob, "what is it?")
    await room.asked(1)
    desk.slack.refuses(
        "chat.*", "channel_not_found", times=None, when=lambda args: args.get("channel") == room.channel.id
    )
    gate.set()
    direct = desk.slack.dm(desk.bob)
    lost = await room.until(lambda: next(iter(desk.slack.posts(direct)), None))
    desk.slack.recovers("chat.*")
    assert lost.shown.endswith("The answer is 42.")
