"""An hour in which everything goes wrong that does in Slack now and then: nobody notices, but for waiting.

It is an hour of `Hours`; only sockets, and what watches them, take real time.
"""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import pytest

from adapters.slack.chat import RECEIPTS
from harness.context.asides import WITHDRAW
from tests.fakes.hours import Hours
from tests.fakes.openai.script import Part, Step, call, reply
from tests.fakes.openai.server import Request
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.delivery import Envelope
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.inputs import NotPossible
from tests.fakes.slack.interactions import NotAcknowledged
from tests.fakes.slack.records import Channel, Message, User
from tests.flows.house import Desk, InProcess
from tests.flows.surface import WORKING

HOUR = 3_600.0
PING = 0.1
"""Real seconds between two pings of the socket."""
BUSY = (
    "agents.sessions.setStatus",
    "chat.appendStream",
    "chat.delete",
    "chat.postEphemeral",
    "chat.postMessage",
    "chat.startStream",
    "chat.stopStream",
    "chat.update",
    "conversations.replies",
    "reactions.add",
    "reactions.remove",
    "users.info",
)
"""Methods that ask us to wait, break, fail, or lose their answers."""


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def desk(hours: Hours, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    clock = Clock(source=hours)
    hours.moved = lambda: clock.advance(0)
    house = InProcess(hours, hours.sleep, PING)
    slack = SlackEmulator(clock=clock, later=hours.later, strict_rates=True)
    yield from Desk.lived_in(tmp_path, house, monkeypatch, loop=hours.loop, slack=slack)


@dataclass(slots=True)
class Talk:
    """A thread: what was asked in it, by whom."""

    channel: Channel
    root: Message
    people: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)


class Model:
    """Answers what has been asked and not yet answered, each by its name: `q7 short`, `q8 long`, `q9 write`.

    A long answer is written for minutes; for one that writes, a tool is called that asks before it runs.
    """

    def __init__(self, hours: Hours, random: Random) -> None:
        self._hours, self._random = hours, random
        self.wrote: dict[str, str] = {}
        """What its answer says, by question."""
        self.idle = 0
        """Requests in which nothing was left to be answered."""

    def __call__(self, request: Request) -> Step:
        said = "\n".join(_text(one) for one in request.messages if one["role"] == "user")
        told = "\n".join(_text(one) for one in request.messages if one["role"] == "assistant")
        called = str([one.get("tool_calls") for one in request.messages])
        answered = set(re.findall(r"Answer to (q\d+):", told + said))  # also while something waited, which is a note
        todo = {name: kind for name, kind in re.findall(r"\b(q\d+) (short|long|write)\b", said) if name not in answered}
        if any(tool["function"]["name"] == WITHDRAW for tool in request.body.get("tools", ())):
            left = {name: kind for name, kind in todo.items() if kind != "write"}
            if todo and not left:
                return reply("That waits for a decision.")
            todo = left
        files = [name for name, kind in todo.items() if kind == "write" and f"/{name}.md" not in called]
        if files:
            return reply(*(call("write_file", file_path=f"/{name}.md", content=name) for name in files))
        self.idle += not todo
        parts: list[Part] = []
        for name, kind in todo.items():
            self.wrote[name] = self._answer(name, kind)
            parts += self._written(self.wrote[name], kind)
        return reply(*parts or ["Nothing was asked."])

    def _answer(self, name: str, kind: str) -> str:
        lines = [f"Answer to {name}:"]
        if kind == "long":
            lines += [f"{name}, line {number}: <once> upon a time & so on." for number in range(40)]
        return "\n\n".join(lines) + "\n\n"

    def _written(self, text: str, kind: str) -> Iterator[Part]:
        if kind != "long":
            yield text
            return
        for start in range(0, len(text), 150):
            yield text[start : start + 150]
            gate = asyncio.Event()
            self._hours.later(self._random.choice((0.3, 5, 20, 60)), gate.set)
            yield gate


