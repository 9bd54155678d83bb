"""Several machines on one database look for what is due: each time comes once, whoever finds it."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from adapters.engines.local import LocalEngine
from harness.loop.perform import EffectContext
from harness.sessions import facts as f
from harness.sessions.effects import CallModel, Effect, Post, ReadChecklist, RunTool, WithdrawAction
from harness.sessions.fold import fold
from harness.sessions.journal import Journal
from harness.tools.calls import REPORT, At, ToolCall, ToolResult
from harness.tools.changes import Reported, WakeupWanted
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Hours, Interval, Once
from scheduler.schedules import next_after
from tests.contracts.engine import Machine
from tests.contracts.storage import OnDatabase, Store
from tests.laws.colleague import BOB, CHANNEL, USUAL
from tests.postgres import Postgres
from tests.unit.harness.sessions.script import Script

SCHEDULES, AGAIN = 1_000, 100
"""Threads that wait for a time within the hour; so many of them for each quarter of one."""
HOUR, STEP = 3_600, 60
MACHINES = 3
CALL = "1.1.0"
HEARTBEATS = 120
"""Threads that have one; half of them have something to say each time, and a third look within hours alone."""


@pytest.fixture
def storage(postgres: Postgres) -> Iterator[OnDatabase]:
    storage = OnDatabase(postgres.database())
    yield storage
    storage.close()


@pytest.fixture(params=["sqlite", "postgres"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OnDatabase]:
    """The same on each database; that of one process alone is then opened by several, as none would."""
    if request.param == "sqlite":
        storage = OnDatabase.sqlite(tmp_path)
    else:
        storage = OnDatabase(request.getfixturevalue("postgres").database())
    yield storage
    storage.close()


def waiting(wakeup: WakeupWanted) -> list[f.Fact]:
    """A thread whose turn is over, and in which it asked to be woken then."""
    script = Script().says(BOB).replies(("read", "x")).starts(CALL)
    script.tell(f.ToolReturned(CALL, ToolResult("scheduled", changes=(wakeup,)))).replies(text="Later, then.")
    script.tell(*(f.PostSent(item.id) for item in script.session.postings.outbox))
    return [row.fact for row in script.rows]


async def due_in(journal: Journal, thread: str) -> list[f.TimerFired]:
    """Those that have come. The thread is at rest; a reply may have been told once more by who had lost the thread
    meanwhile, and counts once.
    """
    rows = await journal.read(thread)
    session = fold(rows)
    assert session.turn is None
    assert not session.postings.outbox
    fired = [row.fact for row in rows if isinstance(row.fact, f.TimerFired)]
    replies = list(dict.fromkeys(row.fact.at for row in rows if isinstance(row.fact, f.ModelReplied)))
    assert replies[2:] == [At(turn + 2, 1) for turn in range(len(fired))], "each time is a turn, which is replied to"
    assert session.turns == 1 + len(fired)
    assert not any(isinstance(row.fact, f.TimerSkipped) for row in rows)
    return fired


def test_three_machines_on_one_database_let_each_time_come_once(storage: OnDatabase):
    random = Random(3)
    begin = storage.now
    quarters = Interval(HOUR / 4, zone="UTC", since=begin)
    times = {f"once-{n}": begin + random.uniform(1, HOUR - STEP) for n in range(SCHEDULES - AGAIN)}

    async def context() -> None:
        for thread, at in times.items():
            await storage.journal.append(thread, waiting(WakeupWanted(at, "look", Once(at))))
        for n in range(AGAIN):
            await storage.journal.append(f"again-{n}", waiting(WakeupWanted(begin + HOUR / 4, "look", quarters)))
        machines = [Machine(storage, LocalEngine, storage.another()) for _ in range(MACHINES)]
        for machine in machines:
            machine.rules = replace(USUAL, next_after=next_after)
        try:
            while storage.now < begin + HOUR + STEP:
                while any(await asyncio.gather(*map(swept, machines))):
                    pass
                storage.now += STEP
        finally:
            for machine in machines:
                await machine.engine.stop()
        for thread in times:
            assert len(await due_in(storage.journal, thread)) == 1
        for n in range(AGAIN):
            fired = await due_in(storage.journal, f"again-{n}")
            assert [fact.next for fact in fired] == [begin + HOUR / 4 * (number + 2) for number in range(4)]
        took = [sum(machine.thinking.values()) for machine in machines]
        assert min(took) > 0, "each had its part"

    asyncio.run(context())


async def swept(machine: Machine) -> bool:
    """Was there anything to do?"""
    await machine.engine.sweep()
    await asyncio.sleep(0)
    busy = machine.running.total() > 0
    await machine.settles()
    return busy


class Looking(Machine):
    """Has something to say in a thread called tells-…, something else each time, and nothing in others."""

    def __init__(self, storage: OnDatabase, journal: Store) -> None:
        super().__init__(storage, LocalEngine, journal)
        self.rules = replace(USUAL, next_after=next_after)
        self.looked: Counter[str] = Counter()
        self.posted: Counter[tuple[str, str]] = Counter()
        """How often each post went out that none of another machine's was looked for first, by thread and id."""

    async def _perform(self, effect: Effect, context: EffectContext) -> f.Fact:
        match effect:
            case ReadChecklist(at=at):
                self.looked[context.thread] += 1
                return f.ChecklistRead(at, "the tide")
            case CallModel(at=at, through=through) if context.thread.startswith("tells-") and context.session().turn:
                self.thinking[context.thread] += 1
                return f.ModelReplied(at, through, "", calls=(ToolCall(f"{at}.0", REPORT, "{}"),))
            case RunTool(call=call):
                news = Reported(True, f"the tide at {call.id}")
                return f.ToolReturned(call.id, ToolResult("They are told.", changes=(news,)))
            case Post(id=id):
                self.posted[context.thread, id] += not context.inherited
                return f.PostSent(id, f"message {id}")
            case WithdrawAction(post=post):
                return f.ActionWithdrawn(post.id)
        return await super()._perform(effect, context)


