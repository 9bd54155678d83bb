"""What channels are, and that a place's thread is there when something is said in it."""

import asyncio

import pytest

from adapters.discord.calls import CallRefused
from adapters.discord.parse import Channel
from harness.chat.people import Place
from harness.chat.port import ChatError
from tests.unit.adapters.discord.rig import Scene, scene


async def says(here: Scene, text: str) -> str:
    async def do(where: str) -> str:
        at = {"channel_id": where}
        return str((await here.calls("POST", "/channels/{channel_id}/messages", {"content": text}, at=at))["id"])

    return await here.places.within(here.place, do)


def test_what_a_channel_is_is_learnt_or_asked_for_once():
    async def test(here: Scene) -> None:
        guild = here.discord.state.guild
        assert await here.places.channel(here.channel) == Channel(here.channel, "channel", guild=guild)
        await here.places.channel(here.channel)
        assert len(here.sent("GET", f"/channels/{here.channel}")) == 1
        here.places.learn({"id": guild, "channels": [{"id": "5", "type": 0}], "threads": [{"id": "6", "type": 11}]})
        assert await here.places.channel("5") == Channel("5", "channel", guild=guild)
        assert (await here.places.channel("6")).kind == "thread"
        with pytest.raises(ChatError):
            await here.places.channel("7")

    scene(test)


def test_a_thread_is_begun_on_its_message_and_named_after_it():
    async def test(here: Scene) -> None:
        await says(here, "hello")
        await says(here, "again")
        thread = here.discord.state.channels[here.place.thread]
        assert (thread["name"], thread["parent_id"]) == ("deploy it", here.channel)
        assert len(here.sent("POST", "/threads")) == 1

    scene(test)


def test_two_who_begin_the_same_thread_both_speak_in_it():
    async def test(here: Scene) -> None:
        await asyncio.gather(says(here, "one"), says(here, "two"))
        assert sorted(here.texts) == ["one", "two"]

    scene(test)


def test_a_thread_that_was_archived_is_opened_again():
    async def test(here: Scene) -> None:
        await says(here, "hello")
        here.discord.state.archive(here.place.thread, locked=True)
        here.discord.state.channels[here.place.thread]["thread_metadata"]["locked"] = False
        await says(here, "still here")
        assert here.texts == ["hello", "still here"]

    scene(test)


@pytest.mark.parametrize(
    ("locked", "told"), [(True, "that thread is locked"), (False, "I lack one of the permissions")]
)
def test_that_a_thread_is_locked_is_no_lack_of_a_permission(locked: bool, told: str):
    async def test(here: Scene) -> None:
        await says(here, "hello")
        here.discord.state.archive(here.place.thread, archived=False, locked=locked)
        here.discord.fails("POST", f"/channels/{here.place.thread}/messages", status=403, code=50013)
        with pytest.raises(CallRefused, match=told):
            await says(here, "again")

    scene(test)


def test_a_thread_on_a_message_that_is_gone_cannot_be_begun():
    async def test(here: Scene) -> None:
        here.discord.state.delete(here.channel, here.said["id"])
        with pytest.raises(CallRefused, match="that message is not there any more"):
            await says(here, "hello")

    scene(test)


def test_the_first_message_of_a_forums_post_is_in_it():
    async def test(here: Scene) -> None:
        forum = here.discord.forum("ideas")["id"]
        post = here.discord.posts_in_forum(here.ana, forum, "A rocket", "Let us build one")["id"]
        place = Place("discord", here.place.team, forum, post)
        assert await here.places.holding(place, post) == post
        assert await here.places.holding(here.place, here.said["id"]) == here.channel
        assert await here.places.holding(here.place, "1") == here.place.thread

    scene(test)


def test_one_person_has_one_direct_channel():
    async def test(here: Scene) -> None:
        direct = Place.direct(here.person)
        where = await here.places.where(direct)
        assert where == here.discord.state.direct[here.ana["id"]]
        assert await here.places.where(direct) == where
        assert len(here.sent("POST", "/users/@me/channels")) == 1
        assert await here.places.us() == here.discord.state.bot["id"]

    scene(test)
