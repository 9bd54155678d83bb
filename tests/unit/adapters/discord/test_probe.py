"""The probe reads what Discord says, and changes nothing."""

import time
from dataclasses import replace

import pytest

from adapters.discord.calls import CallRefused
from adapters.discord.probe import SPEAKING, Known, Probe, Room, Server, _ahead
from adapters.discord.scopes import integer
from harness.chat.people import Place
from harness.chat.port import Undelivered
from tests.fakes.discord.emulator import DiscordEmulator
from tests.unit.adapters.discord.rig import run


def test_it_tells_the_app_its_user_and_its_servers():
    async def test(discord: DiscordEmulator) -> None:
        discord.state.ours, discord.state.content = 1 << 10, False
        probe = Probe(discord.token, discord.api_url, time.time)
        known = await probe.known()
        server = Server(discord.state.guild, "acme", 1 << 10)
        assert known == Known(discord.state.app, "deskmate", "deskmate", False, [server])
        assert not await probe.registered(known, server)
        assert {call.method for call in discord.rest.calls} == {"GET"}
        ahead = await probe.ahead()
        assert ahead is not None
        assert abs(ahead) < 30
        await probe.close()

    run(test)


def test_a_token_that_is_refused_and_a_discord_that_is_away_are_told_apart():
    async def test(discord: DiscordEmulator) -> None:
        probe = Probe("wrong", discord.api_url, time.time)
        with pytest.raises(CallRefused):
            await probe.known()
        await probe.close()
        probe = Probe(discord.token, "http://127.0.0.1:1", time.time)
        with pytest.raises(Undelivered, match=r"cannot be reached: Cannot connect to host 127\.0\.0\.1:1"):
            await probe.ahead()
        await probe.close()

    run(test)


def test_it_tells_what_a_place_is_and_what_is_lacking_to_speak_there():
    async def test(discord: DiscordEmulator) -> None:
        state, probe = discord.state, Probe(discord.token, discord.api_url, time.time)
        state.owner, state.granted[state.guild] = "9", integer(SPEAKING)
        channel, forum, group = (state.add_channel(name, type) for name, type in (("ops", 0), ("q", 15), ("c", 4)))
        there = Place("discord", state.guild, channel["id"])
        assert await probe.room(there) == Room("ops")
        assert await probe.room(replace(there, channel=forum["id"])) == Room("q", holds=False)
        assert await probe.room(replace(there, channel=group["id"])) == Room("c", holds=False)

        ana = state.add_user("ana")["id"]
        said = state.send(channel["id"], ana, {"content": "hi"}, {})
        lacking = ("send_messages_in_threads",)
        within = replace(there, thread=said["id"])
        assert await probe.room(within) == Room("ops", lacking), "it would hang on that"
        state.begin_thread(channel["id"], said["id"], "hi")
        assert await probe.room(within) == Room("ops", lacking)
        assert await probe.room(replace(within, thread="801234567890123456")) == Room("ops", lacking, thread=False)
        assert await probe.room(replace(within, channel=forum["id"])) == Room("q", lacking, False, False)
        channel["permission_overwrites"] = [{"id": state.guild, "type": 0, "allow": "0", "deny": str(1 << 11)}]
        assert await probe.room(there) == Room("ops", ("send_messages",))

        for unknown in ("801234567890123456", said["id"], state.direct_with(ana)["id"]):
            assert await probe.room(replace(there, channel=unknown)) is None
        assert await probe.room(replace(there, team="801234567890123456")) is None
        assert {call.method for call in discord.rest.calls} == {"GET"}
        discord.fails("GET", channel["id"], status=401)
        with pytest.raises(CallRefused):
            await probe.room(there)
        await probe.close()

    run(test)


def test_a_clock_that_is_not_told_is_not_guessed():
    assert _ahead({}, 0.0) is None
    assert _ahead({"Date": "yesterday"}, 0.0) is None
    assert _ahead({"Date": "Thu, 01 Jan 1970 00:01:00 GMT"}, 90.0) == 30.0
