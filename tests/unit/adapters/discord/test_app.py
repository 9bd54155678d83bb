"""Connecting, connecting again, and leaving nothing behind."""

import asyncio
import subprocess
import sys
import time

import pytest

from adapters.discord.app import Discord
from harness.chat.cards import Text
from harness.chat.people import Place
from harness.chat.port import Undelivered, Unreachable
from harness.sessions.facts import MessageReceived
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.marks import MemoryMarks
from tests.unit.adapters.discord.rig import WITHIN, Colleague, at_work, run


def test_people_are_heard_after_discord_asks_us_to_connect_again_and_after_it_cuts_us_off():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            direct = discord.state.direct_with(discord.user("ana")["id"])
            ana = direct["recipients"][0]
            discord.gateway.reconnect()
            discord.says(ana, direct["id"], "one")
            await discord.until(lambda: len(discord.posts(direct["id"])) == 1, WITHIN)
            await discord.gateway.drop()
            discord.says(ana, direct["id"], "two")
            await discord.until(lambda: len(discord.posts(direct["id"])) == 2, WITHIN)
            assert await us.app.connected()
            assert len(us.model.requests) == 2

    run(test)


def test_a_discord_that_is_away_is_waited_for():
    async def test(discord: DiscordEmulator) -> None:
        us = Colleague(discord)
        waits: list[float] = []

        async def sleep(seconds: float) -> None:
            waits.append(seconds)
            await asyncio.sleep(0 if len(waits) <= 2 else 3_600)

        app = Discord(discord.token, discord.api_url, discord.gateway_url, MemoryMarks(), time.time, sleep)
        discord.fails("GET", "/oauth2/applications/@me", times=2, status=501)
        await app.start(us.intake, us.commands)
        await discord.connected()
        assert waits[:2] == [1.0, 2.0]
        await app.stop()
        assert not await app.connected()
        await app.close()
        await us.app.close()

    run(test)


def test_a_token_that_discord_refuses_is_named():
    async def test(discord: DiscordEmulator) -> None:
        us = Colleague(discord)
        app = Discord("wrong", discord.api_url, discord.gateway_url, MemoryMarks(), time.time)
        with pytest.raises(Unreachable, match="Is DISCORD_BOT_TOKEN right"):
            await app.start(us.intake, us.commands)
        await app.close()
        await us.app.close()

    run(test)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [("", "set DISCORD_SERVER to the id of one"), ("78", "not in the server 78 that DISCORD_SERVER names")],
)
def test_of_several_servers_one_is_named_or_it_does_not_begin(wanted: str, why: str):
    async def test(discord: DiscordEmulator) -> None:
        discord.state.elsewhere["77"] = "globex"
        us = Colleague(discord)

        def app(server: str) -> Discord:
            return Discord(discord.token, discord.api_url, discord.gateway_url, MemoryMarks(), time.time, server=server)

        unclear, clear = app(wanted), app(discord.state.guild)
        with pytest.raises(Unreachable, match=why):
            await unclear.start(us.intake, us.commands)
        await unclear.close()
        await clear.start(us.intake, us.commands)
        assert await clear.connected()
        await clear.close()
        await us.app.close()

    run(test)


def test_in_no_server_it_says_how_it_gets_into_one():
    async def test(discord: DiscordEmulator) -> None:
        discord.state.invited = False
        us = Colleague(discord)
        with pytest.raises(Unreachable, match="deskmate manifest discord"):
            await us.app.start(us.intake, us.commands)
        await us.app.close()

    run(test)


def test_without_the_message_content_intent_it_listens_to_what_it_may():
    async def test(discord: DiscordEmulator) -> None:
        discord.without_content()
        async with at_work(discord) as us:
            assert await us.app.connected()

    run(test)


def test_when_the_message_content_intent_is_switched_off_later_it_listens_to_what_it_may():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            ana, ops = discord.user("ana"), discord.channel("ops")["id"]
            discord.without_content()
            await discord.gateway.drop(4014)
            thread = discord.says(ana, ops, f"{discord.bot} hello")["id"]
            await us.says(thread, "done")
            discord.says(ana, thread, "this is not told")
            discord.says(ana, thread, f"{discord.bot} this is")
            await discord.until(lambda: len(us.model.requests) == 2, WITHIN)
            said = [fact.text for fact in us.facts(ops, thread) if isinstance(fact, MessageReceived)]
            assert said == ["hello", "this is"]

    run(test)


def test_stopped_it_still_speaks_and_closed_it_does_not():
    async def test(discord: DiscordEmulator) -> None:
        us = Colleague(discord)
        direct = discord.state.direct_with(discord.user("ana")["id"])["id"]
        place = Place("discord", discord.state.guild, direct)
        await us.app.start(us.intake, us.commands)
        await us.app.stop()
        await us.app.chat.post(place, "key", Text("goodbye"))
        await us.app.close()
        with pytest.raises(Undelivered, match="the connection to Discord is closed"):
            await us.app.chat.post(place, "other", Text("hello?"))
        assert [discord.shown(one) for one in discord.posts(direct)] == ["goodbye"]

    run(test)


def test_a_place_has_an_address():
    async def test(discord: DiscordEmulator) -> None:
        async with at_work(discord) as us:
            guild = discord.state.guild
            assert us.app.link(Place("discord", guild, "1", "2"), "3") == f"https://discord.com/channels/{guild}/2/3"
            assert us.app.link(Place("discord", guild, "1"), "") == f"https://discord.com/channels/{guild}/1"
            assert us.app.link(Place("discord", guild, "@5"), "") == ""

    run(test)


def test_importing_it_costs_nothing_before_it_is_started():
    code = "import sys, adapters.discord.app; print([m for m in ('discord', 'aiohttp') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
