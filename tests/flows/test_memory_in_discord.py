"""In Discord, too, what somebody says in private is told nowhere else."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.discord_room import Room
from tests.flows.house import InProcess, story


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DiscordDesk]:
    with pytest.MonkeyPatch.context() as process:
        yield from DiscordDesk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


@story
async def test_what_somebody_says_in_private_is_remembered_for_them_alone(desk: DiscordDesk, room: Room) -> None:
    room.model_will(reply(call("remember", text="Bob drinks tea.", layer="person")), reply("I will."), reply("Tea."))
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
