"""Whatever goes wrong between Discord and us, each message is answered once, and no text is doubled or lost."""

import asyncio
from collections.abc import Iterator
from random import Random

import pytest

from tests.fakes.clock import soon
from tests.fakes.openai.script import reply
from tests.flows.discord_house import DiscordDesk
from tests.flows.discord_room import Room
from tests.flows.house import InProcess

ROUNDS, EACH = 8, 3
"""Times that something goes wrong, and what is said around it."""


@pytest.fixture
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DiscordDesk]:
    with pytest.MonkeyPatch.context() as process:
        yield from DiscordDesk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(sleep=soon), process)


async def goes_wrong(desk: DiscordDesk, random: Random) -> str:
    """Something; how it is called."""
    gateway, discord = desk.discord.gateway, desk.discord
    match random.choice(("drop", "reconnect", "invalidate", "busy", "broken", "lost", "again")):
        case "drop":
            await gateway.drop()
            return "the connection breaks"
        case "reconnect":
            gateway.reconnect()
            return "Discord asks for another connection"
        case "invalidate":
            gateway.invalidate()
            return "the session is lost"
        case "busy":
            discord.fails(random.choice(("POST", "PATCH")), "/messages", times=3, status=429, wait=0.05)
            return "too busy"
        case "broken":
            discord.fails("POST", random.choice(("/messages", "/threads")), times=2, status=501)
            return "Discord fails"
        case "lost":
            discord.fails("POST", random.choice(("/messages", "/threads")), times=1, lost=True)
            return "an answer is lost"
        case _:
            gateway.again("MESSAGE_CREATE", lambda body: random.random() < 0.5)
            return "events come again"


@pytest.mark.parametrize("seed", range(4))
def test_every_message_is_answered_once(desk: DiscordDesk, seed: int) -> None:
    random = Random(seed)
    rooms: list[Room] = []
    happened: list[str] = []

    async def say(count: int) -> None:
        for _ in range(count):
            desk.model.will(reply(f"Answer {len(rooms)}."))
            rooms.append(desk.room())
            await rooms[-1].mentions(desk.bob, "are you there?")
            await asyncio.sleep(random.random() * 0.05)

    def answered() -> bool:
        return all(len(room.posts) == 1 for room in rooms)

    async def whole() -> None:
        for _ in range(ROUNDS):
            await say(EACH)
            happened.append(await goes_wrong(desk, random))
            await say(1)
            if random.random() < 0.5:
                await desk.discord.connected()
        await desk.discord.until(answered, 40)
        await rooms[-1].rests()
        texts = sorted(post.shown for room in rooms for post in room.posts)
        assert texts == sorted(f"Answer {number}." for number in range(len(rooms))), happened
        assert not desk.model.unused
        assert not desk.discord.pinged

    desk.play(whole())
