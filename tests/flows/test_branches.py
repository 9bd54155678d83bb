"""A conversation goes on twice from one point: in its thread, and in a branch."""

import asyncio
from collections.abc import Iterator

import pytest

from harness.context.window import BRANCHED
from tests.fakes.openai.script import call, reply
from tests.fakes.slack.records import Message
from tests.flows.discord_house import DiscordDesk
from tests.flows.discord_room import Room as DiscordRoom
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import AnyDesk, at
from tests.forked import completed


@pytest.fixture(scope="module")
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyDesk]:
    with pytest.MonkeyPatch.context() as process:
        yield from request.param.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


async def branched(room: Room, who: str = "bob") -> Message:
    """The message below which a branch goes on."""
    return await room.until(
        lambda: next(
            (one for one in room.outside if f"@{who}> began" in one.text or " began a branch" in one.text), None
        )
    )


@at(Desk)
@story
async def test_a_branch_knows_what_was_said_and_nothing_that_is_open(desk: Desk, room: Room) -> None:
    room.model_will(reply("Blue it is."), reply("Running it.", call("execute", command="make red")))
    await room.mentions(desk.bob, "paint it blue")
    await room.reads("Blue it is.")
    await room.rests()
    await room.addresses(desk.bob, "now run it")
    card = await room.card("Run make red?")
    await room.addresses(desk.bob, "branch")
    root = await branched(room)
    assert "began a branch of another thread here." in root.shown
    await room.told(desk.bob, "The branch is a new thread here.")
    room.model_will(reply("In the branch: red."))
    await desk.slack.says(desk.cyd, room.channel, f"{desk.slack.bot} and if it were red?", thread_ts=root.ts)
    await room.until(lambda: any("In the branch: red." in one.shown for one in desk.slack.posts(room.channel, root.ts)))
    first = await room.asked(3)
    assert [str(one["content"]) for one in first.messages[1:]] == [
        "bob: paint it blue",
        "Blue it is.",
        BRANCHED,
        "Cyd: and if it were red?",
    ]
    assert room.now(card).controls, "the card waits where it was asked"
    await room.clicks(desk.bob, card, "Deny…")


@at(Desk)
@story
async def test_it_goes_up_to_the_message_from_whose_menu_it_is_begun_and_forgets_what_is_deleted(
    desk: Desk, room: Room
) -> None:
    room.model_will(reply("One."), reply("Two."), reply("Branched."), reply("Again."))
    secret = await room.mentions(desk.bob, "the code is 4711")
    first = await room.reads("One.")
    await room.rests()
    await room.addresses(desk.bob, "and two?")
    await room.reads("Two.")
    await room.rests()
    await desk.slack.uses_shortcut(desk.cyd, "branch_deskmate", first)
    root = await branched(room)
    await room.told(desk.cyd, "The branch is a new thread here.")
    await desk.slack.says(desk.cyd, room.channel, f"{desk.slack.bot} go on", thread_ts=root.ts)
    await room.until(lambda: any("Branched." in one.shown for one in desk.slack.posts(room.channel, root.ts)))
    asked = str((await room.asked(3)).messages[1:])
    assert "the code is 4711" in asked
    assert "two?" not in asked
    await desk.slack.deletes_message(desk.bob, secret)
    await room.rests()
    await desk.slack.says(desk.cyd, room.channel, f"{desk.slack.bot} and now?", thread_ts=root.ts)
    await room.until(lambda: any("Again." in one.shown for one in desk.slack.posts(room.channel, root.ts)))
    assert "4711" not in str((await room.asked(4)).messages)


@at(Desk)
@story
async def test_what_is_no_conversation_cannot_be_branched(desk: Desk, room: Room) -> None:
    said = await desk.slack.says(desk.bob, room.channel, "among us")
    await desk.slack.uses_shortcut(desk.bob, "branch_deskmate", said)
    await room.told(desk.bob, "That message is in no conversation that I can branch from.")
    assert room.requests == 0


@at(DiscordDesk)
@story
async def test_in_discord_it_goes_on_below_a_message_in_the_channel(desk: DiscordDesk, room: DiscordRoom) -> None:
    room.model_will(reply("Blue it is."), reply("In the branch: red."))
    await room.mentions(desk.bob, "paint it blue")
    answered = await room.reads("Blue it is.")
    await room.rests()
    desk.discord.points(desk.bob, answered.payload, "Branch from here")
    root = await room.until(lambda: next((one for one in room.outside if " began a branch of" in one.shown), None))
    room.where = root.id
    await room.reads("Go on here: I know what was said there up to that point.")
    await room.addresses(desk.bob, "and if it were red?")
    await room.reads("In the branch: red.")
    assert "bob: paint it blue" in str((await room.asked(2)).messages)


@at(DiscordDesk)
@story
async def test_what_a_private_thread_says_goes_on_there_and_nowhere_else(desk: DiscordDesk, room: DiscordRoom) -> None:
    room.where = desk.discord.state.begin_private(room.channel, "layoffs")["id"]
    room.model_will(reply("Noted: not before June."), reply("In June."))
    await room.addresses(desk.bob, "the code is 4711xyz")
    await room.reads("Noted: not before June.")
    await room.rests()
    await room.addresses(desk.bob, "branch")
    await room.reads("Go on here: I know what was said there")
    await room.rests()
    assert not any("branch" in str(one) for one in desk.discord.posts(room.channel))
    await room.addresses(desk.bob, "when?")
    await room.reads("In June.")
    assert "4711xyz" in str((await room.asked(2)).messages)


@at(DiscordDesk)
@story
async def test_a_branch_goes_on_where_its_place_points_to_it_though_the_other_is_deleted(
    desk: DiscordDesk, room: DiscordRoom
) -> None:
    room.model_will(reply("Noted A."), reply("Noted B."), reply("In June."))
    await room.writes(desk.ana, "alpha 4711xyz")
    await room.reads("Noted A.")
    await room.rests()
    first = (await cli(desk, "threads", "list")).split()[0]
    await room.addresses(desk.ana, "branch")
    await room.rests()
    await room.says(desk.ana, "the plan is 5555")
    await room.reads("Noted B.")
    await room.rests()
    assert "deleted" in await cli(desk, "threads", "delete", first, "--yes")
    await room.until(lambda: "deleted" in str(desk.discord.posts(room.where)[-1]))
    await room.rests()
    await room.says(desk.ana, "what is the plan?")
    await room.reads("In June.")
    last = str((await room.asked(3)).messages)
    assert "5555" in last
    assert "4711xyz" not in last


async def cli(desk: DiscordDesk, *words: str) -> str:
    ended = await asyncio.to_thread(completed, words, desk.environment, desk.folder)
    assert ended.returncode == 0, ended
    return ended.stdout
