"""A conversation that outgrows what a request holds: what was said before is summed up, and nothing is lost over it."""

from collections.abc import Iterator

import pytest

from harness.context.compaction import INSTRUCTION
from harness.context.window import CUT, SUMMED, VOID
from tests.fakes.openai.script import call, context_length_exceeded, reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.discord_room import Room as DiscordRoom
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import AnyDesk, at

SMALL = """
name: Deskmate
model: openai/scripted
api_base: {model}
context_tokens: 2000
"""
LONG = "The house is old and has many windows. " * 150


class Small(Desk):
    workspace = SMALL


class SmallInDiscord(DiscordDesk):
    workspace = SMALL


@pytest.fixture(scope="module")
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyDesk]:
    with pytest.MonkeyPatch.context() as process:
        yield from request.param.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


@at(Small)
@story
async def test_what_was_said_before_is_summed_up_for_the_next_request(desk: Desk, room: Room) -> None:
    room.model_will(reply("Noted."), reply("Bob wants the house red.", usage=(900, 20)), reply("Red it is."))
    await room.mentions(desk.bob, f"Paint it red. {LONG}")
    await room.reads("Noted.")
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} which colour? {LONG}")
    await room.reads("Red it is.")
    first, summing, last = await room.asked(1), await room.asked(2), await room.asked(3)
    assert summing.messages[: len(first.messages)] == first.messages, "so that the provider reads little of it anew"
    assert INSTRUCTION in str(summing.messages[-1]["content"])
    assert summing.tools == first.tools
    assert last.messages[1]["content"] == f"{SUMMED}\nBob wants the house red."
    assert "which colour?" in str(last.messages[-1]["content"])
    assert "Paint it red" not in str(last.messages)
    assert not any("wants the house red" in post.text for post in room.posts), "nobody is told"


@at(Small)
@story
async def test_where_it_cannot_be_summed_up_it_is_left_out(desk: Desk, room: Room) -> None:
    room.model_will(reply("Noted."), reply(call("ls", path="/")), reply("Which house?"))
    await room.mentions(desk.bob, f"Paint it red. {LONG}")
    await room.reads("Noted.")
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} which colour? {LONG}")
    await room.reads("Which house?")
    assert (await room.asked(3)).messages[1]["content"] == CUT


@at(Small)
@story
async def test_what_the_model_finds_too_long_is_summed_up_and_tried_once_more(desk: Desk, room: Room) -> None:
    room.model_will(reply("Noted."), context_length_exceeded(), reply("Bob wants the house red."), reply("Red it is."))
    await room.mentions(desk.bob, f"Paint it red. {LONG[:3000]}")
    await room.reads("Noted.")
    await room.rests()
    await room.addresses(desk.bob, "which colour?")
    await room.reads("Red it is.")
    assert (await room.asked(4)).messages[1]["content"] == f"{SUMMED}\nBob wants the house red."


@at(Small)
@story
async def test_where_even_that_is_too_long_it_says_what_to_do(desk: Desk, room: Room) -> None:
    room.model_will(context_length_exceeded(), context_length_exceeded())
    await room.mentions(desk.bob, "which colour?")
    failed = await room.reads("is longer than openai/scripted takes, even without what could be left out.")
    assert "Choose a model that takes more, by `model NAME`, or shorten AGENTS.md" in failed.shown


@at(Small)
@story
async def test_a_word_has_it_summed_up_and_says_what_came_of_it(desk: Desk, room: Room) -> None:
    room.model_will(reply("Noted."), reply("Bob wants the house red."), reply("Red it is."))
    await room.mentions(desk.bob, f"Paint it red. {LONG}")
    await room.reads("Noted.")
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} compact")
    await room.told(desk.bob, "I will sum up this conversation before my next step.")
    await room.says(desk.bob, f"{desk.slack.bot} which colour?")
    await room.reads("Red it is.")
    await room.told(desk.bob, "I have summed up what was said before, about")
    assert (await room.asked(3)).messages[1]["content"] == f"{SUMMED}\nBob wants the house red."


@at(Small)
@story
async def test_what_was_deleted_is_in_no_summary(desk: Desk, room: Room) -> None:
    room.model_will(reply("Noted."), reply("The key is 1234."), reply("Thanks."))
    room.model_will(reply("Bob told me something."), reply("Bob has a key."), reply("It is gone."))
    key = await room.mentions(desk.bob, f"The key is 1234. {LONG}")
    await room.reads("Noted.")
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} take care. {LONG}")
    await room.reads("Thanks.")
    await room.rests()
    await desk.slack.deletes_message(desk.bob, key)
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} what was it?")
    await room.reads("It is gone.")
    first, second, last = await room.asked(4), await room.asked(5), await room.asked(6)
    assert INSTRUCTION in str(first.messages[-1]["content"])
    assert second.messages[1]["content"] == f"{SUMMED}\nBob told me something.", "what is long goes in parts"
    assert "1234" not in f"{first.messages} {second.messages} {last.messages}"
    assert VOID not in str(last.messages)
    assert last.messages[1]["content"] == f"{SUMMED}\nBob has a key."


@at(SmallInDiscord)
@story
async def test_in_discord_what_was_said_before_is_summed_up(desk: DiscordDesk, room: DiscordRoom) -> None:
    room.model_will(reply("Noted."), reply("Bob wants the house red."), reply("Red it is."))
    await room.mentions(desk.bob, f"Paint it red. {LONG[:1800]}")
    await room.reads("Noted.")
    await room.rests()
    await room.addresses(desk.bob, "compact")
    await room.addresses(desk.bob, "which colour?")
    await room.reads("Red it is.")
    assert (await room.asked(3)).messages[1]["content"] == f"{SUMMED}\nBob wants the house red."
