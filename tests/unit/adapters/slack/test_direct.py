"""A person is written to in their direct messages, whichever call it is."""

import pytest

from adapters.slack.calls import Calls, Refused
from adapters.slack.chat import SlackChat
from adapters.slack.direct import Directed
from adapters.slack.people import Names
from adapters.slack.rates import Rates
from harness.chat.cards import Text
from harness.chat.people import Person, Place
from harness.chat.port import Activity
from tests.fakes.clock import Clock
from tests.fakes.slack.emulator import SlackEmulator
from tests.unit.adapters.slack.rig import run


def test_what_is_for_one_person_is_posted_and_changed_in_their_direct_messages():
    async def test(slack: SlackEmulator) -> None:
        clock = Clock()
        calls = Calls(slack.bot_token, slack.api_url, Rates(clock, clock.sleep))
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
        with pytest.raises(Refused):
            await chat.post(nobody, "key", Text("Look."))
        await inner.close()
        await names.close()
        await calls.close()

    run(test)