def _text(message: dict[str, object]) -> str:
    content = message.get("content") or ""
    assert isinstance(content, str)
    return content


class Storm:
    def __init__(self, desk: Desk, hours: Hours, seed: int) -> None:
        self.desk, self.slack, self.hours, self.random = desk, desk.slack, hours, Random(seed)
        self.people = (desk.ana, desk.bob, desk.cyd)
        self.channels = [self.slack.channel(f"storm-{number}", *self.people) for number in range(3)]
        self.talks: list[Talk] = []
        self.model = desk.model.answer = Model(hours, self.random)
        self._clicks: list[asyncio.Task[None]] = []
        self._asked = 0

    # What people do
    async def asks(self, kind: str = "") -> None:
        who, self._asked = self.random.choice(self.people), self._asked + 1
        name, kind = f"q{self._asked}", kind or self.random.choice(("short", "short", "long", "write"))
        if not self.talks or self.random.random() < 0.25:
            channel = self.random.choice((*self.channels, self.slack.dm(who)))
            text = f"{name} {kind}" if channel.kind == "im" else f"{self.slack.bot} {name} {kind}"
            said = await self.slack.says(who, channel, text)
            self.talks.append(talk := Talk(channel, said))
        else:
            talk = self.random.choice(self.talks)
            if talk.channel.kind == "im":
                who = next(one for one in self.people if one.id in talk.people)
            alone = talk.people == {who.id}
            to_us = "" if alone and self.random.random() < 0.7 else f"{self.slack.bot} "
            said = await self.slack.says(who, talk.channel, f"{to_us}{name} {kind}", thread_ts=talk.root.ts)
        talk.people.add(who.id)
        talk.asked.append(name)
        for envelope in self.slack.envelopes[-2:]:
            if envelope.event.get("ts") == said.ts:
                for _ in range(2):
                    self.hours.later(self.random.uniform(0, 400), partial(self._again, envelope))

    def _again(self, envelope: Envelope) -> None:
        self.slack.redelivers(envelope)

    def decides(self) -> None:
        """Approves some card that waits, twice and by two people: a click may be lost, and is then repeated."""
        for talk in self.talks:
            for card in self.slack.posts(talk.channel, talk.root.ts):
                if label := next((one for one in card.controls if one.startswith("Approve")), ""):
                    self._approves(talk, card, label)

    def _approves(self, talk: Talk, card: Message, label: str) -> None:
        by = [one for one in self.people if one.id in talk.channel.members]
        for who in (self.random.choice(by), self.random.choice(by)):
            self._clicks.append(asyncio.create_task(self._click(who, card, label)))

    async def _click(self, who: User, card: Message, label: str) -> None:
        with suppress(NotAcknowledged, NotPossible):  # they see that it failed, and click again when they come by
            await self.slack.clicks(who, card.ts, label, nth=0, as_seen=card)

    # What Slack does
    def strikes(self) -> None:
        method, random = self.random.choice(BUSY), self.random
        match random.randrange(6):
            case 0 | 1:
                self.slack.rate_limits(method, random.choice((1, 3, 10, 30)), times=random.choice((1, 2)))
            case 2:
                self.slack.breaks(method, random.choice((500, 502, 503)))
            case 3:
                self.slack.refuses(method, random.choice(("internal_error", "service_unavailable")))
            case 4:
                self.slack.drops(method, "before")
            case 5:
                self.slack.drops(method, "after")

    async def loses_the_socket(self, how: Callable[[], None]) -> None:
        before = {one.id for one in self.slack.socket.connections}
        how()
        await self.asks()
        while not [one for one in self.slack.socket.open_connections if one.id not in before]:
            await self.hours.passes(1)
            await asyncio.sleep(PING / 5)

    # The hour
    async def begins(self) -> None:
        """Time stands still until the model is loaded."""
        await self.asks("short")
        talk = self.talks[0]
        await self.slack.until(lambda: self.says(talk))

    async def rages(self, seconds: float) -> None:
        slack, end = self.slack, self.hours() + seconds
        sockets = [
            lambda: slack.disconnects("warning"),
            slack.drops_connections,
            slack.silences_connections,
            slack.disconnects,
        ]
        number, nth = 0, 0
        while self.hours() < end:
            number += 1
            await self.asks()
            self.strikes()
            if number % 2:
                self.strikes()
            self.decides()
            if self.hours() > end - seconds + (nth + 1) * seconds / (len(sockets) + 1) and nth < len(sockets):
                await self.loses_the_socket(sockets[nth])
                nth += 1
            await self.hours.passes(self.random.uniform(5, 110))
        assert nth == len(sockets)

    async def clears(self) -> None:
        for method in BUSY:
            self.slack.recovers(method)
        for _ in range(15):
            self.decides()
            await self.hours.passes(60)
        await asyncio.gather(*self._clicks)
        events = [one for one in self.slack.envelopes if one.kind == "events_api"]
        heard = {one.payload["event_id"] for one in events if one.acknowledged}
        assert not {one.payload["event_id"] for one in events} - heard

    async def comes_to_rest(self) -> None:
        """What was still on its way, on a machine that is busy, arrives."""
        for _ in range(50):
            if not any(self._busy(talk) for talk in self.talks):
                return
            await asyncio.sleep(PING / 5)
            await self.hours.passes(3)

    def _busy(self, talk: Talk) -> bool:
        status = self.slack.status(talk.channel, talk.root.ts)
        return bool(status and status.text)

    # What is there afterwards
    def says(self, talk: Talk) -> str:
        texts = [
            block["text"]
            for one in self.slack.posts(talk.channel, talk.root.ts)
            for block in one.blocks
            if block["type"] == "markdown" and not one.shown.startswith(WORKING)
        ]
        return "".join(texts).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


