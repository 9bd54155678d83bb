"""What an engine promises, whatever its journal is kept on."""

import asyncio
import gc
import time
import weakref
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Protocol, cast

import pytest

from harness.loop.activation import Activation
from harness.loop.admission import Admission
from harness.loop.clock import Now, Sleep
from harness.loop.perform import EffectContext
from harness.loop.progress import Unwatched
from harness.loop.session_cache import SessionCache
from harness.sessions import facts as f
from harness.sessions.effects import CallModel, Effect, Post, PostAsk, React, SettleCard
from harness.sessions.fold import fold
from harness.sessions.journal import JournalUnavailable
from harness.tools.calls import ToolCall
from tests.contracts.storage import Storage, Store
from tests.fakes.packages import compiling
from tests.laws.colleague import BOB, CHANNEL, USUAL

LONG = 20.0
"""Seconds of real time after which something that should have come to rest never will."""


class Engine(Protocol):
    """As much as the suite needs of one beyond its port."""

    def wake(self, thread: str) -> None: ...
    async def sweep(self) -> object: ...
    def start(self) -> None: ...
    async def stop(self) -> None: ...


MakeEngine = Callable[[Store, Callable[[str], Activation], Now, Sleep], Engine]


def said(text: str, addressed: bool = True) -> f.MessageReceived:
    return f.MessageReceived(BOB, CHANNEL, text, addressed=addressed)


class Tapped:
    """A journal on which something may happen at any point at which an activation awaits it: before an operation, and
    after it.
    """

    def __init__(self, journal: Store) -> None:
        self._journal = journal
        self.points = 0
        self.at: Callable[[int], Awaitable[None]] | None = None

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def operation(*args: Any, **kwargs: Any) -> Any:
            await self._point()
            done = await getattr(self._journal, name)(*args, **kwargs)
            await self._point()
            return done

        return operation

    async def _point(self) -> None:
        self.points += 1
        if self.at:
            await self.at(self.points)


class Watched(Activation):
    """Tells its machine when it runs."""

    machine: "Machine"

    async def run(self) -> None:
        self.machine.runs[self.thread] += 1
        self.machine.running[self.thread] += 1
        assert self.machine.running[self.thread] == 1, "two activations of one thread"
        try:
            await super().run()
        finally:
            self.machine.running[self.thread] -= 1


class Machine:
    """A process with an engine: its model says one thing, or, in a thread called ask-…, wants to deploy first."""

    def __init__(self, storage: Storage, make: MakeEngine, journal: Store | None = None) -> None:
        self.storage, self.journal = storage, journal or storage.journal
        self.runs: Counter[str] = Counter()
        self.running: Counter[str] = Counter()
        self.thinking: Counter[str] = Counter()
        """How often each thread has called its model."""
        self.activations: list[weakref.ref[Activation]] = []
        self.rules = USUAL
        self.cache, self.admission = SessionCache(), Admission(1_000)
        self.thinks = asyncio.Event()
        self.thinks.set()
        self.engine = make(self.journal, self._activation, lambda: storage.now, self._until_it_is_over)

    def _activation(self, thread: str) -> Activation:
        activation = Watched(
            thread,
            self.journal,
            self.journal,
            lambda: self.rules,
            compiling(),
            self._perform,
            Unwatched(),
            self.cache,
            self.admission,
            lambda: self.storage.now,
            self._moment,
        )
        activation.machine = self
        self.activations.append(weakref.ref(activation))
        return activation

    async def _moment(self, seconds: float) -> None:
        await asyncio.sleep(0)

    async def _until_it_is_over(self, seconds: float) -> None:
        """After the first sweep, the next ones are the test's to make."""
        await asyncio.Event().wait()

    async def _perform(self, effect: Effect, context: EffectContext) -> f.Fact:
        match effect:
            case CallModel(at=at, through=through) if context.thread.startswith("ask-") and at.step == 1:
                return f.ModelReplied(at, through, "", calls=(ToolCall(f"{at}.0", "deploy", '{"what": "it"}'),))
            case CallModel(at=at, through=through):
                self.thinking[context.thread] += 1
                await self.thinks.wait()
                return f.ModelReplied(at, through, "done")
            case Post(id=id) | React(id=id):
                return f.PostSent(id)
            case PostAsk(ask=id, place=place):
                return f.AskPosted(id, place, f"card {id}")
            case SettleCard(place=place, message=message, ask=ask):
                return f.CardSettled(place, message, ask)
            case _:
                raise AssertionError(effect)

    async def settles(self) -> None:
        """Until nothing runs."""
        deadline, quiet = time.monotonic() + LONG, 0
        while quiet < 3:  # one that was just woken does not run yet
            assert time.monotonic() < deadline, f"never comes to rest: {+self.running}"
            await asyncio.sleep(0.001)
            quiet = 0 if self.running.total() else quiet + 1

    async def turns(self, thread: str) -> list[str]:
        """What was replied in that thread, whose session must be at rest."""
        rows = await self.storage.journal.read(thread)
        assert fold(rows).turn is None
        assert not fold(rows).inbox.unheard
        return [row.fact.text for row in rows if isinstance(row.fact, f.ModelReplied)]


