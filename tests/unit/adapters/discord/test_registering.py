"""Commands are written where they differ, and nowhere else."""

from adapters.discord.calls import Calls
from adapters.discord.commands import commands
from adapters.discord.registering import register, registered
from tests.fakes.discord.emulator import DiscordEmulator
from tests.unit.adapters.discord.rig import run

OURS = commands()


def test_they_are_written_once_and_again_only_when_they_have_changed():
    async def test(discord: DiscordEmulator) -> None:
        calls, app, guild = Calls(discord.token, discord.api_url), discord.state.app, discord.state.guild
        there = discord.state.commands
        for _ in range(3):
            await register(calls, app, guild, OURS, only_here=False)
        assert there.syncs == 1
        assert [one["name"] for one in there.listed()] == ["deskmate", "Ask Deskmate", "Branch from here"]
        assert there.listed(guild) == []
        there.everywhere[0]["options"].pop()
        assert not await registered(calls, app, guild, OURS)
        await register(calls, app, guild, OURS, only_here=False)
        assert there.syncs == 2
        assert await registered(calls, app, guild, OURS)
        await calls.close()

    run(test)


def test_in_the_server_alone_they_are_until_that_is_over():
    async def test(discord: DiscordEmulator) -> None:
        calls, app, guild = Calls(discord.token, discord.api_url), discord.state.app, discord.state.guild
        there = discord.state.commands
        for _ in range(2):
            await register(calls, app, guild, OURS, only_here=True)
        assert (len(there.listed(guild)), there.listed(), there.syncs) == (3, [], 1)
        assert await registered(calls, app, guild, OURS)
        await register(calls, app, guild, OURS, only_here=False)
        assert (there.listed(guild), len(there.listed()), there.syncs) == ([], 3, 3)
        await calls.close()

    run(test)
