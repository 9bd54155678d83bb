"""A person is written to in their direct messages, whichever call it is."""

import asyncio

import pytest

from adapters.slack.calls import CallRefused, Calls
from adapters.slack.chat import SlackChat
from adapters.slack.direct import Directed
from adapters.slack.pacer import Pacer
from adapters.slack.people import Names
from harness.chat.cards import Button, Card, Text
from harness.chat.people import Person, Place
from harness.chat.port import Activity
from tests.fakes.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.unit.adapters.slack.rig import run


def test_what_is_for_one_person_is_posted_and_changed_in_their_direct_messages():
    async def test(slack: SlackEmulator) -> None:
        clock = Clock()
        calls = Calls(slack.bot_token, slack.api_url, Pacer(clock, clock.sleep))
        names = Names(calls, clock)
        inner = SlackChat(calls, names, clock, clock.sleep)
        chat, ana = Directed(inner, calls), slack.user("ana")
        place = Place.direct(Person("slack", slack.team.id, ana.id))
        message = await chat.post(place, "key", Text("Look."))
        await chat.stream(place, message, Text("Look …"))
        await chat.show(place, Activity("working", "is thinking…"))
        await chat.update(place, message, "key", Text("Look here."))
        assert [post.shown for post in slack.posts(slack.dm(ana))] == ["Look here."]
        assert await chat.find(place, "key") == message
        assert len(slack.calls_of("conversations.open")) == 1
        nobody = Place.direct(Person("slack", slack.team.id, "U404"))
        await chat.stream(nobody, "1.2", Text("hm"))
        with pytest.raises(CallRefused):
            await chat.post(nobody, "key", Text("Look."))
        await inner.close()
        await names.close()
        await calls.close()

    run(test)


def test_a_card_for_one_person_leaves_the_status_of_their_messages_alone():
    async def test(slack: SlackEmulator) -> None:
        clock = Clock()
        calls = Calls(slack.bot_token, slack.api_url, Pacer(clock, clock.sleep))
        names = Names(calls, clock)
        inner = SlackChat(calls, names, clock, clock.sleep)
        place = Place.direct(Person("slack", slack.team.id, slack.user("ana").id))
        asked = Card(("Deploy?",), buttons=(Button("Approve", "9f86d081884c7d65|1.1.0#1|approve"),))
        message = await Directed(inner, calls).post(place, "key", asked)
        await Directed(inner, calls).update(place, message, "key", Card(("Deploy?",), outcome=("Approved",)))
        assert [call.method for call in slack.calls if "Status" in call.method] == []
        await inner.close()
        await names.close()
        await calls.close()

    run(test)


def test_however_many_threads_write_to_somebody_where_is_asked_once():
    async def test(slack: SlackEmulator) -> None:
        clock = Clock()
        calls = Calls(slack.bot_token, slack.api_url, Pacer(clock, clock.sleep))
        names = Names(calls, clock)
        inner = SlackChat(calls, names, clock, clock.sleep)
        chat = Directed(inner, calls)
        place = Place.direct(Person("slack", slack.team.id, slack.user("ana").id))
        await asyncio.gather(*(chat.post(place, f"k{number}", Text("Look.")) for number in range(4)))
        assert len(slack.calls_of("conversations.open")) == 1
        await inner.close()
        await names.close()
        await calls.close()

    run(test)
