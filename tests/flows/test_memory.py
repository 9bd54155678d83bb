"""What is told to be remembered: who is told it later, and who is not."""

import re
from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import Reply, call, reply
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Desk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


FORGOTTEN = "I have forgotten what I was to remember here."
REPLACED = "A later note has replaced what I was to remember here."


def noted(text: str, layer: str, **more: str) -> Reply:
    return reply(call("remember", text=text, layer=layer, **more))


@story
async def test_what_somebody_says_in_private_is_told_to_nobody_else(desk: Desk, room: Room) -> None:
    room.model_will(noted("Bob drinks tea.", "person"), reply("I will."), reply("Tea."))
    await room.writes(desk.bob, "remember that I drink tea")
    line = await room.reads("I will remember this for you: Bob drinks tea.")
    assert "Undo" in line.controls
    await room.reads("I will.")
    await room.rests()
    await room.writes(desk.bob, "what do I drink?")
    await room.reads("Tea.")
    assert "Bob drinks tea." in str((await room.asked(3)).messages[0]["content"])
    elsewhere = desk.room()
    elsewhere.model_will(reply("No idea."))
    await elsewhere.mentions(desk.bob, "what do I drink?")
    await elsewhere.reads("No idea.")
    assert "drinks tea" not in str((await elsewhere.asked(1)).messages)


@story
async def test_what_is_remembered_here_is_asked_and_told_here(desk: Desk, room: Room) -> None:
    room.model_will(noted("The staging server is alpha.", "place"), reply("Noted."), reply("Alpha."))
    await room.mentions(desk.bob, "staging is alpha")
    card = await room.card("Remember this here?")
    assert "The staging server is alpha." in card.shown
    await room.clicks(desk.cyd, card, "Approve")
    await room.reads("I will remember this here: The staging server is alpha.")
    await room.reads("Noted.")
    await room.rests()
    await room.mentions(desk.bob, "which one is staging?")
    await room.reads("Alpha.")
    assert "The staging server is alpha." in str((await room.asked(3)).messages[0]["content"])


@story
async def test_from_a_direct_message_the_team_is_asked_about_each_time(desk: Desk, room: Room) -> None:
    room.model_will(noted("Releases are on Tuesday.", "team"), reply("Noted."))
    await room.writes(desk.bob, "tell all: releases are on Tuesday")
    card = await room.card("Remember this for the team?")
    assert "Everyone I work with can read it." in card.shown
    assert not any("Always" in control for control in card.controls)
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Noted.")


@story
async def test_a_note_is_undone_by_its_button(desk: Desk, room: Room) -> None:
    room.model_will(noted("Bob hates mint.", "person"), reply("I will."), reply("No idea."))
    await room.writes(desk.bob, "remember that I hate mint")
    line = await room.reads("I will remember this for you")
    await room.clicks(desk.bob, line, "Undo")
    await room.told(desk.bob, "Forgotten.")
    await room.rests()
    await room.until(lambda: not room.now(line).controls)
    assert room.now(line).shown == FORGOTTEN
    await room.writes(desk.bob, "what do I hate?")
    await room.reads("No idea.")
    assert "Bob hates mint." not in str((await room.asked(3)).messages[0]["content"])


@story
async def test_once_a_correction_is_undone_what_it_corrected_is_remembered_again(desk: Desk, room: Room) -> None:
    room.model_will(noted("Bob drinks coffee.", "person"), reply("I will."))
    await room.writes(desk.bob, "remember that I drink coffee")
    first = await room.reads("I will remember this for you: Bob drinks coffee.")
    await room.reads("I will.")
    await room.rests()
    *_, id = re.findall(r"Noted, as (person-[0-9a-f]{8})", str((await room.asked(2)).messages))
    room.model_will(noted("Bob drinks cocoa.", "person", replaces=id), reply("So be it."), reply("Coffee."))
    await room.says(desk.bob, "no, cocoa")
    line = await room.reads("I will remember this for you: Bob drinks cocoa. (instead of: Bob drinks coffee.)")
    await room.reads("So be it.")
    await room.rests()
    assert (room.now(first).shown, room.now(first).controls) == (REPLACED, [])
    await room.clicks(desk.bob, line, "Undo")
    await room.told(desk.bob, "Forgotten. I remember this again: Bob drinks coffee.")
    await room.rests()
    assert room.now(line).shown == f"{FORGOTTEN} I remember again what that had replaced."
    await room.writes(desk.bob, "what do I drink?")
    await room.reads("Coffee.")
    told = str((await room.asked(5)).messages[0]["content"])
    assert "Bob drinks coffee." in told
    assert "cocoa" not in told


