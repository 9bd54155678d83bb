"""May we speak in a place in Discord? Said of each heartbeat there."""

from dataclasses import replace
from pathlib import Path

from adapters.discord.scopes import integer
from bot.doctor.finding import Finding
from harness.chat.people import Place
from tests.fakes.discord.emulator import DiscordEmulator
from tests.unit.adapters.discord import rig as discords
from tests.unit.bot.doctor.findings import levels, text, wrong
from tests.unit.bot.doctor.test_heartbeats import entry, looked


def test_in_discord_it_is_told_where_we_may_not_speak_and_what_is_not_there(tmp_path: Path) -> None:
    async def test(discord: DiscordEmulator) -> None:
        state = discord.state
        state.owner, state.granted[state.guild] = (
            "9",
            integer(["view_channel", "read_message_history", "send_messages"]),
        )
        channel, forum = state.add_channel("ops"), state.add_channel("questions", 15)
        there = Place("discord", state.guild, channel["id"])
        mine = {"discord_bot_token": discord.token, "discord_api_url": discord.api_url}

        async def about(place: Place, **more: str) -> list[Finding]:
            return await looked(tmp_path, {**mine, **more}, entry(place))

        assert "checks, and may post in #ops" in text(await about(there), "heartbeats")
        assert "nobody can post in #questions itself" in wrong(await about(replace(there, channel=forum["id"])))[0]
        found = wrong(await about(replace(there, thread="801234567890123456")))
        assert "I lack permissions in #ops: send messages in threads." in found[0]
        assert "#ops has no thread 801234567890123456, and no message" in found[1]
        unknown = replace(there, channel="801234567890123456")
        assert "that server has no channel 801234567890123456" in wrong(await about(unknown))[0]
        elsewhere = wrong(await about(replace(there, team="77")))[0]
        assert f"is for the server 77, where I do not work (I am in: acme ({state.guild}))" in elsewhere
        state.elsewhere["77"] = "globex"
        assert levels(await about(there)) == [("heartbeats", "ok")]
        assert "where I do not work" in wrong(await about(there, discord_server="801234567890123456"))[0]
        assert {call.method for call in discord.rest.calls} == {"GET"}, "nothing is changed by asking"

    discords.run(test)
