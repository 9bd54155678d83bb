"""Whatever a model or a person writes: Discord takes every payload, nobody is pinged, and nothing is lost or doubled.

Each example goes all the way over a socket; what is judged is what was sent, also by discord.py's own models, and what
stands there in the end.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

import pytest
from discord.components import _component_factory as parsed
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord.calls import Calls
from adapters.discord.chat import DiscordChat
from adapters.discord.places import Places
from adapters.discord.render import MESSAGES
from adapters.discord.text import split
from harness.chat.cards import Button, Card, Text
from harness.chat.people import Person, Place
from tests.examples import examples
from tests.fakes.discord.emulator import DiscordEmulator
from tests.fakes.discord.shape import Json, every
from tests.unit.adapters.discord.shown import cards, few
from tests.unit.adapters.discord.test_text import hostile

APPROVE = Button("Approve", "0123456789abcdef|1|approve", "primary")
EXAMPLES = examples(500)


class Wire:
    """A chat of ours and Discord. Whatever is waited for in it comes soon."""

    def __init__(self, discord: DiscordEmulator) -> None:
        self.discord, self.number = discord, 0
        self.ana, self.channel = discord.user("ana"), discord.channel("ops")["id"]
        self._calls = Calls(discord.token, discord.api_url)
        self.chat = DiscordChat(self._calls, Places(self._calls), discord.clock, self.sleep)
        self.person = Person("discord", discord.state.guild, self.ana["id"])

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0.001)

    async def close(self) -> None:
        await self.chat.close()
        await self._calls.close()

    async def sent(self, say: Callable[[Place, str], Awaitable[object]]) -> list[Json]:
        """What stands in a new thread once `say` has said it there, by that key. All payloads are judged."""
        state = self.discord.state
        self.number += 1
        root = self.discord.says(self.ana, self.channel, "go")["id"]
        await say(Place("discord", state.guild, self.channel, root), f"key-{self.number}")
        for call in self.discord.rest.calls:
            if "components" in call.body:
                assert call.body["allowed_mentions"]["parse"] == []
                assert all(parsed(one) is not None for one in call.body["components"])
        assert not self.discord.pinged
        posts = [one for one in self.discord.posts(root) if not one["flags"] & 1 << 6]
        for kept in (state.messages, state.pings, state.nonces, self.discord.rest.calls, state.interactions):
            kept.clear()  # each example looks through all that there is
        return posts


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


@pytest.fixture(scope="module")
def wire(loop: asyncio.AbstractEventLoop) -> Iterator[Wire]:
    discord = DiscordEmulator()

    async def begin() -> Wire:
        await discord.__aenter__()
        return Wire(discord)

    async def end(wire: Wire) -> None:
        await wire.close()
        await discord.__aexit__(None, None, None)

    wired = loop.run_until_complete(begin())
    yield wired
    loop.run_until_complete(end(wired))


def stands(wire: Wire, posts: list[Json], text: str) -> None:
    """The text stands in those messages: whole, in order, once. That parts lose nothing is seen where they are made;
    one of nothing but white space is no message.
    """
    files = [wire.discord.state.files[file["id"]] for one in posts for file in one["attachments"]]
    if files:
        assert len(text) > 2_000 * (MESSAGES - 1)
        assert files == [text.encode(errors="backslashreplace")]
        return
    shown = [one["content"] for post in posts for one in every(post["components"]) if one["type"] == 10]
    assert shown == [part for part in split(text) if part.strip()] or (not text.strip() and shown == ["…"])


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.builds(Text, hostile, buttons=few))
def test_every_text_arrives_whole_and_pings_nobody(wire: Wire, loop: asyncio.AbstractEventLoop, body: Text) -> None:
    posts = loop.run_until_complete(wire.sent(lambda place, key: wire.chat.post(place, key, body)))
    stands(wire, posts, body.markdown)
    [*others, _] = posts
    assert not [one for one in others if wire.discord.controls(one)]


@settings(max_examples=EXAMPLES, deadline=None)
@given(hostile, st.lists(st.integers(0, 6_000), max_size=3))
def test_every_text_that_is_written_live_ends_whole_and_pings_nobody(
    wire: Wire, loop: asyncio.AbstractEventLoop, text: str, sizes: list[int]
) -> None:
    async def write(place: Place, key: str) -> None:
        end = 60
        message = await wire.chat.post(place, key, Text(text[:end] or "x", live=True))
        for size in sizes:
            end += size
            await wire.chat.stream(place, message, Text(text[:end] or "x", live=True))
            await asyncio.sleep(0.001)
        await wire.chat.update(place, message, key, Text(text, buttons=(APPROVE,)))

    stands(wire, loop.run_until_complete(wire.sent(write)), text)


@settings(max_examples=EXAMPLES, deadline=None)
@given(cards, hostile)
def test_every_card_is_taken_pending_and_settled_and_pings_nobody(
    wire: Wire, loop: asyncio.AbstractEventLoop, card: Card, outcome: str
) -> None:
    async def ask(place: Place, key: str) -> None:
        message = await wire.chat.post(place, key, card)
        over = replace(card, outcome=(outcome or "Approved",), buttons=(), choices=None)
        settled = tuple(replace(row, outcome=(outcome or "Approved",), buttons=(), choices=None) for row in card.rows)
        await wire.chat.update(place, message, key, replace(over, rows=settled))

    [post] = loop.run_until_complete(wire.sent(ask))
    assert not wire.discord.controls(post)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.builds(Text, hostile, buttons=few), st.booleans())
def test_what_only_one_person_is_told_is_taken_and_pings_nobody(
    wire: Wire, loop: asyncio.AbstractEventLoop, body: Text, clicked: bool
) -> None:
    async def tell(place: Place, key: str) -> None:
        state = wire.discord.state
        if clicked:
            click = state.interact(3, wire.ana["id"], wire.channel, {})
            state.respond(click.id, click.token, {"type": 6})
            wire.chat.heard(place.thread, wire.ana["id"], state.app, click.token)
        await wire.chat.tell(place, wire.person, body)
        assert bool(wire.discord.private(wire.ana)) == clicked

    loop.run_until_complete(wire.sent(tell))
