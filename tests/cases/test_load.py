"""A lot at once. What is to be quick is counted, or passes by a clock that is passed in."""

import asyncio
import gc
import logging
import os
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, SupportsIndex

import pytest

from adapters.models.assembly import Assembly
from adapters.models.pieces import Piece
from adapters.models.providers import Providers
from adapters.slack.statuses import Statuses
from adapters.storage.journal import SqlJournal
from harness.chat.cards import Button, Card, Text
from harness.chat.events import MessageSent
from harness.chat.people import Person, Place
from harness.chat.port import Activity, Chat, Undelivered
from harness.context.model import Reply, Request, Shown
from harness.loop.clock import Now, Sleep
from harness.sessions.facts import Fact
from harness.sessions.journal import Appended, JournalUnavailable
from harness.sessions.ledger import LedgerEntry
from harness.tools.calls import At
from tests.cases.colleague import ANA, BOB, Clock, Colleague, Scripted, Unpaired, play
from tests.cases.platforms import InSlack, in_slack
from tests.fakes.clock import Clock as Passed
from tests.fakes.openai.script import reply
from tests.fakes.openai.server import ScriptedModel
from tests.fakes.packages import SYSTEM
from tests.fakes.slack.faults import Held, Hold
from tests.fakes.slack.records import Call, Channel
from tests.unit.adapters.models.made import everywhere


# A long reply
class Counting(str):
    """Text that counts how many of its characters are copied or encoded, with all that is made of it."""

    work = 0

    def __add__(self, other: str) -> "Counting":
        return self._counted(str(self) + str(other))

    def __radd__(self, other: str) -> "Counting":
        return self._counted(str(other) + str(self))

    def __getitem__(self, key: SupportsIndex | slice) -> "Counting":
        return self._counted(super().__getitem__(key))

    def encode(self, encoding: str = "utf-8", errors: str = "strict") -> bytes:
        Counting.work += len(self)
        return super().encode(encoding, errors)

    def _counted(self, text: str) -> "Counting":
        Counting.work += len(text)
        return Counting(text)


def test_a_piece_of_a_reply_costs_the_same_however_long_the_reply_is():
    def cost(pieces: int) -> float:
        Counting.work, assembly = 0, Assembly()
        for _ in range(pieces):
            assembly.add(Piece(Counting("a word ")))
            assert assembly.shown.text
        return Counting.work / pieces

    assert cost(1_600) <= 2 * cost(100)


