"""Several machines on one database look for what is due: each time comes once, whoever finds it."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from adapters.engines.local import LocalEngine
from harness.sessions import facts as f
from harness.sessions.fold import fold
from harness.sessions.journal import Journal
from harness.tools.calls import At, ToolResult
from harness.tools.changes import Recurrence, WakeupWanted
from scheduler.recurrence import following
from tests.contracts.engine import Machine
from tests.contracts.storage import OnDatabase
from tests.laws.colleague import BOB, USUAL
from tests.postgres import Postgres
from tests.unit.harness.sessions.script import Script

SCHEDULES, AGAIN = 1_000, 100
"""Threads that wait for a time within the hour; so many of them for each quarter of one."""
HOUR, STEP = 3_600, 60
MACHINES = 3
CALL = "1.1.0"


@pytest.fixture
def storage(postgres: Postgres) -> Iterator[OnDatabase]:
    storage = OnDatabase(postgres.database())
    yield storage
    storage.close()


def waiting(wakeup: WakeupWanted) -> list[f.Fact]:
    """A thread whose turn is over, and in which it asked to be woken then."""
    script = Script().says(BOB).replies(("read", "x")).starts(CALL)
    script.tell(f.ToolReturned(CALL, ToolResult("scheduled", changes=(wakeup,)))).replies(text="Later, then.")
    script.tell(*(f.PostSent(item.id) for item in script.session.outbox))
    return [row.fact for row in script.rows]


async def due_in(journal: Journal, thread: str) -> list[f.HeartbeatFired]:
    rows = await journal.read(thread)
    session = fold(rows)
    assert session.turn is None
    assert not session.outbox
    fired = [row.fact for row in rows if isinstance(row.fact, f.HeartbeatFired)]
    replies = [row.fact.at for row in rows if isinstance(row.fact, f.ModelReplied)]
    assert replies[2:] == [At(turn + 2, 1) for turn in range(len(fired))], (
        "each time is a turn, which is replied to once"
    )
    assert not any(isinstance(row.fact, f.WakeupSkipped) for row in rows)
    return fired


def test_three_machines_on_one_database_let_each_time_come_once(storage: OnDatabase):
    random = Random(3)
    begin = storage.now
    quarters = Recurrence("", "UTC", HOUR / 4, begin)
    times = {f"once-{n}": begin + random.uniform(1, HOUR - STEP) for n in range(SCHEDULES - AGAIN)}

    async def scene() -> None:
        for thread, at in times.items():
            await storage.journal.append(thread, waiting(WakeupWanted(at, "look")))
        for n in range(AGAIN):
            await storage.journal.append(f"again-{n}", waiting(WakeupWanted(begin + HOUR / 4, "look", quarters)))
        machines = [Machine(storage, LocalEngine, storage.another()) for _ in range(MACHINES)]
        for machine in machines:
            machine.rules = replace(USUAL, following=following)
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

    async def swept(machine: Machine) -> bool:
        """Was there anything to do?"""
        await machine.engine.sweep()
        await asyncio.sleep(0)
        busy = machine.running.total() > 0
        await machine.settles()
        return busy

    asyncio.run(scene())
