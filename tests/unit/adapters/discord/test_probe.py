"""The probe reads what Discord says, and changes nothing."""

import time

import pytest

from adapters.discord.calls import Refused
from adapters.discord.probe import Known, Probe, Server, _ahead
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
        with pytest.raises(Refused):
            await probe.known()
        await probe.close()
        probe = Probe(discord.token, "http://127.0.0.1:1", time.time)
        with pytest.raises(Undelivered):
            await probe.ahead()
        await probe.close()

    run(test)


def test_a_clock_that_is_not_told_is_not_guessed():
    assert _ahead({}, 0.0) is None
    assert _ahead({"Date": "yesterday"}, 0.0) is None
    assert _ahead({"Date": "Thu, 01 Jan 1970 00:01:00 GMT"}, 90.0) == 30.0