@story
async def test_what_is_remembered_is_listed_and_forgotten(desk: Desk, room: Room) -> None:
    room.model_will(
        noted("Cyd has a cat.", "person"), reply("I will."), noted("Cyd has a dog.", "person"), reply("Both.")
    )
    await room.writes(desk.cyd, "remember that I have a cat")
    line = await room.reads("I will remember this for you: Cyd has a cat.")
    await room.reads("I will.")
    await room.rests()
    await room.writes(desk.cyd, "and a dog")
    await room.reads("Both.")
    await room.rests()
    await room.writes(desk.cyd, f"{desk.slack.bot} memory")
    listed = await room.ephemeral(desk.cyd, "Cyd has a cat.")
    assert listed.controls[0] == "Forget “Cyd has a dog.”"
    await room.clicks(desk.cyd, listed, "Forget “Cyd has a cat.”")
    await room.told(desk.cyd, "Forgotten.")
    await room.until(lambda: room.now(line).shown == FORGOTTEN)
    await room.writes(desk.cyd, "memory")  # said to it alone, it needs no mention
    again = await room.until(
        lambda: next((one for one in room.ephemerals(desk.cyd) if "a dog." in one and "a cat." not in one), None)
    )
    assert "For you, in direct messages with me:" in again


@story
async def test_nobody_has_forgotten_what_others_told(desk: Desk, room: Room) -> None:
    room.model_will(noted("Lunch is at noon.", "place"), reply("Noted."))
    await room.mentions(desk.bob, "lunch is at noon")
    await room.clicks(desk.bob, await room.card("Remember this here?"), "Approve")
    line = await room.reads("I will remember this here: Lunch is at noon.")
    await room.reads("Noted.")
    await room.rests()
    await room.addresses(desk.cyd, "memory")
    assert not (await room.ephemeral(desk.cyd, "Lunch is at noon.")).controls
    await room.clicks(desk.cyd, line, "Undo")
    await room.told(desk.cyd, "Only whoever told me this, or an owner, can make me forget it.")
    assert room.now(line).controls == ["Undo"]


@story
async def test_what_was_deleted_is_remembered_no_more(desk: Desk, room: Room) -> None:
    room.model_will(noted("The door code is 4711.", "person"), reply("I will."), reply("No idea."))
    said = await room.writes(desk.bob, "remember that the door code is 4711")
    line = await room.reads("I will remember this for you: The door code is 4711.")
    await room.reads("I will.")
    await room.rests()
    await desk.slack.deletes_message(desk.bob, said)
    await room.rests()
    await room.until(lambda: room.now(line).shown == FORGOTTEN)
    assert not room.now(line).controls
    await room.writes(desk.bob, "what is the code?")
    await room.reads("No idea.")
    assert "4711" not in str((await room.asked(3)).messages)


@story
async def test_nor_does_its_line_say_so_where_it_was_found_by_a_search(desk: Desk, room: Room) -> None:
    room.model_will(reply("I see."))
    said = await room.mentions(desk.bob, "a crate of walnuts costs nine euros")
    await room.reads("I see.")
    await room.rests()
    elsewhere = Room(desk.slack, desk.model, room.channel, desk.files)
    note = "A crate of walnuts costs nine euros."
    elsewhere.model_will(reply(call("search_history", query="walnuts euros")), noted(note, "place"), reply("I will."))
    await elsewhere.mentions(desk.ana, "remember what that costs")
    await elsewhere.clicks(desk.ana, await elsewhere.card("Remember this here?"), "Approve")
    line = await elsewhere.reads(f"I will remember this here: {note}")
    await elsewhere.reads("I will.")
    await elsewhere.rests()
    await desk.slack.deletes_message(desk.bob, said)
    await elsewhere.until(lambda: elsewhere.now(line).shown == FORGOTTEN)
    assert not elsewhere.now(line).controls
