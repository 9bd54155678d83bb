"""Commands are answered: in words at once, or by facts of the conversation that they are about."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any

import pytest

from harness.approvals.gate import Judged, Verdict
from harness.approvals.reasons import RuleReason
from harness.chat.events import CommandInvoked, MessageSent
from harness.chat.people import Person, Place
from harness.chat.port import Undelivered
from harness.chat.rooms import Nowhere
from harness.commands.lists import NOTHING_TO_STOP
from harness.context.history import History
from harness.loop.commands import LISTED, STILL, Commands
from harness.loop.intake import Intake, thread_of
from harness.loop.refusals import NotAdmitted
from harness.loop.thread_reader import ThreadReader
from harness.sessions import facts as f
from harness.sessions.index import IndexedThread, ThreadSummary, listing
from harness.sessions.threads import ThreadNames
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import CommandStarted
from harness.tools.heartbeats import HeartbeatConfig
from harness.tools.schedules import Interval
from harness.workspace.pairing import WrongCode
from harness.workspace.places import PlacePolicy
from tests.fakes.journal import MemoryCatalogue, MemoryJournal
from tests.fakes.people import Everybody
from tests.laws.colleague import ANA, BOB, CHANNEL, TOOLS
from tests.unit.harness.commands.house import CONTEXT, OLGA, said

THREAD, WIDE = thread_of(CHANNEL), replace(CHANNEL, thread="")
BESIDE = replace(CHANNEL, thread="2")


class Codes:
    """Of pairings, for one code."""

    async def paired(self, person: str) -> bool:
        return False

    async def offer(self, person: Person) -> str | None:
        return None

    async def redeem(self, code: str, by: str) -> str:
        if code != "ABCD2345":
            raise WrongCode("There is no such code.")
        return f"gus, by {by}"


class Desk:
    """Facts go into the journal; `rests` lists a thread as an activation would."""

    def __init__(self, journal: MemoryJournal | None = None) -> None:
        self.now, self.woken, self.policy = 100.0, list[str](), PlacePolicy()
        self.journal = journal or MemoryJournal(lambda: self.now)
        index = self.journal.index
        self.intake = Intake(
            self.journal,
            ThreadReader(self.journal, self.journal, index),
            self,
            Everybody(),
            TOOLS,
            lambda place: self.policy,
        )
        self.commands = Commands(
            self.journal, index, self.intake, self, lambda: CONTEXT, Codes(), lambda p: self.policy, lambda: self.now
        )

    def wake(self, thread: str) -> None:
        self.woken.append(thread)

    async def says(self, by: Person, text: str, place: Place = CHANNEL) -> None:
        self.now += 10.0
        await self.intake.receive(MessageSent(f"m{self.now}", place, by, text))

    async def ends(self, place: Place = CHANNEL) -> None:
        session = await self.intake.reader.session(await self.intake.reader.thread(place))
        assert session.turn
        reply = f.ModelReplied(session.turn.at, session.turn.through, "done")
        await self.journal.append(await self.intake.reader.thread(place), [reply])

    async def rests(self, place: Place = CHANNEL) -> None:
        thread = await self.intake.reader.thread(place)
        session, generation = await self.intake.reader.session(thread), (await self.journal.take(thread)).generation
        assert await self.journal.rest(thread, session.head, generation, None, listing(session))

    async def told(self, line: str, by: Person = BOB, place: Place = CHANNEL, wide: bool = False, id: str = "") -> str:
        return await self.commands.invoke(said(line, by, place, wide, id))

    async def last(self, thread: str = THREAD) -> f.Fact:
        return (await self.journal.read(thread))[-1].fact


def run(context: Coroutine[Any, Any, None]) -> None:
    asyncio.run(context)


def test_what_changes_a_conversation_is_a_fact_of_it_once_however_often_it_is_sent() -> None:
    async def context() -> None:
        desk = Desk()
        for _ in range(2):
            assert await desk.told("model openai/small", id="event 1") == ""
        assert await desk.journal.head(THREAD) == 1
        assert await desk.last() == f.ModelChosen(BOB, CHANNEL, "openai/small")
        assert THREAD in desk.woken

    run(context())


def test_who_may_not_talk_commands_nothing() -> None:
    async def context() -> None:
        desk = Desk()
        with pytest.raises(NotAdmitted, match="I do not know you"):
            await desk.told("stop", replace(BOB, member=False))

    run(context())


def test_where_nobody_is_answered_only_what_nobody_else_sees_is() -> None:
    async def context() -> None:
        desk = Desk()
        desk.policy = PlacePolicy("off")
        assert await desk.told("help") == ""
        private = CommandInvoked("c", WIDE, BOB, "help", wide=True, private=True)
        assert "`status`" in await desk.commands.invoke(private)

    run(context())


class Resting(MemoryCatalogue):
    """By which a conversation comes to rest as soon as somebody has looked for it."""

    desk: "Desk"

    async def of_channel(self, place: Place, most: int, person: str = "") -> Sequence[IndexedThread]:
        found = await super().of_channel(place, most, person)
        await self.desk.rests()
        return found

    async def unrested(self, place: Place | None = None) -> Sequence[str]:
        found = await super().unrested(place)
        await self.desk.rests()
        return found


def test_a_conversation_that_comes_to_rest_meanwhile_is_found_all_the_same() -> None:
    async def context() -> None:
        journal = MemoryJournal(lambda: 0.0)
        journal.index = index = Resting(journal.threads, journal.ledger.lifts)
        index.desk = desk = Desk(journal)
        await desk.says(BOB, "the first")
        await desk.ends()
        assert "**the first**" in await desk.told("status", BOB, WIDE, wide=True)

    run(context())


def test_in_a_channel_it_is_about_the_conversation_in_which_one_spoke_last() -> None:
    async def context() -> None:
        desk = Desk()
        assert "You have no thread in this channel yet" in await desk.told("status", wide=True, place=WIDE)
        await desk.says(BOB, "the first")
        await desk.ends()
        await desk.rests()
        await desk.says(ANA, "the second", BESIDE)
        assert "**the first**" in await desk.told("status", BOB, WIDE, wide=True)
        assert "**the second**" in await desk.told("status", ANA, WIDE, wide=True)
        elsewhere = replace(WIDE, channel="other")
        assert "You have no thread in this channel yet" in await desk.told("status", BOB, elsewhere, wide=True)

    run(context())


def test_in_direct_messages_in_which_nothing_was_said_nobody_is_sent_to_a_channel() -> None:
    async def context() -> None:
        place = Place("slack", "T1", "D1")
        assert await Desk().told("status", wide=True, place=place) == "Nothing was said here to me yet."
        assert await Desk().told("stop", wide=True, place=place) == "Nothing was said here to me yet."

    run(context())


def test_a_heartbeat_of_a_channel_needs_no_conversation_there() -> None:
    async def context() -> None:
        desk = Desk()
        assert await desk.told("heartbeat every 30m", BOB, WIDE, wide=True) == ""
        [row] = desk.journal.threads[thread_of(WIDE)].rows
        assert isinstance(row.fact, f.HeartbeatSet)

    run(context())


def test_what_is_no_command_is_said_to_be_none_also_where_there_is_no_conversation() -> None:
    async def context() -> None:
        told = await Desk().told("status! now", place=WIDE, wide=True)
        assert told == "There is no command status!; did you mean status? `help` lists them."

    run(context())


def test_in_a_channel_what_is_at_work_is_stopped_if_it_is_plain_which() -> None:
    async def context() -> None:
        desk = Desk()
        assert await desk.told("stop", wide=True, place=WIDE) == NOTHING_TO_STOP
        await desk.says(BOB, "the first")
        await desk.rests()
        told = await desk.told("stop", OLGA, WIDE, wide=True, id="c1")
        assert told == "Passed on to the conversation [“the first”](chat/1), which will tell you the outcome."
        assert await desk.last() == f.StopRequested(OLGA, WIDE, 1)
        await desk.says(BOB, "again")
        await desk.says(ANA, "the second", BESIDE)
        assert "I'm working in several threads" in await desk.told("stop", OLGA, WIDE, wide=True)
        assert "“the second”" in await desk.told("stop", ANA, WIDE, wide=True, id="c2")
        assert await desk.last(thread_of(BESIDE)) == f.StopRequested(ANA, WIDE, 1)

    run(context())


def test_in_a_channel_what_runs_in_the_background_is_stopped_while_nobody_is_at_work() -> None:
    async def context() -> None:
        desk = Desk()
        await desk.says(BOB, "build it")
        session = await desk.intake.reader.session(THREAD)
        assert session.turn
        call = ToolCall("1.1.0", "read", "{}")
        judged = Judged(Verdict.ALLOW, RuleReason("allowed", "read"), None, "read")
        begun = ToolResult("It runs.", changes=(CommandStarted("here", "b1", "make", 60.0),))
        await desk.journal.append(
            THREAD,
            [
                f.ModelReplied(session.turn.at, session.turn.through, "", calls=(call,)),
                f.CallJudged(call.id, call.digest, judged),
                f.ToolStarted(call.id, call.digest),
                f.ToolReturned(call.id, begun),
            ],
        )
        await desk.ends()
        await desk.rests()
        told = await desk.told("stop", OLGA, WIDE, wide=True, id="c1")
        assert "“build it”" in told
        assert await desk.last() == f.StopRequested(OLGA, WIDE)

    run(context())


def test_the_conversations_of_a_channel_are_those_at_rest_and_those_at_work() -> None:
    async def context() -> None:
        desk = Desk()
        await desk.says(BOB, "the first")
        await desk.ends()
        await desk.rests()
        await desk.says(ANA, "the second", BESIDE)
        lines = (await desk.told("threads")).splitlines()[1:]
        assert ["**the second** – working" in lines[0], "**the first** – idle, just now (this one)" in lines[1]] == [
            True,
            True,
        ]
        assert (await desk.told("threads", place=replace(CHANNEL, channel="other"))).startswith("There are no")

    run(context())


def test_what_waits_in_a_channel_is_listed_wherever_it_waits() -> None:
    async def context() -> None:
        desk = Desk()
        assert await desk.told("approvals", wide=True, place=WIDE) == "No decisions are waiting in this channel."
        await desk.told("mode free", id="c1")
        await desk.says(BOB, "do it")
        await desk.rests()
        assert "for free mode" in await desk.told("approvals", wide=True, place=WIDE)

    run(context())


def test_of_much_that_waits_in_a_channel_the_latest_is_listed_and_that_there_is_more() -> None:
    async def context() -> None:
        desk = Desk()
        for number in range(LISTED + 2):
            place = replace(CHANNEL, thread=str(number))
            await desk.told("mode free", id=f"c{number}", place=place)
            await desk.says(BOB, "do it", place)
            await desk.rests(place)
        told = (await desk.told("approvals", wide=True, place=WIDE)).splitlines()
        assert len(told) == LISTED + 1
        assert "and more" in told[-1]
        listed = (await desk.told("threads")).splitlines()
        assert listed[0] == f"Threads of this channel, the latest {LISTED}:"
        assert len(listed) == LISTED + 1

    run(context())


def test_a_new_conversation_begins_where_one_has_ended() -> None:
    async def context() -> None:
        desk = Desk()
        assert "each" in (await desk.told("new", wide=True, place=WIDE)).casefold()
        assert await desk.told("new") == "This conversation is already new."
        await desk.says(BOB, "the first")
        assert await desk.told("new") == STILL.format("`stop`")
        await desk.ends()
        assert await desk.told("new", id="c1") == ""
        fresh = await desk.intake.reader.thread(CHANNEL)
        assert fresh != THREAD
        assert await desk.last(fresh) == f.PlaceBound(BOB, CHANNEL)
        await desk.says(BOB, "something else")
        assert (await desk.intake.reader.session(fresh)).title == "something else"
        assert "This thread continues a conversation" in await desk.told("status")

    run(context())


def test_one_goes_on_with_another_conversation_of_the_channel_and_of_no_other() -> None:
    async def context() -> None:
        desk = Desk()
        for place in (CHANNEL, BESIDE):
            await desk.says(BOB, f"in {place.thread}", place)
            await desk.ends(place)
            await desk.rests(place)
        other = thread_of(BESIDE)
        assert "where that conversation should continue" in await desk.told(f"switch {other}", wide=True, place=WIDE)
        assert await desk.told(f"switch {THREAD[:6]}") == "You are already in that conversation."
        assert (await desk.told(f"switch {THREAD[1:6]}")).startswith("There is no such conversation")
        abroad = replace(CHANNEL, channel="abroad")
        assert (await desk.told(f"switch {other[:6]}", place=abroad)).startswith("There is no such conversation")
        assert (await desk.told("switch")).startswith("There is no such conversation")
        assert await desk.told(f"switch {other[:6]}") == ""
        assert await desk.intake.reader.thread(CHANNEL) == other
        assert await desk.last(other) == f.PlaceBound(BOB, CHANNEL)
        await desk.says(BOB, "going on", CHANNEL)
        assert await desk.told(f"switch {THREAD}") == STILL.format("`stop`")

    run(context())


def test_what_waits_to_be_heard_is_listed_in_its_words() -> None:
    async def context() -> None:
        desk = Desk()
        await desk.says(BOB, "do it")
        desk.policy = PlacePolicy(during="followup")
        await desk.says(ANA, "and then that")
        assert "`2` Ana: and then that" in await desk.told("queue")

    run(context())


def test_owners_vouch_for_people() -> None:
    async def context() -> None:
        desk = Desk()
        assert await desk.told("pair ABCD2345") == "Only an owner can vouch for somebody."
        assert await desk.told("pair ABCD2345", OLGA) == "gus, by test:T:olga can talk with me from now on."
        assert await desk.told("pair XXXX", OLGA) == "There is no such code."
        assert await desk.told("pair", OLGA) == "Say whose code: `pair CODE`."

    run(context())


def test_in_a_channel_that_has_a_heartbeat_of_its_own_it_is_about_that() -> None:
    async def context() -> None:
        desk = Desk()
        await desk.says(BOB, "the first")
        await desk.ends()
        await desk.rests()
        assert (await desk.told("heartbeat", BOB, WIDE, wide=True)).startswith("No heartbeat is set here.")
        there = await desk.intake.reader.thread(WIDE)
        await desk.journal.append(there, [f.HeartbeatSet(ANA, WIDE, HeartbeatConfig("file-1", Interval(300.0)))])
        assert "every 5 min, for Ana" in await desk.told("heartbeat", BOB, WIDE, wide=True)
        assert await desk.told("heartbeat off", BOB, WIDE, wide=True, id="c1") == ""
        assert not (await desk.intake.reader.session(there)).timers.heartbeats

    run(context())


class Sighted(Nowhere):
    """Bob sees what is said in one other channel; where Slack is asked about a third, it is away."""

    async def sees(self, person: Person, place: Place) -> bool:
        if place.channel == "third":
            raise Undelivered("Slack is away")
        return person.same(BOB) and place.channel in ("other", "D1")


def test_search_finds_what_whoever_asks_can_see() -> None:
    async def story() -> None:
        desk = Desk()
        history = History()
        history.kept_in(desk.journal, desk.journal, desk.journal.said, ThreadNames(), CONTEXT.link)
        desk.commands = Commands(
            desk.journal,
            desk.journal.index,
            desk.intake,
            desk,
            lambda: CONTEXT,
            Codes(),
            lambda place: desk.policy,
            lambda: desk.now,
            Sighted(),
            history=history,
        )
        await desk.says(ANA, "a red door")
        for channel in ("other", "third"):
            await desk.says(ANA, f"a red wall in the {channel}", replace(CHANNEL, channel=channel))
        told = await desk.commands.invoke(said("search “red”", by=BOB))
        assert "a red door" in told
        assert "a red wall in the other" in told
        assert "third" not in told
        assert "1 place could not be searched" in told
        assert "wall" not in await desk.commands.invoke(said("search red", by=ANA))
        assert "at most 1,000" in await desk.commands.invoke(said(f"search {'x' * 10_000}"))
        assert "Say what to look for" in await desk.commands.invoke(said("search"))
        alone = Place("slack", "T1", "D1")
        await desk.says(BOB, "a red secret", alone)
        theirs = ThreadSummary(place=alone, title="", at=1.0, waits=False, people=frozenset({BOB.id}))
        desk.journal.index.note("theirs", theirs)
        assert "a red secret" in await desk.commands.invoke(said("search secret", by=BOB))
        of_both = replace(theirs, people=frozenset({ANA.id, BOB.id}))
        desk.journal.index.note("theirs", of_both)
        assert "a red secret" not in await desk.commands.invoke(said("search secret", by=ANA)), (
            "she took part elsewhere"
        )
        desk.policy = PlacePolicy("off")
        assert await desk.commands.invoke(said("search red")) == ""

    asyncio.run(story())


class Seen(Nowhere):
    """Of a thread that is private only Ana and Bob see what is said there."""

    async def sees(self, person: Person, place: Place) -> bool:
        return place != HIDDEN or person in (ANA, BOB)

    async def shown(self, place: Place, where: Place) -> bool:
        return place != HIDDEN


OPEN, HIDDEN = (Place("discord", "G", "c", thread) for thread in ("open", "hidden"))


def test_a_thread_that_fewer_people_see_is_named_to_these_alone_and_goes_on_nowhere_else() -> None:
    async def context() -> None:
        desk = Desk()
        parts = (desk.journal, desk.journal.index, desk.intake, desk, lambda: CONTEXT, Codes())
        desk.commands = Commands(*parts, lambda place: desk.policy, lambda: desk.now, Seen())
        for place, text in ((HIDDEN, "who is to go"), (OPEN, "who is to come")):
            await desk.says(ANA, text, place)
            await desk.ends(place)
            await desk.rests(place)
        for by, named in ((ANA, True), (OLGA, False)):
            told = await desk.told("threads", by, OPEN)
            assert "who is to come" in told
            assert ("who is to go" in told) is named
        assert "There is no such conversation" in await desk.told(f"switch {thread_of(HIDDEN)[:6]}", ANA, OPEN)
        await desk.told(f"switch {thread_of(OPEN)[:6]}", ANA, HIDDEN)
        assert await desk.intake.reader.thread(HIDDEN) == thread_of(OPEN)

    run(context())
