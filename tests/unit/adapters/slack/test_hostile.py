"""Whatever a model or a person writes: Slack takes every payload, nobody is pinged, and nothing is lost or doubled.

Each example goes all the way over a socket; what is judged is what was sent, and what stands there in the end.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack.calls import Calls
from adapters.slack.chat import SlackChat
from adapters.slack.home import closed, home
from adapters.slack.pacer import Pacer
from adapters.slack.people import Names
from adapters.slack.render import very_long
from adapters.slack.views import modal
from harness.approvals.forms import NothingToFill
from harness.chat.cards import Block, Button, Card, Choices, Feedback, Field, Form, Option, Text
from harness.chat.people import Person, Place
from harness.chat.phrases import Code, Where
from harness.chat.secrets import concealed
from harness.commands.home_view import HomeEntry, HomeView, Scheduled, Waiting
from harness.sessions.asking import ROWS
from tests.examples import examples
from tests.fakes.slack import limits, screen
from tests.fakes.slack.blocks import check_view
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Message
from tests.unit.adapters.slack.oracles import dead, taken
from tests.unit.adapters.slack.shown import APPROVE, TOKEN, buttons
from tests.unit.adapters.slack.test_text import hostile, read

FEEDBACK = Feedback(TOKEN.replace("approve", "good"), TOKEN.replace("approve", "bad"))
FENCES = re.compile(r"^ {0,3}(`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
TABLE = "| a | b ||---|---|"
"""The header of any table among the hostile texts, without its line ends."""
EXAMPLES = examples(500)
HOME = Place("slack", "T", "@U1")


class Wire:
    """A chat of ours and Slack. Whatever is waited for in it comes soon."""

    def __init__(self, slack: SlackEmulator) -> None:
        self.slack, self.now, self.number = slack, 1_000.0, 0
        slack.refuses("a*.setStatus", "unknown_method", times=None)  # that we work is not what this is about
        self.ana = slack.user("ana")
        self.channel = slack.channel("ops", self.ana)
        self._calls = Calls(slack.bot_token, slack.api_url, Pacer(lambda: self.now, self.sleep))
        self.chat = SlackChat(self._calls, Names(self._calls, lambda: self.now), lambda: self.now, self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0.001)

    async def close(self) -> None:
        await self.chat.close()
        await self._calls.close()

    async def sent(self, say: Callable[[Place, str], Awaitable[object]]) -> list[Message]:
        """What stands in a new thread once `say` has said it there, by that key. All payloads are judged."""
        self.number, self.now = self.number + 1, self.now + 600
        root = self.slack.state.post(self.channel, self.ana, "go")
        await say(Place("slack", self.slack.team.id, self.channel.id, root.ts), f"key-{self.number}")
        for call in self.slack.calls:
            assert call.ok or call.method.endswith("setStatus"), (call.method, call.body)
            taken(call.args.get("blocks") or [])
            dead(call.args.get("text") or "")
            dead(call.args.get("markdown_text") or "")
            assert len(call.args.get("text") or "") <= limits.UPDATE_TEXT
            assert len(call.args.get("markdown_text") or "") <= limits.MARKDOWN_TEXT
        posts = self.slack.posts(self.channel, root.ts)
        self.slack.state.messages.clear()  # each example looks through all that there is
        self.slack.envelopes.clear()
        self.slack.calls.clear()
        return posts


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


@pytest.fixture(scope="module")
def wire(loop: asyncio.AbstractEventLoop) -> Iterator[Wire]:
    slack = SlackEmulator()

    async def begin() -> Wire:
        await slack.start()
        return Wire(slack)

    async def end(wire: Wire) -> None:
        await wire.close()
        await slack.close()

    wired = loop.run_until_complete(begin())
    yield wired
    loop.run_until_complete(end(wired))


def stands(posts: list[Message], text: str) -> None:
    """The text stands in those messages: whole, in order, once; fences that are cut are closed and opened again, and
    the header of a table that is cut is said again.
    """
    if very_long(text):
        [content] = [file.content.decode() for one in posts for file in one.files]
        assert content == text
        return
    shown = read("".join(block["text"] for one in posts for block in one.blocks if block["type"] == "markdown"))
    if not FENCES.search(text) and TABLE not in text.replace("\n", ""):
        assert shown == text or not text.strip()
    assert bare(text) == bare(shown) or not text.strip()


def bare(text: str) -> str:
    """Without fences and headers: one may stand between the lines of another that is a row of its table."""
    text, before = FENCES.sub("", text).replace("\n", ""), ""
    while text != before:
        before, text = text, text.replace(TABLE, "")
    return text


@settings(max_examples=EXAMPLES)
@given(
    st.builds(
        Text, hostile, buttons=st.lists(buttons, max_size=3).map(tuple), feedback=st.sampled_from([None, FEEDBACK])
    )
)
def test_every_text_arrives_whole_and_pings_nobody(wire: Wire, loop: asyncio.AbstractEventLoop, body: Text) -> None:
    posts = loop.run_until_complete(wire.sent(lambda place, key: wire.chat.post(place, key, body)))
    stands(posts, body.markdown)
    [*others, last] = [one for one in posts if one.blocks]
    assert last.rated == bool(body.feedback)
    assert not [one for one in others if one.rated or one.controls]


@settings(max_examples=EXAMPLES)
@given(hostile, st.lists(st.integers(0, 6_000), max_size=3))
def test_every_text_that_is_streamed_ends_whole_and_pings_nobody(
    wire: Wire, loop: asyncio.AbstractEventLoop, text: str, sizes: list[int]
) -> None:
    ana = Person("slack", wire.slack.team.id, wire.ana.id)

    async def write(place: Place, key: str) -> None:
        end = 60
        message = await wire.chat.post(place, key, Text(text[:end] or "x", live=True, to=ana))
        for size in sizes:
            end += size
            await wire.chat.stream(place, message, Text(text[:end]))
            await asyncio.sleep(0.001)
        await wire.chat.update(place, message, key, Text(text, buttons=(APPROVE,), feedback=FEEDBACK))

    stands(loop.run_until_complete(wire.sent(write)), text)


def made(texts: list[str], random: Random) -> Card:
    """A card, shared by several asks or not, of those texts wherever there is one."""

    def blocks(most: int) -> tuple[Block, ...]:
        return tuple(
            Block(text(), random.choice(("shell", "diff", "text", "markdown")), name=text()[:60])
            for _ in range(random.randint(0, most))
        )

    def text() -> str:
        return random.choice(texts)

    def buttons(most: int) -> tuple[Button, ...]:
        return tuple(
            Button(text()[:120], TOKEN, "", form=random.random() < 0.5, more=random.random() < 0.5)
            for _ in range(random.randint(0, most))
        )

    def row() -> Card:
        return Card(
            (text(), Code(text())),
            blocks=blocks(4),
            warning=(text()[:100],),
            notes=(text()[:200],),
            buttons=buttons(6),
            outcome=random.choice(((), (text(), Code(text())))),
        )

    if random.random() < 0.5:
        rows = tuple(row() for _ in range(random.randint(2, ROWS)))
        return Card(("Do these things?",), reason=text(), notes=("Ana can decide",), buttons=(APPROVE,), rows=rows)
    labels = dict.fromkeys(text()[:75] or "…" for _ in range(random.randint(1, 25)))
    choices = Choices(tuple(map(Option, labels)), random.random() < 0.5, TOKEN)
    asked = random.choice((None, choices))
    return Card(
        (text(), Code(text())),
        lead=(Person("discord", "G", "7", text()), " asks in ", Where(HOME)),
        reason=text(),
        blocks=blocks(4),
        warning=(text()[:100],),
        notes=(text()[:200],),
        choices=asked,
        buttons=buttons(30),
    )


@settings(max_examples=EXAMPLES)
@given(st.lists(hostile, min_size=1, max_size=3), st.integers(0, 2**32), hostile)
def test_every_card_is_taken_pending_and_settled_and_pings_nobody(
    wire: Wire, loop: asyncio.AbstractEventLoop, texts: list[str], seed: int, outcome: str
) -> None:
    card = made(texts, Random(seed))

    async def ask(place: Place, key: str) -> None:
        message = await wire.chat.post(place, key, card)
        over = replace(card, outcome=(outcome or "Approved",), buttons=(), choices=None)
        settled = tuple(replace(row, outcome=(outcome or "Approved",), buttons=()) for row in card.rows)
        await wire.chat.update(place, message, key, replace(over, rows=settled))

    posts = loop.run_until_complete(wire.sent(ask))
    assert len([one for one in posts if one.blocks]) == 1
    [last] = [one for one in posts if one.blocks]
    assert not last.controls


@settings(max_examples=EXAMPLES)
@given(st.builds(Text, hostile.filter(bool), buttons=st.lists(buttons, max_size=3).map(tuple)))
def test_what_only_one_person_is_told_is_taken_and_pings_nobody(
    wire: Wire, loop: asyncio.AbstractEventLoop, body: Text
) -> None:
    async def tell(place: Place, key: str) -> None:
        await wire.chat.tell(place, Person("slack", wire.slack.team.id, wire.ana.id), body)
        assert wire.slack.calls_of("chat.postEphemeral")

    loop.run_until_complete(wire.sent(tell))


@settings(max_examples=EXAMPLES)
@given(st.lists(hostile, min_size=1, max_size=3), st.integers(0, 2**32))
def test_a_form_shows_a_card_whole_or_does_not_open(texts: list[str], seed: int) -> None:
    card = made(texts, Random(seed))
    note = Field("note", "A note", kind="text", required=False)
    try:
        view = modal(Form("Review", TOKEN, "Approve", (note,), card=card), HOME, "")
    except NothingToFill:
        return
    check_view(view)
    words = "".join(screen.lines(view["blocks"]))
    for block in card.blocks:
        for line in concealed(block.text).splitlines():
            assert line.strip() in words, "something is approved that was not shown"


@settings(max_examples=EXAMPLES)
@given(st.lists(hostile, min_size=1, max_size=4), st.integers(0, 2**32))
def test_the_home_tab_is_taken_whatever_is_in_it_and_pings_nobody(texts: list[str], seed: int) -> None:
    random = Random(seed)

    def text() -> str:
        return random.choice(texts)

    def some(most: int) -> range:
        return range(random.randint(0, most))

    entries = tuple(HomeEntry(text(), text(), "") for _ in some(12))
    waiting = tuple(
        Waiting((Person("discord", "G", "7", text()), text(), Code(text())), (APPROVE,), "") for _ in some(12)
    )
    view = home(
        HomeView(
            introduction=text(),
            permissions=text(),
            waiting=waiting,
            working=entries,
            recent=entries,
            schedules=tuple(Scheduled(text(), TOKEN) for _ in some(30)),
        )
    )
    for shown in (view, closed(text())):
        check_view(shown)
        for number in range(0, len(shown["blocks"]), 50):  # the foreign numbers are of messages, a view holds a hundred
            taken(shown["blocks"][number : number + 50])
