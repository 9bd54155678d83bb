"""A model's profile, from the file to the wire: in Slack, and in Discord."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import call, reply, unauthorized
from tests.flows.discord_house import DiscordDesk
from tests.flows.discord_room import Room as DiscordRoom
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.flows.surface import AnyDesk, at

PROFILED = """
name: Deskmate
model: openai/scripted
fallbacks: [openai/second]
api_base: {model}
people:
  - {{id: "{cyd}", name: Cyd, roles: [approver]}}
profiles:
  "openai/*":
    prefix: Think of the team first.
    suffix: Answer in English.
    descriptions: {{write_file: Keep what is worth keeping.}}
    exclude_tools: [send_file]
    parameters: {{temperature: 0.3, seed: 7}}
  openai/scripted:
    exclude_tools: [execute]
    effort: low
    parameters: {{temperature: 0.1}}
  openai/second:
    exclude_tools: [edit_file]
    effort: high
"""


class Profiled(Desk):
    workspace = PROFILED


class ProfiledInDiscord(DiscordDesk):
    workspace = PROFILED


@pytest.fixture(scope="module")
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyDesk]:
    with pytest.MonkeyPatch.context() as process:
        yield from request.param.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


@at(Profiled)
@story
async def test_a_model_is_told_and_sent_what_its_profile_says(desk: Desk, room: Room) -> None:
    room.model_will(reply("Hello."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    request = await room.asked(1)
    told = str(request.messages[0]["content"])
    assert told.startswith("Think of the team first.")
    assert told.endswith("Answer in English.")
    sent = {name: request.body[name] for name in ("model", "temperature", "seed", "reasoning_effort")}
    assert sent == {"model": "scripted", "temperature": 0.1, "seed": 7, "reasoning_effort": "low"}
    described = {tool["function"]["name"]: tool["function"]["description"] for tool in request.body["tools"]}
    assert described["write_file"] == "Keep what is worth keeping."
    assert not {"send_file", "execute"} & described.keys()
    assert "edit_file" in described


@at(Profiled)
@story
async def test_what_is_described_anew_for_the_model_is_asked_of_people_as_ever(desk: Desk, room: Room) -> None:
    room.model_will(reply(call("write_file", file_path="/kept.md", content="x")), reply("Kept."))
    await room.mentions(desk.bob, "keep it")
    card = await room.card("kept.md")
    assert "worth keeping" not in card.shown
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Kept.")
    assert (desk.files / "kept.md").read_text() == "x"


@at(Profiled)
@story
async def test_what_is_excluded_does_not_run_though_it_is_called(desk: Desk, room: Room) -> None:
    room.model_will(reply(call("execute", command="touch ran")), reply("I can't."))
    await room.mentions(desk.bob, "run it")
    await room.reads("I can't.")
    assert "there is no tool execute" in (await room.asked(2)).said
    assert not (desk.files / "ran").exists()


@at(Profiled)
@story
async def test_who_stands_in_is_asked_by_its_own_profile_with_the_same_prompt(desk: Desk, room: Room) -> None:
    room.model_will(unauthorized(), reply("I stand in."))
    await room.mentions(desk.bob, "hello?")
    await room.reads("I stand in.")
    first, second = await room.asked(1), await room.asked(2)
    sent = {name: second.body[name] for name in ("model", "temperature", "reasoning_effort")}
    assert sent == {"model": "second", "temperature": 0.3, "reasoning_effort": "high"}
    assert second.messages[0] == first.messages[0]
    assert set(first.tools) - set(second.tools) == {"edit_file"}
    assert set(second.tools) < set(first.tools), "what the first may not have is not there for who stands in"


@at(Profiled)
@story
async def test_the_word_model_says_how_it_thinks_and_what_it_is_not_offered(desk: Desk, room: Room) -> None:
    room.model_will(reply("Hello."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    await room.says(desk.bob, f"{desk.slack.bot} model")
    await room.told(desk.bob, "Effort: low. Not offered to it: `execute`, `send_file`.")


@at(ProfiledInDiscord)
@story
async def test_in_discord_a_model_is_told_and_sent_what_its_profile_says_too(
    desk: DiscordDesk, room: DiscordRoom
) -> None:
    room.model_will(reply("Hello."))
    await room.mentions(desk.bob, "hello")
    await room.reads("Hello.")
    request = await room.asked(1)
    assert str(request.messages[0]["content"]).startswith("Think of the team first.")
    assert (request.body["temperature"], request.body["reasoning_effort"]) == (0.1, "low")
    assert not {"send_file", "execute"} & set(request.tools)
