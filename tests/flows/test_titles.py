"""What a conversation is called: by its first words, or by a model after the first answer."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import reply
from tests.flows.house import WORKSPACE, Desk, InProcess, story
from tests.flows.room import Room


class Titled(Desk):
    workspace = f"{WORKSPACE}\ntitles:\n  model: openai/scripted\n"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Titled.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


@story
async def test_a_model_names_it_after_the_first_answer(desk: Desk, room: Room) -> None:
    room.model_will(reply("Since the linter is new."), reply("“The red build”"), reply("Yes."))
    await room.mentions(desk.bob, "why is the build red since this morning, and who did that?")
    await room.reads("Since the linter is new.")
    naming = await room.asked(2)
    assert "why is the build red" in str(naming.messages[1]["content"])
    assert not naming.tools
    await room.rests()
    await room.addresses(desk.bob, "is it green now?")
    await room.reads("Yes.")
    await room.addresses(desk.bob, "status")
    await room.told(desk.bob, "The red build")
    assert room.requests == 3, "it is named once"


@story
async def test_a_name_that_people_gave_stays(desk: Desk, room: Room) -> None:
    room.model_will(reply("Since the linter is new."))
    await room.mentions(desk.bob, "why is the build red?")
    await room.addresses(desk.bob, 'rename "Ours"')
    await room.told(desk.bob, "“Ours”")
    await room.reads("Since the linter is new.")
    await room.rests()
    await room.addresses(desk.bob, "status")
    await room.told(desk.bob, "Ours")


@story
async def test_what_its_name_has_used_is_in_the_ledger(desk: Desk, room: Room) -> None:
    room.model_will(reply("A new linter.", usage=(100, 10)), reply("The red build", usage=(50, 5)))
    await room.mentions(desk.bob, "why is the build red?")
    await room.reads("A new linter.")
    await room.asked(2)
    assert isinstance(desk.house, InProcess)
    await desk.house.rests()
    await room.addresses(desk.cyd, "usage today by place")
    assert "150 tokens in, 15 out" in await room.told(desk.cyd, "tokens in")