@pytest.mark.parametrize("seed", [2])
def test_every_message_is_answered_once_through_an_hour_of_misfortunes(desk: Desk, hours: Hours, seed: int) -> None:
    async def story() -> None:
        storm = Storm(desk, hours, seed)
        await storm.begins()
        await storm.rages(HOUR)
        await storm.clears()
        await storm.comes_to_rest()
        for talk in storm.talks:
            said = storm.says(talk)
            assert sorted(re.findall(r"Answer to (q\d+):", said)) == sorted(talk.asked)
            for name in talk.asked:
                assert storm.model.wrote[name].strip() in said
        assert not storm.model.idle
        at_rest(desk, storm)

    desk.play(story())


def at_rest(desk: Desk, storm: Storm) -> None:
    slack = desk.slack
    assert isinstance(desk.house, InProcess)
    assert desk.house.colleague
    assert not desk.house.colleague.engine.live
    for talk in storm.talks:
        ours = slack.posts(talk.channel, talk.root.ts)
        assert not [one.controls for one in ours if {*one.controls} - {"Undo"}]
        assert not [one for one in ours if one.streaming == "in_progress"]
        status, session = slack.status(talk.channel, talk.root.ts), slack.session(talk.channel, talk.root.ts)
        assert not (status and status.text), statuses(slack, talk)
        assert session
        assert session.status == "active", statuses(slack, talk)
        waiting = [slack.reactions(one) for one in slack.thread(talk.channel, talk.root.ts)]
        assert not [each for each in waiting if RECEIPTS["waiting"] in each]


def statuses(slack: SlackEmulator, talk: Talk) -> str:
    """All that was called that changes what a thread shows of work, a line each."""
    changing = ("agents.sessions.setStatus", "chat.startStream", "chat.stopStream", "chat.postMessage")
    return "\n".join(
        f"{call.at - 1_800_000_000.0:9.2f} {call.method} {call.args.get('status') or call.args.get('session_status')}: "
        f"{call.status} {call.error or 'ok'}"
        for call in slack.calls
        if call.method in changing
        and talk.channel.id in (call.args.get("channel"), call.args.get("channel_id"))
        and (talk.root.ts == call.args.get("thread_ts") or call.method == "chat.stopStream")
    )
