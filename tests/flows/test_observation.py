"""A conversation that outgrows what a request holds is written down before it does: nobody waits for a summary."""

from collections.abc import Iterator

import pytest

from harness.context.observations import OBSERVE
from harness.context.window import SUMMED
from tests.fakes.openai.script import Reply, reply
from tests.fakes.openai.server import Request
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room

LONG = "The house is old and has many windows. " * 150


class Observing(Desk):
    workspace = """
name: Deskmate
model: openai/scripted
api_base: {model}
context_tokens: 2000
memory: {{observe: true}}
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Observing.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


def answered(request: Request) -> Reply:
    return reply("Bob wants the house red.", usage=(700, 20)) if OBSERVE in request.said else reply("Well.")


@story
async def test_what_was_said_is_written_down_while_there_is_room_and_taken_when_there_is_none(
    desk: Desk, room: Room
) -> None:
    desk.model.answer = answered
    await room.mentions(desk.bob, f"Paint it red. {LONG}")
    await room.reads("Well.")
    await room.rests()
    assert room.requests == 1, "less than half of what a request holds"

    await room.says(desk.bob, f"{desk.slack.bot} and mind the windows.")
    await room.asked(3)
    await room.rests()
    asked = [await room.asked(number) for number in (2, 3)]
    [observing] = [request for request in asked if OBSERVE in request.said]
    assert "Paint it red." in str(observing.messages)
    assert "mind the windows" not in str(observing.messages), "that is being answered"

    await room.says(desk.bob, f"{desk.slack.bot} which colour? {LONG}")
    last = await room.asked(4)
    await room.rests()
    assert room.requests == 4, "no model is asked for a summary"
    assert last.messages[1]["content"] == f"{SUMMED}\nBob wants the house red."
    assert "Paint it red" not in str(last.messages)
    assert "mind the windows" in str(last.messages)
    assert not any("wants the house red" in post.text for post in room.posts), "nobody is told"


@story
async def test_what_was_deleted_is_in_nothing_that_was_written_down(desk: Desk, room: Room) -> None:
    desk.model.answer = answered
    secret = await room.mentions(desk.bob, f"Paint it red. {LONG}")
    await room.reads("Well.")
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} and mind the windows.")
    await room.asked(3)
    await room.rests()
    await desk.slack.deletes_message(desk.bob, secret)
    await room.rests()
    await room.says(desk.bob, f"{desk.slack.bot} which colour? {LONG}")
    await room.asked(4)
    await room.rests()
    later = [await room.asked(number) for number in range(4, room.requests + 1)]
    assert not any("red" in str(message["content"]) for request in later for message in request.messages[1:])
