"""The connection: what comes over it is heard, and what Discord does not grant is said."""

import pytest

from adapters.discord.socket import Socket
from harness.chat.port import Unreachable
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.discord.gateway import MESSAGE_CONTENT
from tests.unit.adapters.discord.rig import WITHIN, run


def test_it_is_connected_until_it_stops_and_again_after_a_break():
    async def test(discord: DiscordEmulator) -> None:
        heard: list[str] = []
        socket = Socket(discord.token, discord.api_url, discord.gateway_url)
        assert not socket.connected
        await socket.start(True, heard.append)
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
        if content:
            with pytest.raises(Unreachable, match="does not let us listen"):
                await socket.start(content, lambda frame: None)
        else:
            await socket.start(content, lambda frame: None)
            (session,) = discord.gateway.sessions.values()
            assert not session.intents & MESSAGE_CONTENT
        await socket.stop()

    run(test)