def test_others_get_their_turn_while_a_reply_comes_without_a_pause(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    turns, taken = 0, list[int]()

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def story() -> None:
        async with ScriptedModel() as server:
            model = Providers(everywhere(server.base_url), environment=os.environ, now=lambda: 0.0, random=Random(1))
            server.will(reply(*(f"word{number} " for number in range(1_200))))
            ticking = asyncio.create_task(others())
            request = Request(at=At(1, 1), model="openai/scripted", system=SYSTEM, messages=(), tools=())
            try:
                await model.reply(request, lambda shown: taken.append(turns))
            finally:
                ticking.cancel()
                await model.aclose()

    play(story)
    assert max(taken.count(turn) for turn in set(taken)) <= 100


# The end
class Closing(Unpaired):
    """One that may be closed while work goes on."""

    closed = False

    async def append(
        self,
        thread: str,
        facts: Sequence[Fact],
        *,
        key: str | None = None,
        lasting: bool = False,
        generation: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        if self.closed:
            raise JournalUnavailable("the journal is closed")
        return await super().append(thread, facts, key=key, lasting=lasting, generation=generation, spent=spent)

    async def decide(
        self,
        thread: str,
        facts: Sequence[Fact],
        *,
        generation: int,
        expect: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        if self.closed:
            raise JournalUnavailable("the journal is closed")
        return await super().decide(thread, facts, generation=generation, expect=expect, spent=spent)


def test_nothing_goes_on_once_all_work_was_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("adapters.engines.local.PATIENCE", 0.1, raising=False)
    gate = asyncio.Event()

    async def answers() -> Reply:
        await gate.wait()
        return Reply("well")

    async def story() -> None:
        clock = Clock()
        journal = Closing(clock)
        bob = Colleague(tmp_path, Scripted(answers=lambda request: answers()), journal=journal, clock=clock)
        for number in range(5):
            await bob.says("hello", place=Place("slack", "T", f"C{number}", "1"))
        journal.closed = True
        ending = asyncio.create_task(bob.parts.engine.stop())
        for _ in range(10):
            await asyncio.sleep(0.05)
            await clock.advance(1.0)
        try:
            assert ending.done()
            assert not [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        finally:
            journal.closed = False
            await clock.advance(60.0)
            await ending

    play(story)


# Who comes first
def test_what_is_said_is_acknowledged_before_it_is_known_who_says_it(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        people = [slack.slack.user(f"new{number}") for number in range(10)]
        hold = Hold()
        for who in people:
            slack.slack.joins(who, slack.dev)
        await slack.works_off()
        slack.slack.faults.plan("users.info", Held("before", hold), None, None)
        for who in people:
            await slack.mentions(who, "hello")
        try:
            await slack.slack.settled(within=1.5)
        finally:
            hold.release()

    in_slack(tmp_path, Scripted(answers=lambda request: Reply("Hello.")), story)


MENTIONS = 200


async def crowded(folder: Path, most: list[int]) -> Colleague:
    """One person asks for much, all at once, of a model that does not answer."""
    gate = asyncio.Event()

    async def answers() -> Reply:
        await gate.wait()
        return Reply("well")

    bob = Colleague(folder, Scripted(answers=lambda request: answers()))
    for number in range(MENTIONS):
        await bob.parts.intake.receive(_mention(number))
    for _ in range(50):
        await asyncio.sleep(0.002)
    most.append(bob.model.waiting)
    return bob


def _mention(number: int, by: Person = BOB) -> MessageSent:
    place = Place("slack", "T", "CDEV", f"{by.user}{number}")
    return MessageSent(f"{by.user}{number}", place, by, f"question {number}", f"{by.user}{number}")


def test_turns_at_once_are_capped_and_one_person_has_not_all_of_them(tmp_path: Path):
    async def story() -> None:
        most = list[int]()
        bob = await crowded(tmp_path, most)
        await bob.parts.intake.receive(_mention(0, ANA))
        for _ in range(50):
            await asyncio.sleep(0.002)
        asked = "\n".join(str(request.messages[-1].value) for request in bob.model.requests)
        try:
            assert 1 <= most[0] <= 50
            assert "ana: question 0" in asked
        finally:
            await bob.ends()

    play(story)


def test_whose_turn_waits_is_told_so(tmp_path: Path):
    async def story() -> None:
        bob = await crowded(tmp_path, [])
        try:
            assert bob.model.waiting < MENTIONS
            assert not bob.chat.reactions, "it may be a moment"
            await bob.clock.advance(10.0)
            await bob.parts.engine.sweep()
            for _ in range(50):
                await asyncio.sleep(0.002)
            assert len([one for one in bob.chat.reads() if "wait" in one]) or bob.chat.reactions
        finally:
            await bob.ends()

    play(story)


# A platform's limits
def chat(slack: InSlack) -> Chat:
    assert slack._platform
    return slack._platform.chat


def within(made: list[Call], seconds: float) -> int:
    """The most calls in any time of that length."""
    return max((sum(one.at <= each.at < one.at + seconds for each in made) for one in made), default=0)


@pytest.mark.parametrize(("method", "a_minute"), [("chat.update", 50), ("reactions.add", 50)])
def test_a_burst_and_what_is_refilled_stay_within_a_minutes_limit(tmp_path: Path, method: str, a_minute: int):
    async def story(slack: InSlack) -> None:
        place = Place("slack", slack.slack.team.id, slack.dev.id)
        message = await chat(slack).post(place, "k", Text("hello"))
        before = len(slack.slack.calls_of(method))

        async def one(number: int) -> None:
            if method == "chat.update":
                await chat(slack).update(place, message, "k", Text(f"number {number}"))
            else:
                await chat(slack).react(place, message, "waiting")

        asked = [asyncio.create_task(one(number)) for number in range(110)]
        await slack.hours.passes(240.0)
        await asyncio.gather(*asked, return_exceptions=True)
        made = slack.slack.calls_of(method)[before:]
        assert len(made) > a_minute
        assert within(made, 60.0) <= a_minute

    in_slack(tmp_path, Scripted(), story)


def card(number: int, settled: bool = False) -> Card:
    buttons = () if settled else (Button("Approve", f"0123456789abcdef|{number}.1.0#1|approve", "primary"),)
    return Card((f"Do {number}?",), buttons=buttons, outcome=("Approved by own",) if settled else ())


def test_a_card_is_settled_before_texts_that_still_wait(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        places = [Place("slack", slack.slack.team.id, slack.slack.channel(f"c{n}", slack.bob).id) for n in range(3)]
        text, *cards = [
            await chat(slack).post(place, f"k{n}", Text("hello") if n == 0 else card(n))
            for n, place in enumerate(places)
        ]
        asked = [
            asyncio.create_task(chat(slack).update(places[0], text, "k0", Text(f"number {number}")))
            for number in range(80)
        ]
        await slack.hours.rests()
        begun = len(slack.slack.calls_of("chat.update"))
        assert begun < 80
        asked += [
            asyncio.create_task(chat(slack).update(places[n], message, f"k{n}", card(n, settled=True)))
            for n, message in enumerate(cards, 1)
        ]
        await slack.hours.passes(240.0)
        await asyncio.gather(*asked, return_exceptions=True)
        after = [call.args["channel"] for call in slack.slack.calls_of("chat.update")[begun:]]
        assert set(after[:2]) == {place.channel for place in places[1:]}

    in_slack(tmp_path, Scripted(), story)


def test_a_card_is_asked_before_texts_that_still_wait(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        place = Place("slack", slack.slack.team.id, slack.dev.id)
        asked = [asyncio.create_task(chat(slack).post(place, f"t{n}", Text(f"number {n}"))) for n in range(40)]
        await slack.hours.rests()
        begun = len(slack.posts())
        assert begun < 40
        asked.append(asyncio.create_task(chat(slack).post(place, "card", card(1))))
        await slack.hours.passes(120.0)
        await asyncio.gather(*asked, return_exceptions=True)
        assert "Do 1?" in slack.posts()[begun].shown

    in_slack(tmp_path, Scripted(), story)


class Writing(Scripted):
    """Writes two hundred words, some each second, for eight seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.sleep: Sleep = asyncio.sleep
        self.now: Now = lambda: 0.0
        self.ended: dict[str, float] = {}
        """When, by what was asked."""

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        text, asked = "", str(request.messages[-1].value["content"]).rpartition(" ")[2]
        for second in range(8):
            text += "".join(f"word{word} " for word in range(25 * second, 25 * second + 25))
            shown(Shown(text))
            await self.sleep(1.0)
        self.ended[asked] = self.now()
        return Reply(f"{text}and so on of {asked}.")


def test_a_whole_answer_is_there_soon_after_the_model_has_ended(tmp_path: Path):
    model, turns, late = Writing(), 90, 10.0

    async def story(slack: InSlack) -> None:
        quiet(slack)
        model.sleep, model.now = slack.hours.sleep, slack.hours
        channels = {f"q{number}": slack.slack.channel(f"c{number}", slack.bob) for number in range(turns)}
        await slack.works_off()
        whole, waiting = dict[str, float](), list(channels)
        while len(whole) < turns and slack.hours() < 1_800_000_000.0 + 150.0:
            for name in [waiting.pop(0) for _ in range(3) if waiting]:
                await slack.mentions(slack.bob, f"write {name}", channels[name])
            await slack.hours.passes(1.0)
            for name in model.ended.keys() - whole.keys():
                if any(f"so on of {name}." in one.shown for one in slack.posts(channels[name])):
                    whole[name] = slack.hours()
        after = {name: whole.get(name, slack.hours()) - ended for name, ended in model.ended.items()}
        assert len(after) == turns
        assert {name: seconds for name, seconds in after.items() if seconds > late} == {}

    in_slack(tmp_path, model, story)


def test_nothing_is_one_call_too_many_and_every_status_is_cleared(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    model, turns = Writing(), 40

    async def story(slack: InSlack) -> None:
        model.sleep, model.now = slack.hours.sleep, slack.hours
        channels = [slack.slack.channel(f"c{number}", slack.bob) for number in range(turns)]
        await slack.works_off()
        for number, channel in enumerate(channels):
            await slack.mentions(slack.bob, f"write q{number}", channel)
            await slack.hours.passes(0.5)
        await slack.hours.passes(180.0)
        assert [call.method for call in slack.slack.calls if call.status == 429] == []
        for number, channel in enumerate(channels):
            assert f"so on of q{number}." in slack.posts(channel)[-1].shown
            status = slack.slack.status(channel, slack.slack.history(channel)[0].ts)
            assert not (status and status.text)

    with caplog.at_level(logging.INFO, "adapters.slack"):
        in_slack(tmp_path, model, story, strict_rates=True)
    assert len([one for one in caplog.records if one.name.startswith("adapters.slack")]) <= 10


TURNS, AT_ONCE = 100, 70


def quiet(slack: InSlack) -> None:
    """No status is shown, which would be looked at every two seconds."""
    for method in ("agents.sessions.setStatus", "assistant.threads.setStatus"):
        slack.slack.refuses(method, "unknown_method", times=None)


def test_answers_in_one_channel_come_in_the_order_of_the_questions(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        quiet(slack)
        roots = [await slack.mentions(slack.bob, f"question {number}") for number in range(AT_ONCE)]
        for number in range(AT_ONCE, TURNS):
            await slack.hours.passes(1.0)
            roots.append(await slack.mentions(slack.bob, f"question {number}"))
            await slack.works_off()
        await slack.hours.passes(150.0)
        order = {root.ts: number for number, root in enumerate(roots)}
        answered = [order[one.thread] for one in slack.posts() if one.thread in order]
        assert len(answered) == TURNS
        swapped = sum(later < earlier for place, earlier in enumerate(answered) for later in answered[place + 1 :])
        assert swapped <= TURNS / 50

    in_slack(tmp_path, Scripted(answers=lambda request: Reply("Well.")), story)


def test_no_answer_waits_behind_notices_that_it_takes_a_while(tmp_path: Path):
    turns, takes = 25, 16.0

    async def story(slack: InSlack) -> None:
        async def answers() -> Reply:
            await slack.hours.sleep(takes)
            return Reply("Well.")

        slack.model.answers = lambda request: answers()  # type: ignore[attr-defined]
        quiet(slack)
        began = slack.hours()
        for number in range(turns):
            await slack.mentions(slack.bob, f"question {number}")
        await slack.works_off()
        for _ in range(40):
            await slack.hours.passes(3.0)
            await slack.sweeps()
        answered = [float(one.ts) for one in slack.posts() if "Well." in one.shown]
        assert len(answered) == turns
        assert max(answered) - began <= takes + turns + 3.0

    in_slack(tmp_path, Scripted(), story)


def test_statuses_that_are_not_taken_are_a_line_a_minute(caplog: pytest.LogCaptureFixture):
    tried, minutes, threads = 0, 3, 40

    async def refused(place: Place, *status: Any) -> Any:
        nonlocal tried
        tried += 1
        raise Undelivered("agents.sessions.setStatus: Slack asks me to wait")

    async def story() -> None:
        clock = Passed()
        statuses = Statuses(refused, refused, clock, clock.sleep)
        for number in range(threads):
            await statuses.show(Place("slack", "T", "C", str(number)), Activity())
        await clock.advance(60.0 * minutes)
        await statuses.close()

    with caplog.at_level(logging.DEBUG):
        play(story)
    assert len([one for one in caplog.records if one.name.startswith("adapters")]) <= 2 * minutes + 1
    assert tried <= threads + 50 * minutes


def test_nobody_is_asked_to_wait_for_fewer_than_no_seconds(tmp_path: Path):
    async def story(slack: InSlack) -> None:
        place = Place("slack", slack.slack.team.id, slack.dev.id)
        message = await chat(slack).post(place, "k", Text("hello"))
        slack.slack.rate_limits("reactions.add", 100)
        with pytest.raises(Undelivered) as refused:
            await chat(slack).react(place, message, "waiting")
        assert "-" not in str(refused.value)

    in_slack(tmp_path, Scripted(), story)


def test_who_we_are_is_asked_once_after_a_restart(tmp_path: Path):
    threads, hold = 12, Hold()

    async def story(slack: InSlack) -> None:
        quiet(slack)
        channels = [slack.slack.channel(f"c{number}", slack.bob) for number in range(threads)]
        await slack.works_off()
        slack.slack.faults.plan("chat.postMessage", Held("after", hold), None, None)
        for channel in channels:
            await slack.mentions(slack.bob, "hello", channel)
        await slack.until(lambda: len(slack.slack.calls_of("chat.postMessage")) >= threads)
        await slack.stops()  # and it is not known whether the answers arrived
        hold.release()
        slack.slack.recovers("chat.postMessage")
        before = len(slack.slack.calls_of("auth.test"))
        await slack.starts()
        await slack.hours.passes(60.0)
        assert [len([one for one in slack.posts(channel) if "Well." in one.shown]) for channel in channels] == [
            1
        ] * threads
        assert len(slack.slack.calls_of("auth.test")) - before <= 2

    in_slack(tmp_path, Scripted(answers=lambda request: Reply("Well.")), story)


class Slow(Unpaired):
    """One whose appends take a moment, of real time."""

    async def append(
        self,
        thread: str,
        facts: Sequence[Fact],
        *,
        key: str | None = None,
        lasting: bool = False,
        generation: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        await asyncio.sleep(0.1)
        return await super().append(thread, facts, key=key, lasting=lasting, generation=generation, spent=spent)


def test_what_comes_while_we_leave_makes_no_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    async def story(slack: InSlack) -> None:
        async def talking() -> None:
            for number in range(400):
                await slack.mentions(slack.bob, f"question {number}")
                await asyncio.sleep(0.001)

        for _ in range(5):  # few are acknowledged at just that moment
            talk = asyncio.create_task(talking())
            await asyncio.sleep(0.1)
            await slack.stops()
            talk.cancel()
            await asyncio.gather(talk, return_exceptions=True)
            await asyncio.sleep(0.2)
            if [one for one in caplog.records if one.exc_info]:
                break
            await slack.starts()

    with caplog.at_level(logging.INFO):
        in_slack(tmp_path, Scripted(answers=lambda request: Reply("Well.")), story, journal=lambda hours: Slow(hours))
    assert [one.getMessage() for one in caplog.records if one.exc_info] == []


# What is kept
KEPT = ("CachedSession", "Session", "Window", "Transcript", "_Shown", "_Watched", "Activation", "Task", "TimerHandle")
"""Kinds of what a thread takes while it is at work."""


def kept() -> Counter[str]:
    gc.collect()
    kinds = Counter(map(type, gc.get_objects()))
    ours = {kind: count for kind, count in kinds.items() if not str(kind.__module__).startswith("tests")}
    return Counter({kind.__name__: count for kind, count in ours.items() if kind.__name__ in KEPT})


def test_a_thread_that_rests_keeps_nothing_in_memory(tmp_path: Path):
    threads = 60

    async def story(slack: InSlack) -> None:
        async def talked(channel: Channel) -> Counter[str]:
            for number in range(threads):
                await slack.mentions(slack.bob, f"question {number}", channel)
                await slack.works_off()
                await slack.hours.passes(5.0)
            await slack.passes(300.0)
            return kept()

        once = await talked(slack.dev)
        more = await talked(slack.slack.channel("ops", slack.bob)) - once
        assert {kind: count for kind, count in more.items() if count > threads / 3} == {}

    with ExitStack() as opened:
        in_slack(
            tmp_path,
            Scripted(answers=lambda request: Reply("Well.")),
            story,
            journal=lambda hours: opened.enter_context(SqlJournal.open(f"sqlite:///{tmp_path / 'desk.db'}", hours)),
        )
