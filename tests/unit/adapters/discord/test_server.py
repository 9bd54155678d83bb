"""Who we are in our server, and who others are, as it is known now."""

from dataclasses import replace
from typing import Literal

import pytest

from adapters.discord.parse import Channel, Us
from adapters.discord.people import Members
from adapters.discord.server import Server
from harness.chat.people import Person
from harness.workspace.places import PlacePolicy
from tests.unit.adapters.discord.rig import Scene, scene


def server(here: Scene, replies: Literal["thread", "channel"] = "thread") -> Server:
    us = Us(here.discord.state.guild, "1", "2")
    members = Members(here.calls, us.guild, here.discord.clock)
    return Server(us, here.places, members, lambda place: PlacePolicy(replies=replies))


def test_our_role_and_whether_we_are_told_what_others_say_are_learnt():
    async def test(here: Scene) -> None:
        ours = server(here)
        role = {"id": "7", "tags": {"bot_id": "1"}}
        ours.learn({"id": ours.us.guild, "channels": [], "threads": [], "roles": [role]})
        ours.told(content=False)
        assert (ours.us.role, ours.us.content) == ("7", False)

    scene(test)


@pytest.mark.parametrize(
    ("replies", "threads", "inline"), [("thread", True, False), ("channel", True, True), ("thread", False, True)]
)
def test_it_is_answered_in_no_thread_where_there_are_none_or_the_place_says_so(
    replies: Literal["thread", "channel"], threads: bool, inline: bool
):
    async def test(here: Scene) -> None:
        where = Channel(here.channel, "channel", threads=threads)
        assert server(here, replies).inline(where) == inline

    scene(test)


def test_whether_somebody_is_a_member_is_looked_up_only_where_it_is_not_said():
    async def test(here: Scene) -> None:
        ours, stranger = server(here), Person("discord", here.discord.state.guild, "404")
        assert (await ours.known(stranger, unsaid=True)).member is False
        assert await ours.known(stranger, unsaid=False) == stranger
        bot = replace(stranger, bot=True)
        assert await ours.known(bot, unsaid=True) == bot

    scene(test)
