"""Whether somebody is in our server is asked once an hour, and not taken for granted."""

from adapters.discord.people import KEPT, Members
from harness.chat.people import Person
from tests.fakes.clock import Clock
from tests.unit.adapters.discord.rig import Scene, scene


def test_who_is_in_our_server_is_a_member_until_they_leave():
    async def test(here: Scene) -> None:
        clock, guild = Clock(), here.discord.state.guild
        members = Members(here.calls, guild, clock)
        ana = Person("discord", guild, here.discord.user("ana")["id"], member=False)
        for _ in range(3):
            assert (await members.recognized(ana)).member
        assert len(here.sent("GET", f"/guilds/{guild}/members/{ana.user}")) == 1
        del here.discord.state.users[ana.user]
        assert (await members.recognized(ana)).member, "that is not known yet"
        await clock.advance(KEPT)
        assert not (await members.recognized(ana)).member

    scene(test)


def test_a_stranger_is_no_member():
    async def test(here: Scene) -> None:
        members = Members(here.calls, here.discord.state.guild, Clock())
        assert not (await members.recognized(Person("discord", "1", "999999999999999999"))).member

    scene(test)
