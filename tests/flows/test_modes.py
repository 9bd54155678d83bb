"""Modes as people meet them: those that are shipped, what a mode hides, and the model that is remembered for it."""

from collections.abc import Iterator

import pytest

from harness.workspace.modes import PLAN
from tests.fakes.openai.script import call, reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.discord_room import Room as DiscordRoom
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import AnyDesk, at, mention

SHIPPED = """
name: Deskmate
model: openai/scripted
fallbacks: [openai/second]
api_base: {model}
people:
  - {{id: "{cyd}", name: Cyd, roles: [approver]}}
"""
NARROW = """
  silent: {tools: []}
  review: {tools: [read, edit, execute, plan], permissions: {tools: {edit_file: deny}, rules: [RULE]}}
permissions: {categories: {execute: deny}}
""".replace("RULE", '{tool: write_file, match: "/secret/*", verdict: deny}')


class Shipped(Desk):
    workspace = SHIPPED


class Narrow(Desk):
    workspace = f"{SHIPPED}modes:\n  build: {{{{}}}}{NARROW.replace('{', '{{').replace('}', '}}')}"


class ShippedInDiscord(DiscordDesk):
    workspace = SHIPPED


@pytest.fixture(scope="module")
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyDesk]:
    with pytest.MonkeyPatch.context() as process:
        yield from request.param.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


@at(Shipped)
@story
async def test_a_plan_that_is_approved_goes_on_in_build_at_the_next_request(desk: Desk, room: Room) -> None:
    planned = reply(call("submit_plan", title="Move the house", plan="1. Pack", mode="build"))
    room.model_will(reply("Hello."), planned, reply("I begin."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.rests()
    assert 'mode "build"' in str((await room.asked(1)).messages[0]["content"])
    await room.says(desk.bob, f"{desk.slack.bot} mode plan")
    await room.reads(f"{mention(desk.bob)} switched me to plan mode.")
    await room.says(desk.bob, f"{desk.slack.bot} plan the move")
    await room.clicks(desk.bob, await room.card("Move the house"), "Approve")
    await room.reads("I begin.")
    before, after = await room.asked(2), await room.asked(3)
    assert PLAN in str(before.messages[0]["content"])
    assert {"submit_plan", "read_file"} <= set(before.tools)
    assert not {"write_file", "edit_file", "execute", "post_message"} & set(before.tools)
    assert 'mode "build"' in str(after.messages[0]["content"])
    assert {"write_file", "execute"} <= set(after.tools)


@at(Shipped)
@story
async def test_back_to_where_conversations_begin_nobody_has_to_allow(desk: Desk, room: Room) -> None:
    room.model_will(reply("Hello."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.rests()
    await room.says(desk.cyd, f"{desk.slack.bot} mode plan")
    await room.reads(f"{mention(desk.cyd)} switched me to plan mode.")
    await room.says(desk.dee, f"{desk.slack.bot} mode build")
    await room.reads(f"{mention(desk.dee)} switched me to build mode.")


@at(Shipped)
@story
async def test_a_model_is_remembered_for_the_mode_that_it_was_chosen_in(desk: Desk, room: Room) -> None:
    room.model_will(reply("One."), reply("Two."), reply("Three."))
    await room.mentions(desk.bob, "hello")
    await room.reads("One.")
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} model")
    await room.told(desk.bob, "Your choice is kept for build mode in this thread")
    await room.says(desk.bob, f"{desk.slack.bot} mode plan")
    await room.reads(f"{mention(desk.bob)} switched me to plan mode.")
    await room.says(desk.bob, f"{desk.slack.bot} model openai/second")
    await room.told(desk.bob, "From the next step I use openai/second.")
    await room.says(desk.bob, f"{desk.slack.bot} who is there?")
    await room.reads("Two.")
    await room.says(desk.bob, f"{desk.slack.bot} model")
    await room.told(desk.bob, "This one was chosen for plan mode in this thread")
    await room.says(desk.bob, f"{desk.slack.bot} mode build")
    await room.reads(f"{mention(desk.bob)} switched me to build mode.")
    await room.says(desk.bob, f"{desk.slack.bot} and now?")
    await room.reads("Three.")
    assert [(await room.asked(n)).body["model"] for n in (1, 2, 3)] == ["scripted", "second", "scripted"]


@at(Narrow)
@story
async def test_a_mode_without_tools_hides_all_of_them(desk: Desk, room: Room) -> None:
    room.model_will(reply(call("ls", path="/")), reply("Hello."), reply("Nothing to use."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} mode silent")
    await room.reads(f"{mention(desk.bob)} switched me to silent mode.")
    await room.says(desk.bob, f"{desk.slack.bot} and now?")
    await room.reads("Nothing to use.")
    assert "tools" not in (await room.asked(3)).body


@at(Narrow)
@story
async def test_what_is_denied_is_hidden_whatever_the_modes_list_says(desk: Desk, room: Room) -> None:
    secret = call("write_file", file_path="/secret/x.md", content="x")
    room.model_will(reply("Hello."), reply(secret), reply("Not that one."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} mode review")
    await room.reads(f"{mention(desk.bob)} switched me to review mode.")
    await room.says(desk.bob, f"{desk.slack.bot} write it down")
    await room.reads("Not that one.")
    offered = (await room.asked(2)).tools
    assert {"read_file", "write_file", "submit_plan"} <= set(offered), "denied for some arguments, it may be used else"
    assert not {"edit_file", "execute"} & set(offered)
    assert not (desk.files / "secret").exists()


@at(ShippedInDiscord)
@story
async def test_in_discord_a_plan_leads_to_build_too(desk: DiscordDesk, room: DiscordRoom) -> None:
    planned = reply(call("submit_plan", title="Move the house", plan="1. Pack", mode="build"))
    room.model_will(reply("Hello."), planned, reply("I begin."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.rests()
    await room.addresses(desk.bob, "mode plan")
    await room.reads("switched me to plan mode.")
    await room.addresses(desk.bob, "plan the move")
    await room.clicks(desk.bob, await room.card("Move the house"), "Approve")
    await room.reads("I begin.")
    assert "write_file" not in (await room.asked(2)).tools
    assert "write_file" in (await room.asked(3)).tools
