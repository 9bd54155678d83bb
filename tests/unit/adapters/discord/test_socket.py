"""The connection: what comes over it is heard, and what Discord does not grant is said."""

import asyncio

import pytest

from adapters.discord.socket import IDENTIFIED, WAITS, Socket
from harness.chat.port import Unreachable
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.discord.gateway import MESSAGE_CONTENT
from tests.unit.adapters.discord.rig import WITHIN, run


async def whole() -> bool:
    """The message content intent is on."""
    return True


def test_it_is_connected_until_it_stops_and_again_after_a_break():
    async def test(discord: DiscordEmulator) -> None:
        heard: list[str] = []
        socket = Socket(discord.token, discord.api_url, discord.gateway_url)
        assert not socket.connected
        await socket.start(whole, heard.append)
        assert socket.connected
        await discord.gateway.drop()
        await discord.until(lambda: discord.gateway.resumed, WITHIN)
        await socket.stop()
        assert not socket.connected
        assert any('"READY"' in one for one in heard)

    run(test)


@pytest.mark.parametrize("content", [True, False])
def test_the_content_of_messages_is_asked_for_only_where_the_app_may_have_it(content: bool):
    async def test(discord: DiscordEmulator) -> None:
        discord.gateway.privileged = 0
        socket = Socket(discord.token, discord.api_url, discord.gateway_url)

        async def switched_on() -> bool:
            return content

        if content:
            with pytest.raises(Unreachable, match="does not let me connect"):
                await socket.start(switched_on, lambda frame: None)
        else:
            await socket.start(switched_on, lambda frame: None)
            (session,) = discord.gateway.sessions.values()
            assert not session.intents & MESSAGE_CONTENT
        await socket.stop()

    run(test)


def test_what_the_client_cannot_read_is_heard_all_the_same():
    async def test(discord: DiscordEmulator) -> None:
        heard: list[str] = []

        def hear(frame: str) -> None:
            heard.append(frame)
            discord.state.changed()

        socket = Socket(discord.token, discord.api_url, discord.gateway_url)
        await socket.start(whole, hear)
        for id in ("1", "2"):
            discord.gateway.emit("THREAD_CREATE", {"id": id, "type": 11})
        await discord.until(lambda: '"id": "2"' in heard[-1], WITHIN)
        assert discord.gateway.identified == 1
        await socket.stop()

    run(test)


def test_a_session_that_discord_ends_for_good_is_followed_by_another():
    async def test(discord: DiscordEmulator) -> None:
        waits: list[float] = []

        async def sleep(seconds: float) -> None:
            waits.append(seconds)
            await asyncio.sleep(0)

        socket = Socket(discord.token, discord.api_url, discord.gateway_url, sleep)
        await socket.start(whole, lambda frame: discord.state.changed())
        for code in (4004, 4013):  # Discord docs: the token is not right, the intents are not
            before = set(discord.gateway.sessions)
            await discord.gateway.drop(code)
            await discord.until(lambda: discord.gateway.sessions.keys() - before and socket.connected, WITHIN)  # noqa: B023
        assert waits == list(WAITS[:2])
        await socket.stop()
        assert not socket.connected

    run(test)


def test_a_session_that_is_lost_is_begun_anew_after_the_time_that_discord_asks_for():
    async def test(discord: DiscordEmulator) -> None:
        waits: list[float] = []

        async def sleep(seconds: float) -> None:
            waits.append(seconds)
            await asyncio.sleep(0)

        socket = Socket(discord.token, discord.api_url, discord.gateway_url, sleep)
        await socket.start(whole, lambda frame: None)
        discord.gateway.invalidate()
        await discord.until(lambda: discord.gateway.identified == 2, WITHIN)
        assert waits == [IDENTIFIED]
        await socket.stop()

    run(test)


def test_a_discord_that_fails_when_the_first_client_logs_in_is_waited_for():
    async def test(discord: DiscordEmulator) -> None:
        socket = Socket(discord.token, discord.api_url, discord.gateway_url, lambda seconds: asyncio.sleep(0))
        discord.fails("GET", "/users/@me", status=501)
        await socket.start(whole, lambda frame: None)
        assert socket.connected
        await socket.stop()

    run(test)
