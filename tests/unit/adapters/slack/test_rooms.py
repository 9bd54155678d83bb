"""Other places in Slack are found as far as whoever asks can see them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from adapters.slack.calls import Calls
from adapters.slack.chat import SlackChat
from adapters.slack.pacer import Pacer
from adapters.slack.people import Names
from adapters.slack.rooms import KNOWN, SlackRooms
from harness.chat.people import Person, Place
from harness.chat.port import NotThere
from harness.chat.rooms import Named
from tests.fakes.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import User
from tests.unit.adapters.slack.rig import run


def looking(test: Callable[[SlackEmulator, SlackRooms, Names], Awaitable[None]]) -> None:
    async def main(slack: SlackEmulator) -> None:
        clock = Clock()
        calls = Calls(slack.bot_token, slack.api_url, Pacer(clock, clock.sleep))
        names = Names(calls, clock)
        chat = SlackChat(calls, names, clock, clock.sleep)
        try:
            await test(slack, SlackRooms(calls, names, chat, clock), names)
        finally:
            await names.close()
            await chat.close()
            await calls.close()

    run(main)


def person(slack: SlackEmulator, user: User, member: bool = True) -> Person:
    return Person("slack", slack.team.id, user.id, user.name, member=member)


def test_a_public_channel_is_found_by_name_and_id_and_mention_by_any_full_member():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana = slack.user("ana")
        ops = slack.channel("ops", slack.user("bob"))
        for named in ("#ops", "ops", ops.id, f"<#{ops.id}|ops>"):
            assert await rooms.find(named, person(slack, ana)) == Place("slack", slack.team.id, ops.id)
        assert len(slack.calls_of("conversations.list")) == 1
        with pytest.raises(NotThere):
            await rooms.find("#ops", person(slack, ana, member=False))

    looking(test)


def test_channels_are_listed_once_however_many_look_for_one():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana = slack.user("ana")
        slack.channel("ops", ana)
        await asyncio.gather(*(rooms.find("#ops", person(slack, ana)) for _ in range(5)))
        assert len(slack.calls_of("conversations.list")) == 1

    looking(test)


def test_a_channel_is_looked_at_once_for_finding_it_and_for_where_it_may_be_told_of():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana, clock = slack.user("ana"), rooms._now
        slack.channel("ops", ana)
        dev = slack.channel("dev", ana)
        found = await rooms.find("#ops", person(slack, ana))
        assert await rooms.shown(found, Place("slack", slack.team.id, dev.id))
        assert len(slack.calls_of("conversations.info")) == 1
        assert isinstance(clock, Clock)
        await clock.advance(KNOWN)
        assert await rooms.shown(found, Place("slack", slack.team.id, dev.id))
        assert len(slack.calls_of("conversations.info")) == 2

    looking(test)


def test_a_private_channel_is_not_there_for_whoever_is_not_in_it():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana, bob = slack.user("ana"), slack.user("bob")
        board = slack.channel("board", bob, kind="private")
        assert (await rooms.find("#board", person(slack, bob))).channel == board.id
        said: list[str] = []
        for named in ("#board", board.id, "#nowhere"):
            with pytest.raises(NotThere) as refused:
                await rooms.find(named, person(slack, ana))
            said.append(str(refused.value).replace(named, "…"))
        assert len(set(said)) == 1, "what is hidden reads as what is not there"

    looking(test)


def test_a_link_is_the_thread_that_its_message_is_in():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana = slack.user("ana")
        ops = slack.channel("ops", ana)
        root = await slack.says(ana, ops, "the build is broken")
        later = await slack.says(ana, ops, "since this morning", thread_ts=root.ts)
        link = f"https://acme.slack.com/archives/{ops.id}/p{later.ts.replace('.', '')}?thread_ts={root.ts}&cid={ops.id}"
        place = await rooms.find(link, person(slack, ana))
        assert place == Place("slack", slack.team.id, ops.id, root.ts)
        lines = await rooms.read(place, 10)
        assert [(line.by, line.text) for line in lines] == [
            ("ana", "the build is broken"),
            ("ana", "since this morning"),
        ]
        assert [line.text for line in await rooms.read(place, 1)] == ["since this morning"]

    looking(test)


def test_a_channel_is_read_from_its_end():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana = slack.user("ana")
        ops = slack.channel("ops", ana)
        for number in range(5):
            await slack.says(ana, ops, str(number))
        place = await rooms.find("#ops", person(slack, ana))
        assert [line.text for line in await rooms.read(place, 3)] == ["2", "3", "4"]

    looking(test)


def test_a_channel_that_we_are_not_in_says_so():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana = slack.user("ana")
        slack.channel("far", ana, with_bot=False)
        place = await rooms.find("#far", person(slack, ana))
        with pytest.raises(NotThere, match="invite me"):
            await rooms.read(place, 3)

    looking(test)


def test_a_person_is_written_to_directly_and_once():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana, bob = slack.user("ana"), slack.user("bob")
        await names.of([bob.id], within=5.0)
        for named in ("@bob", bob.id, f"<@{bob.id}>"):
            place = await rooms.find(named, person(slack, ana))
            await rooms.post(place, "key", "The build is green.")
        assert [message.shown for message in slack.posts(slack.dm(bob))] == ["The build is green."]
        with pytest.raises(NotThere):
            await rooms.find("@nobody", person(slack, ana))

    looking(test)


def test_a_name_that_several_have_is_refused_with_their_ids():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana, eve = slack.user("ana"), slack.user("ana")
        await names.of([ana.id, eve.id], within=5.0)
        with pytest.raises(NotThere, match="several people are called @ana") as refused:
            await rooms.find("@ana", person(slack, ana))
        assert ana.id in str(refused.value)
        assert eve.id in str(refused.value)

    looking(test)


def test_a_place_is_named_by_what_it_is_known_by():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana = slack.user("ana")
        ops = slack.channel("ops", ana)
        await names.of([ana.id], within=5.0)
        assert await rooms.named(await rooms.find("#ops", person(slack, ana))) == Named(ops.id, "#ops")
        assert await rooms.named(await rooms.find("@ana", person(slack, ana))) == Named(ana.id, "@ana")
        assert await rooms.named(Place.direct(person(slack, ana))) == Named(ana.id, "@ana")

    looking(test)


def test_a_public_channel_is_not_told_where_guests_are_who_are_not_in_it():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana, gus = slack.user("ana"), slack.user("gus", restricted=True)
        ops, dev = slack.channel("ops", ana), slack.channel("dev", ana)
        there, where = (Place("slack", slack.team.id, one.id) for one in (ops, dev))
        assert await rooms.shown(there, where)
        slack.joins(gus, dev)
        assert not await rooms.shown(there, where)
        assert await rooms.shown(there, Place("slack", slack.team.id, slack.dm(ana).id))
        slack.joins(gus, ops)
        assert await rooms.shown(there, where)
        assert len(slack.calls_of("users.list")) == 1

    looking(test)


def test_direct_messages_of_others_are_not_there():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana, bob = slack.user("ana"), slack.user("bob")
        said = await slack.says(bob, slack.dm(bob), "between us")
        link = f"https://acme.slack.com/archives/{slack.dm(bob).id}/p{said.ts.replace('.', '')}"
        assert (await rooms.find(link, person(slack, bob))).thread == said.ts
        with pytest.raises(NotThere):
            await rooms.find(link, person(slack, ana))

    looking(test)


def test_what_is_private_is_told_to_one_person_alone_and_what_was_said_to_us_directly_only_there():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana = slack.user("ana")
        board, ops, dev = (
            slack.channel("board", ana, kind="private"),
            slack.channel("ops", ana),
            slack.channel("dev", ana),
        )
        direct, other = slack.dm(ana), slack.dm(slack.user("bob"))

        def at(id: str) -> Place:
            return Place("slack", slack.team.id, id, "1.1")

        for what, where, shown in (
            (ops, dev, True),
            (board, dev, False),
            (board, board, True),
            (board, direct, True),
            (direct, direct, True),
            (direct, dev, False),
            (direct, other, False),
        ):
            assert await rooms.shown(Place("slack", slack.team.id, what.id), at(where.id)) is shown

    looking(test)


def test_a_place_is_seen_by_whoever_is_in_it_or_may_join_it():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana, bob, gus = slack.user("ana"), slack.user("bob"), slack.user("gus", restricted=True)
        team, board = slack.channel("team", ana), slack.channel("board", ana, gus, kind="private")
        group = slack.group(ana, gus)

        async def seeing(channel: str) -> list[bool]:
            place = Place("slack", slack.team.id, channel, "1.5")
            people = (person(slack, ana), person(slack, bob), replace(person(slack, gus), member=False))
            return [await rooms.sees(one, place) for one in people]

        assert await seeing(team.id) == [True, True, False]
        assert await seeing(board.id) == [True, False, True]
        assert await seeing(group.id) == [True, False, True]
        assert await seeing(slack.dm(bob).id) == [False, True, False]
        assert await seeing(f"@{ana.id}") == [True, False, False]
        assert await seeing("C0NOWHERE") == [False, False, False]

    looking(test)


def test_a_channel_is_everybodys_unless_it_is_private_and_that_is_remembered_for_a_while():
    async def test(slack: SlackEmulator, rooms: SlackRooms, names: Names) -> None:
        ana, anybody = slack.user("ana"), Person("slack", slack.team.id, "")

        async def everybodys(channel: str) -> bool:
            return await rooms.sees(anybody, Place("slack", slack.team.id, channel))

        shared, shut = slack.channel("shared").id, slack.channel("hr", ana, kind="private").id
        assert await everybodys(shared)
        assert not await everybodys(shut)
        assert not await everybodys(slack.dm(ana).id)
        assert not await everybodys("C0NOTHERE")
        asked, clock = len(slack.calls), rooms._now
        assert isinstance(clock, Clock)
        await clock.advance(KNOWN)
        assert await everybodys(shared)
        assert len(slack.calls) == asked

    looking(test)