async def beats_in(journal: Journal, thread: str) -> list[tuple[float, float | None]]:
    """When each came, and when it said that the next does. The thread is at rest, and each was looked at whole; what
    came of it may have been told twice, too.
    """
    rows = await journal.read(thread)
    session = fold(rows)
    assert session.turn is None
    assert not session.postings.outbox
    fired = [(row.at, row.fact.next) for row in rows if isinstance(row.fact, f.TimerFired)]
    steps = [At(number + 1, 1) for number in range(len(fired))]
    prepared = dict.fromkeys(row.fact.at for row in rows if isinstance(row.fact, f.ChecklistRead))
    replied = dict.fromkeys(row.fact.at for row in rows if isinstance(row.fact, f.ModelReplied))
    sent = dict.fromkeys(row.fact.id for row in rows if isinstance(row.fact, f.PostSent) and "beat-" in row.fact.id)
    assert list(prepared) == list(replied) == steps
    assert session.turns == len(fired)
    assert not any(isinstance(row.fact, f.TimerSkipped) for row in rows)
    assert list(sent) == [f"beat-{step.turn}" for step in steps if thread.startswith("tells-")]
    return fired


def test_three_machines_on_one_database_look_at_each_time_of_a_heartbeat_once(storage: OnDatabase):
    begin, every = storage.now, HOUR / 4
    hours = Hours(0, int(begin + HOUR / 2) // 60)  # the first time of four is within them

    async def context() -> None:
        threads = [f"{'tells' if number % 2 else 'silent'}-{number}" for number in range(HEARTBEATS)]
        anchors = dict[str, float]()
        for number, thread in enumerate(threads):
            storage.now = anchors[thread] = begin + 5 * number
            beat = HeartbeatConfig(OWN, Interval(every, None if number % 3 else hours))
            await storage.journal.append(thread, [f.HeartbeatSet(BOB, CHANNEL, beat)])
        machines = [Looking(storage, storage.another()) for _ in range(MACHINES)]
        try:
            while storage.now < begin + 5 * HEARTBEATS + HOUR + STEP:
                while any(await asyncio.gather(*map(swept, machines))):
                    pass
                storage.now += STEP
        finally:
            for machine in machines:
                await machine.engine.stop()
        for number, thread in enumerate(threads):
            fired = await beats_in(storage.journal, thread)
            times = [anchors[thread] + every * (count + 1) for count in range(4 if number % 3 else 1)]
            assert [time for time, _ in fired] == [pytest.approx(time + STEP / 2, abs=STEP / 2) for time in times]
            following = [time + every for time in times] if number % 3 else [86_400.0]
            assert [after for _, after in fired] == following
        took = [machine.looked.total() for machine in machines]
        assert min(took) > 0, "each had its part"
        posted = sum((machine.posted for machine in machines), Counter[tuple[str, str]]())
        assert max(posted.values()) == 1, "another looks first whether it is there"

    asyncio.run(context())


class Mortal:
    """A journal as a machine has it that stands still at a point: before an operation, or after it. What it does from
    then on does not come to anything before it goes on.
    """

    def __init__(self, journal: Store, last: int) -> None:
        self._journal, self._last = journal, last
        self.points = 0
        self.goes_on = asyncio.Event()
        self.stands = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        async def operation(*args: Any, **kwargs: Any) -> Any:
            await self._point()
            done = await getattr(self._journal, name)(*args, **kwargs)
            await self._point()
            return done

        return operation

    async def _point(self) -> None:
        self.points += 1
        if self.points >= self._last:
            self.stands.set()
            await self.goes_on.wait()


async def killed(machine: Machine) -> None:
    """Whatever it is at, nothing more comes of it."""
    live = list(machine.engine.live.values())  # type: ignore[attr-defined]
    tasks = [task for activation, running in live for task in (running, *activation.working)]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("comes_back", [False, True], ids=["dead", "late"])
def test_a_heartbeat_is_looked_at_once_whenever_the_machine_stood_still_that_had_taken_it(
    either: OnDatabase, comes_back: bool
):
    async def stands_still_at(point: int) -> int:
        """Between its time and its rest, one does; how many points there are."""
        thread, others = f"tells-{point}", [Looking(either, either.journal) for _ in range(MACHINES - 1)]
        beat = HeartbeatConfig(OWN, Interval(HOUR, since=either.now))
        await either.journal.append(thread, [f.HeartbeatSet(BOB, CHANNEL, beat)])
        await swept(others[0])
        begin, either.now = either.now, either.now + HOUR
        mortal = Mortal(either.journal, point)
        one = Looking(either, cast("Store", mortal))
        one.engine.wake(thread)
        over, still = asyncio.create_task(one.settles()), asyncio.create_task(mortal.stands.wait())
        await asyncio.wait({over, still}, return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        if not comes_back:
            await killed(one)
        while any([await swept(other) for other in others]):
            pass
        mortal.goes_on.set()
        still.cancel()
        await one.settles()
        while any([await swept(other) for other in (*others, one)]):
            pass
        assert await beats_in(either.journal, thread) == [(either.now, begin + 2 * HOUR)]
        posted = sum((machine.posted for machine in (one, *others)), Counter[tuple[str, str]]())
        assert posted[thread, "beat-1"] <= 1, "another looks first whether it is there"
        await either.journal.append(thread, [f.TimerEnded(OWN, "", by=BOB, place=CHANNEL)])
        await swept(others[0])
        for machine in (one, *others):
            await machine.engine.stop()
        return mortal.points

    async def context() -> None:
        points = await stands_still_at(10_000)
        assert points > 20
        for point in range(1, points + 1):
            await stands_still_at(point)

    asyncio.run(context())