class EngineContract:
    """Subclasses give the fixtures `storage` and `make`, and say how many threads a sweep wakes at once."""

    batch: int

    @asynccontextmanager
    async def machine(self, storage: Storage, make: MakeEngine, journal: Store | None = None) -> Any:
        machine = Machine(storage, make, journal)
        try:
            yield machine
        finally:
            machine.thinks.set()
            await machine.engine.stop()

    def test_a_thread_that_is_woken_is_worked_on_until_it_rests(self, storage: Storage, make: MakeEngine):
        async def context() -> None:
            async with self.machine(storage, make) as machine:
                await storage.journal.append("t", [said("hi")])
                machine.engine.wake("t")
                await asyncio.sleep(0)
                await machine.settles()

                assert await machine.turns("t") == ["done"]
                assert await storage.journal.restless(storage.now) == []

        run(context())

    @pytest.mark.parametrize("turns", range(0, 60, 3))
    def test_a_wake_after_any_number_of_the_loops_turns_is_never_lost(
        self, storage: Storage, make: MakeEngine, turns: int
    ):
        async def context() -> None:
            async with self.machine(storage, make) as machine:
                for i in range(3):
                    await storage.journal.append(f"t{i}", [said("psst", addressed=False)])
                    machine.engine.wake(f"t{i}")
                    for _ in range(turns + i):
                        await asyncio.sleep(0)
                    await storage.journal.append(f"t{i}", [said("hi")])
                    machine.engine.wake(f"t{i}")
                await asyncio.sleep(0)
                await machine.settles()

                for i in range(3):
                    assert await machine.turns(f"t{i}") == ["done"]
                assert await storage.journal.restless(storage.now) == []

        run(context())

    def test_a_wake_at_any_point_at_which_an_activation_waits_for_its_journal_is_never_lost(
        self, storage: Storage, make: MakeEngine
    ):
        async def arrives_at(point: int) -> int:
            thread, tapped = f"t{point}", Tapped(storage.journal)
            async with self.machine(storage, make, cast("Store", tapped)) as machine:

                async def something_comes(at: int) -> None:
                    if at == point:
                        await storage.journal.append(thread, [said("hi")])
                        machine.engine.wake(thread)

                await storage.journal.append(thread, [said("psst", addressed=False)])
                tapped.at = something_comes
                machine.engine.wake(thread)
                await asyncio.sleep(0)
                await machine.settles()

                points = tapped.points
                if point <= points:
                    assert await machine.turns(thread) == ["done"], f"lost at {point}"
                assert await storage.journal.restless(storage.now) == []
                return points

        async def context() -> None:
            alone = await arrives_at(10_000)
            assert alone >= 8, "taking, recalling, reading and resting are points"
            for point in range(1, alone + 1):
                await arrives_at(point)

        run(context())

    @pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
    def test_what_comes_at_any_point_of_a_turn_is_heard_even_if_nobody_says_that_it_has_come(
        self, storage: Storage, make: MakeEngine, told: bool
    ):
        async def arrives_at(point: int) -> int:
            thread, tapped = f"t{point}", Tapped(storage.journal)
            async with self.machine(storage, make, cast("Store", tapped)) as machine:

                async def something_comes(at: int) -> None:
                    if at == point:
                        await storage.journal.append(thread, [said("and this")])
                        if told:
                            machine.engine.wake(thread)

                await storage.journal.append(thread, [said("hi")])
                tapped.at = something_comes
                machine.engine.wake(thread)
                await asyncio.sleep(0)
                await machine.settles()
                points = tapped.points
                if not told:
                    await machine.engine.sweep()
                    await asyncio.sleep(0)
                    await machine.settles()

                assert len(await machine.turns(thread)) in ((1, 2) if point <= points else (1,))
                assert await storage.journal.restless(storage.now) == []
                return points

        async def context() -> None:
            alone = await arrives_at(10_000)
            for point in range(1, alone + 1):
                await arrives_at(point)

        run(context())

    def test_a_thread_has_one_activation_however_often_it_is_woken(self, storage: Storage, make: MakeEngine):
        async def context() -> None:
            async with self.machine(storage, make) as machine:

                async def comes(i: int) -> None:
                    await storage.journal.append("t", [said(f"hi {i}")])
                    machine.engine.wake("t")
                    machine.engine.wake("t")
                    await machine.engine.sweep()

                await asyncio.gather(*(comes(i) for i in range(40)))
                await machine.settles()

                assert await machine.turns("t")
                assert await storage.journal.restless(storage.now) == []

        run(context())

    def test_a_parked_thread_holds_no_task_and_no_memory(self, storage: Storage, make: MakeEngine):
        async def context() -> None:
            async with self.machine(storage, make) as machine:
                for thread in ("t", "ask-t"):
                    await storage.journal.append(thread, [said("hi")])
                    machine.engine.wake(thread)
                await asyncio.sleep(0)
                await machine.settles()
                for _ in range(5):
                    await asyncio.sleep(0)

                assert fold(await storage.journal.read("ask-t")).asks.open, "it waits for a person"
                assert asyncio.all_tasks() == {asyncio.current_task()}
                gc.collect()
                assert [ref() for ref in machine.activations] == [None, None]

        run(context())

    def test_a_start_wakes_exactly_what_has_something_to_read(self, storage: Storage, make: MakeEngine):
        async def context() -> None:
            async with self.machine(storage, make) as machine:
                for i in range(12):
                    await storage.journal.append(f"t{i}", [said("hi")])
                    machine.engine.wake(f"t{i}")
                await asyncio.sleep(0)
                await machine.settles()
            for i in range(0, 12, 3):
                await storage.journal.append(f"t{i}", [said("still there?")])

            async with self.machine(storage, make) as machine:
                machine.engine.start()
                await self.until(lambda: machine.runs.total() == 4)
                await machine.settles()

                assert set(machine.runs) == {"t0", "t3", "t6", "t9"}
                assert await machine.turns("t9") == ["done", "done"]
                assert await storage.journal.restless(storage.now) == []

        run(context())

    def test_much_that_waits_is_begun_in_batches_the_longest_waiting_first(self, storage: Storage, make: MakeEngine):
        async def context() -> None:
            count = 2 * self.batch + 3
            for i in range(count):
                storage.now += 1
                await storage.journal.append(f"t{i}", [said("hi")])
            async with self.machine(storage, make) as machine:
                machine.thinks.clear()
                await machine.engine.sweep()
                await machine.engine.sweep()  # before any of them has begun
                for begun in (self.batch, 2 * self.batch, count):
                    await self.until(lambda begun=begun: machine.thinking.total() == begun)  # type: ignore[misc]
                    assert set(machine.runs) == {f"t{i}" for i in range(begun)}
                    await machine.engine.sweep()
                machine.thinks.set()
                await machine.settles()

                assert len(machine.runs) == machine.runs.total() == count, "each once"
                assert await storage.journal.restless(storage.now) == []

        run(context())

    def test_long_turns_however_many_keep_no_other_thread_waiting(self, storage: Storage, make: MakeEngine):
        async def context() -> None:
            async with self.machine(storage, make) as machine:
                await storage.journal.append("ask-t", [said("hi")])
                machine.engine.wake("ask-t")
                await asyncio.sleep(0)
                await machine.settles()
                machine.thinks.clear()
                for i in range(self.batch + 3):
                    await storage.journal.append(f"t{i}", [said("take your time")])
                    machine.engine.wake(f"t{i}")
                await self.until(lambda: machine.thinking.total() == self.batch + 3)

                storage.now += 100  # the ask expires
                await storage.journal.append("u", [said("hi")])  # by another process, so nobody is told
                await machine.engine.sweep()
                await self.until(lambda: machine.thinking["ask-t"] == machine.thinking["u"] == 1)
                machine.thinks.set()
                await machine.settles()

                assert await machine.turns("ask-t") == ["", "done"]
                assert await machine.turns("u") == ["done"]
                assert await storage.journal.restless(storage.now) == []

        run(context())

    def test_a_sweep_finds_what_nobody_was_told_of_and_nothing_else(self, storage: Storage, make: MakeEngine):
        async def context() -> None:
            async with self.machine(storage, make) as machine:
                await machine.engine.sweep()
                assert not machine.runs
                await storage.journal.append("t", [said("hi")])
                await machine.engine.sweep()
                await asyncio.sleep(0)
                await machine.settles()
                await machine.engine.sweep()
                await asyncio.sleep(0)

                assert await machine.turns("t") == ["done"]
                assert machine.runs == {"t": 1}

        run(context())

    def test_a_sweep_wakes_a_parked_thread_once_its_time_has_come(self, storage: Storage, make: MakeEngine):
        async def context() -> None:
            async with self.machine(storage, make) as machine:
                await storage.journal.append("ask-t", [said("hi")])
                machine.engine.wake("ask-t")
                await asyncio.sleep(0)
                await machine.settles()
                [ask] = fold(await storage.journal.read("ask-t")).asks.open
                assert ask.ask.expires == storage.now + 100

                storage.now += 99
                await machine.engine.sweep()
                await asyncio.sleep(0)
                assert machine.runs == {"ask-t": 1}

                storage.now += 1
                await machine.engine.sweep()
                await asyncio.sleep(0)
                await machine.settles()
                assert machine.runs == {"ask-t": 2}
                assert await machine.turns("ask-t") == ["", "done"]
                rows = await storage.journal.read("ask-t")
                assert [row.at for row in rows if isinstance(row.fact, f.AskExpired)] == [storage.now]

        run(context())

    def test_what_a_stop_broke_off_is_taken_up_by_the_next_start(self, storage: Storage, make: MakeEngine):
        async def context() -> None:
            async with self.machine(storage, make) as machine:
                machine.thinks.clear()
                await storage.journal.append("t", [said("hi")])
                machine.engine.wake("t")
                await asyncio.sleep(0.01)
                await machine.engine.stop()
                assert asyncio.all_tasks() == {asyncio.current_task()}

            async with self.machine(storage, make) as machine:
                machine.engine.start()
                await self.until(lambda: machine.runs.total() == 1)
                await machine.settles()

                assert await machine.turns("t") == ["done"]

        run(context())

    def test_two_engines_that_both_take_a_thread_leave_one_whole_course(self, storage: Storage, make: MakeEngine):
        async def context() -> None:
            async with self.machine(storage, make) as one, self.machine(storage, make) as two:
                for i in range(10):
                    await storage.journal.append(f"t{i}", [said("hi")])
                    for machine in (one, two):
                        machine.engine.wake(f"t{i}")
                    for _ in range(i):
                        await asyncio.sleep(0)
                await asyncio.sleep(0)
                await one.settles()
                await two.settles()

                for i in range(10):
                    rows = await storage.journal.read(f"t{i}")
                    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
                    assert set(await one.turns(f"t{i}")) == {"done"}
                    assert fold(rows).turns == 1
                assert await storage.journal.restless(storage.now) == []

        run(context())

    def test_a_thread_that_goes_to_and_fro_between_engines_is_one_conversation(
        self, storage: Storage, make: MakeEngine
    ):
        async def context() -> None:
            async with self.machine(storage, make) as one, self.machine(storage, make) as two:
                for i in range(6):
                    machine = (one, two)[i % 2]
                    await storage.journal.append("t", [said(f"hi {i}")])
                    machine.engine.wake("t")
                    await asyncio.sleep(0)
                    await machine.settles()

                    assert await machine.turns("t") == ["done"] * (i + 1)
                assert await storage.journal.restless(storage.now) == []

        run(context())

    @pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
    def test_a_storage_that_fails_at_any_point_loses_nothing(self, storage: Storage, make: MakeEngine, done: bool):
        async def fails_at(point: int) -> int:
            thread, tapped = f"t{point}", Tapped(storage.journal)
            async with self.machine(storage, make, cast("Store", tapped)) as machine:

                async def fails(at: int) -> None:
                    if at == point:
                        raise JournalUnavailable("out of order")

                await storage.journal.append(thread, [said("hi")])
                tapped.at = fails
                machine.engine.wake(thread)
                await asyncio.sleep(0)
                await machine.settles()
                points = tapped.points
                tapped.at = None
                if await storage.journal.restless(storage.now):
                    machine.engine.wake(thread)
                    await asyncio.sleep(0)
                    await machine.settles()

                assert await machine.turns(thread)
                rows = await storage.journal.read(thread)
                assert fold(rows).turns == 1
                return points

        async def context() -> None:
            alone = await fails_at(10_000)
            await asyncio.gather(*(fails_at(point) for point in range(2 if done else 1, alone + 1, 2)))

        run(context())

    async def until(self, true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + LONG
        while not true():
            assert time.monotonic() < deadline, "never comes true"
            await asyncio.sleep(0.001)


def run(context: Coroutine[Any, Any, None]) -> None:
    asyncio.run(context)
