"""One process that serves Slack and Discord at once, driven only over sockets."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.openai.script import call, reply
from tests.flows.discord_room import Room as DiscordRoom
from tests.flows.house import BlackBox, Desk
from tests.flows.surface import AnyRoom, mention


class Both(Desk):
    """In Slack, and in Discord."""

    discord: DiscordEmulator

    @property
    def tokens(self) -> dict[str, str]:
        return {
            **super().tokens,
            "DISCORD_BOT_TOKEN": self.discord.token,
            "DISCORD_API_URL": self.discord.api_url,
            "DISCORD_GATEWAY_URL": self.discord.gateway_url,
        }

    async def enter(self) -> None:
        self.discord = await self._open.enter_async_context(DiscordEmulator())
        self.bob_there = self.discord.user("bob")

    def room_there(self) -> DiscordRoom:
        self._rooms += 1
        return DiscordRoom(self.discord, self.model, self.discord.channel(f"room-{self._rooms}")["id"])


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Both]:
    desk = Both.open(tmp_path)
    try:
        desk.play(desk.enter())
        yield desk
    finally:
        desk.close()


def test_what_is_asked_on_both_at_once_is_decided_on_each(desk: Both) -> None:
    async def story() -> None:
        await desk.move_in(BlackBox())
        await desk.discord.connected()
        rooms: list[tuple[AnyRoom, object]] = [(desk.room(), desk.bob), (desk.room_there(), desk.bob_there)]
        cards = []
        for number, (room, bob) in enumerate(rooms):
            desk.model.will(reply(call("write_file", file_path=f"/{number}.md", content="x")))
            await room.mentions(bob, f"write {number}")
            cards.append(await room.card(f"{number}.md"))
        for number, (room, bob) in enumerate(rooms):
            desk.model.will(reply(f"Written, {number}."))
            await room.clicks(bob, cards[number], "Approve")
            await room.reads(f"Written, {number}.")
            await room.reads(f"approved by {mention(bob)}")
        assert sorted(path.name for path in desk.files.glob("*.md")) == ["0.md", "1.md"]
        assert not desk.discord.pinged

    desk.play(story())


def test_one_that_is_away_keeps_nobody_from_being_heard_on_the_other(desk: Both) -> None:
    async def story() -> None:
        desk.discord.fails("GET", "/oauth2/applications/@me", times=3, status=501)
        await desk.move_in(BlackBox())
        room = desk.room()
        desk.model.will(reply("Here in Slack."))
        await room.mentions(desk.bob, "are you there?")
        await room.reads("Here in Slack.")
        await desk.discord.connected()
        there = desk.room_there()
        desk.model.will(reply("And here."))
        await there.mentions(desk.bob_there, "and you?")
        await there.reads("And here.")

    desk.play(story())
