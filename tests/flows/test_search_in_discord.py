"""In Discord, too, what was said is found by whoever may see it, and by nobody else."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.discord_room import Room
from tests.flows.house import InProcess, story


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DiscordDesk]:
    with pytest.MonkeyPatch.context() as process:
        yield from DiscordDesk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process)


async def talked(desk: DiscordDesk, room: Room, words: str, directly: bool = False) -> None:
    room.model_will(reply("I see."))
    await (room.writes if directly else room.mentions)(desk.ana, words)
    await room.reads("I see.")
    await room.rests()


async def asked(room: Room, who: dict[str, Any], directly: bool = False) -> str:
    """What a search for zebras finds there."""
    begun = room.requests
    room.model_will(reply(call("search_history", query="zebra")), reply("Looked."))
    await (room.writes if directly else room.mentions)(who, "find it")
    await room.reads("Looked.")
    await room.rests()
    return (await room.asked(begun + 2)).said


@story
async def test_what_is_public_is_found_everywhere_and_what_is_not_only_there(desk: DiscordDesk, room: Room) -> None:
    secret = Room(desk.discord, desk.model, desk.discord.private_channel("secret", desk.ana)["id"])
    await talked(desk, room, "zebra of all")
    await talked(desk, secret, "zebra in secret")
    await talked(desk, desk.room(), "zebra alone", directly=True)
    found = await asked(desk.room(), desk.ana)
    assert "> zebra of all" in found
    assert "ana, " in found
    assert found.count("> zebra") == 1
    found = await asked(Room(desk.discord, desk.model, secret.channel), desk.ana)
    assert found.count("> zebra") == 2
    assert "zebra alone" not in found
    found = await asked(desk.room(), desk.ana, directly=True)
    assert found.count("> zebra") == 3
    found = await asked(desk.room(), desk.bob, directly=True)
    assert found.count("> zebra") == 1


@story
async def test_the_word_is_answered_to_its_author_alone(desk: DiscordDesk, room: Room) -> None:
    await talked(desk, room, "the walrus is sick")
    other = desk.room()
    await other.mentions(desk.bob, 'search "walrus"')
    assert "is sick" in await other.told(desk.bob, "Found, the latest first:")
    assert not other.posts
