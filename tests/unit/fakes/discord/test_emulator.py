"""The emulator, with discord.py's own client at the other end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from adapters.discord.socket import Socket
from tests.fakes.clock import WITHIN
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.discord.shape import Refused, check_message, check_modal
from tests.fakes.slack.clock import Clock

"""Seconds: discord.py waits for a few of its own choice before it connects again."""


@asynccontextmanager
async def listening(discord: DiscordEmulator, heard: list[str]) -> AsyncIterator[None]:
    def hear(frame: str) -> None:
        heard.append(frame)
        discord.state.changed()

    async def whole() -> bool:
        return True

    socket = Socket(discord.token, discord.api_url, discord.gateway_url)
    await socket.start(whole, hear)
    await discord.connected()
    try:
        yield
    finally:
        await socket.stop()


def test_what_happened_while_a_connection_was_broken_comes_when_it_is_resumed():
    async def main() -> None:
        heard: list[str] = []
        async with DiscordEmulator() as discord, listening(discord, heard):
            ana, channel = discord.user("ana"), discord.channel("ops")["id"]
            discord.says(ana, channel, "before")
            await discord.gateway.drop()
            discord.says(ana, channel, "during")
            await discord.until(lambda: any("during" in one for one in heard), WITHIN)
            assert discord.gateway.resumed == 1
            discord.gateway.reconnect()
            await discord.until(lambda: discord.gateway.resumed == 2, WITHIN)

    asyncio.run(main())


def test_an_interaction_is_answered_once_and_within_its_time():
    clock = Clock(lambda: 1_800_000_000.0)
    discord = DiscordEmulator(clock)
    ana, channel = discord.user("ana"), discord.channel("ops")["id"]
    made = discord.state.interact(3, ana["id"], channel, {})
    discord.state.respond(made.id, made.token, {"type": 6})
    with pytest.raises(Refused) as second:
        discord.state.respond(made.id, made.token, {"type": 6})
    assert second.value.code == 40060
    clock.advance(899)
    discord.state.follow(made.token, {"content": "later", "flags": 64})
    assert discord.private(ana) == ["later"]
    clock.advance(2)
    with pytest.raises(Refused) as late:
        discord.state.follow(made.token, {"content": "too late", "flags": 64})
    assert late.value.code == 50027
    other = discord.state.interact(3, ana["id"], channel, {})
    clock.advance(3.1)
    with pytest.raises(Refused) as missed:
        discord.state.respond(other.id, other.token, {"type": 6})
    assert missed.value.code == 10062


def test_a_nonce_is_one_message_for_minutes():
    clock = Clock(lambda: 1_800_000_000.0)
    discord = DiscordEmulator(clock)
    channel, bot = discord.channel("ops")["id"], discord.state.bot["id"]
    body = {"content": "once", "nonce": "n", "enforce_nonce": True}
    first = discord.state.send(channel, bot, body, {})
    assert discord.state.send(channel, bot, body, {}) is first
    clock.advance(301)
    assert discord.state.send(channel, bot, body, {}) is not first


@pytest.mark.parametrize("allowed", [None, {"parse": ["everyone"]}, {"parse": []}])
def test_a_message_without_allowed_mentions_pings(allowed: object):
    discord = DiscordEmulator()
    channel, bot = discord.channel("ops")["id"], discord.state.bot["id"]
    body = {"content": "@everyone", **({"allowed_mentions": allowed} if allowed is not None else {})}
    discord.state.send(channel, bot, body, {})
    assert bool(discord.pinged) == (allowed != {"parse": []})


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2_001},
        {},
        {"content": "x", "flags": 1 << 15},
        {"flags": 1 << 15, "components": [{"type": 10, "content": "x" * 4_001}]},
        {"flags": 1 << 15, "components": [{"type": 10, "content": " "}]},
        {"components": [{"type": 1, "components": [{"type": 2, "label": "x", "custom_id": "x" * 101}]}]},
    ],
)
def test_what_discord_refuses_is_refused(body: dict[str, object]):
    with pytest.raises(Refused):
        check_message(body)


def test_a_form_has_five_fields_at_most():
    field = {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "a", "style": 1}}
    check_modal({"title": "t", "custom_id": "c", "components": [field]})
    with pytest.raises(Refused):
        check_modal({"title": "t", "custom_id": "c", "components": [field] * 6})
