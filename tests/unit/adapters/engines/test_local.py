"""Activations as tasks of this process. What every engine promises is in `tests/contracts/engine.py`."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from adapters.engines.local import BATCH, SWEEP, LocalEngine
from harness.context.model import Reply, Request, Shown
from harness.loop.activation import Activation
from harness.loop.admission import Admission
from harness.loop.clock import Now
from harness.loop.perform import Perform
from harness.loop.progress import Unwatched
from harness.loop.session_cache import SessionCache
from harness.sessions import facts as f
from harness.sessions.journal import Claim, JournalUnavailable
from tests.fakes.clock import Clock
from tests.fakes.journal import FailingJournal
from tests.fakes.packages import compiling
from tests.laws.colleague import BOB, CHANNEL, TOOLS, USUAL
from tests.laws.world import World


class Deaf(World):
    """A provider that ignores its cancellation, and ends when it likes."""

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        self.on_model(request)
        for _ in range(2):
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
        return Reply("much too late")


class Stuck(FailingJournal):
    """Threads in `stuck` are not to be had, and nobody says so."""

    def __init__(self, now: Now) -> None:
        super().__init__(now)
        self.stuck: set[str] = set()
        self.taken = 0

    async def take(self, thread: str) -> Claim:
        self.taken += 1
        if thread in self.stuck:
            await asyncio.Event().wait()
        return await super().take(thread)


class Machine:
    """`deaf`: a provider that goes on whatever it is told."""

    def __init__(self, deaf: bool = False) -> None:
        self.clock, self.world = Clock(), Deaf() if deaf else World()
        self.journal = Stuck(self.clock)
        perform = Perform(self.world, self.world, self.world.tools(TOOLS), Unwatched())

        recent, turns = SessionCache(), Admission()

        def activation(thread: str) -> Activation | None:
            journal = self.journal
            if thread.startswith("T9."):
                return None
            return Activation(
                thread,
                journal,
                journal,
                lambda: USUAL,
                compiling(),
                perform,
                Unwatched(),
                recent,
                turns,
                self.clock,
                patience=0.01,
            )

        self.engine = LocalEngine(self.journal, activation, self.clock, self.clock.sleep)

    async def spin(self, times: int = 100) -> None:
        for _ in range(times):
            await asyncio.sleep(0)


def on_a_machine(act: Callable[[Machine], Awaitable[None]], deaf: bool = False) -> None:
    async def main() -> None:
        machine = Machine(deaf)
        try:
            await act(machine)
        finally:
            await machine.engine.stop()

    asyncio.run(main())


def said(n: int) -> f.MessageReceived:
    return f.MessageReceived(BOB, CHANNEL, f"hi {n}")


def test_a_start_takes_up_what_was_left_in_batches_as_soon_as_one_has_begun() -> None:
    async def act(machine: Machine) -> None:
        for n in range(3 * BATCH + 5):
            await machine.journal.append(f"t{n:02}", [said(n)])
        machine.journal.stuck = {f"t{BATCH:02}"}
        machine.engine.start()
        await machine.spin(1_000)
        assert len(machine.engine.live) == 2 * BATCH, "the second waits for one of them"
        await machine.clock.advance(SWEEP)
        await machine.spin(1_000)
        assert len(machine.engine.live) == 3 * BATCH + 5

    on_a_machine(act)


def test_what_breaks_off_again_and_again_is_looked_at_every_few_seconds_and_no_more() -> None:
    async def act(machine: Machine) -> None:
        for n in range(3 * BATCH - 5):
            await machine.journal.append(f"t{n:02}", [said(n)])
        machine.journal.fails("take", *[RuntimeError("a bug")] * 1_000)
        machine.engine.start()
        await machine.spin(1_000)
        assert machine.journal.taken == 3 * BATCH, "each once, and five again"
        await machine.clock.advance(SWEEP)
        await machine.spin(1_000)
        assert machine.journal.taken == 4 * BATCH

    on_a_machine(act)


def test_threads_that_cannot_begin_are_waited_for_by_one_sweep_and_no_longer() -> None:
    async def act(machine: Machine) -> None:
        for n in range(BATCH + 1):
            await machine.journal.append(f"t{n:02}", [said(n)])
        machine.journal.stuck = {f"t{n:02}" for n in range(BATCH)}
        for live in (BATCH, BATCH, BATCH + 1):
            await machine.engine.sweep()
            await machine.spin()
            assert len(machine.engine.live) == live

    on_a_machine(act)


def test_threads_that_break_off_let_others_go_first() -> None:
    async def act(machine: Machine) -> None:
        for n in range(BATCH + 1):
            await machine.journal.append(f"t{n:02}", [said(n)])
        machine.journal.fails("take", *[RuntimeError("a bug")] * BATCH)
        await machine.engine.sweep()
        await machine.spin()
        assert not machine.engine.live
        await machine.engine.sweep()
        assert f"t{BATCH}" in machine.engine.live
        assert len(machine.engine.live) == BATCH
        await machine.spin()
        await machine.engine.sweep()
        assert len(machine.engine.live) == BATCH + 1

    on_a_machine(act)


def test_a_sweep_that_cannot_read_the_journal_is_followed_by_another() -> None:
    async def act(machine: Machine) -> None:
        machine.journal.fails("restless", JournalUnavailable("down"))
        machine.engine.start()
        await machine.journal.append("t", [said(1)])
        await machine.clock.advance(SWEEP - 0.1)
        assert not machine.engine.live
        await machine.clock.advance(0.1)
        assert list(machine.engine.live) == ["t"]

    on_a_machine(act)


def test_stopping_cancels_what_is_in_flight_and_leaves_it_to_be_taken_up() -> None:
    async def act(machine: Machine) -> None:
        await machine.journal.append("t", [said(1)])
        machine.engine.wake("t")
        await machine.spin()
        assert [work.kind for work in machine.world.pending] == ["model"]
        await machine.engine.stop()
        assert not machine.world.pending
        assert not machine.engine.live
        assert await machine.journal.restless(machine.clock())

    on_a_machine(act)


def test_an_activation_that_breaks_off_is_started_again_by_a_sweep() -> None:
    async def act(machine: Machine) -> None:
        machine.journal.fails("take", RuntimeError("a bug"))
        await machine.journal.append("t", [said(1)])
        machine.engine.wake("t")
        await machine.spin()
        assert not machine.engine.live
        await machine.engine.sweep()
        await machine.spin()
        assert [work.kind for work in machine.world.pending] == ["model"]

    on_a_machine(act)


def test_a_stop_brings_the_session_to_rest_even_if_the_provider_ignores_it() -> None:
    async def act(machine: Machine) -> None:
        await machine.journal.append("t", [said(1)])
        machine.engine.wake("t")
        await machine.spin()
        await machine.journal.append("t", [f.StopRequested(BOB, CHANNEL, 1)])
        machine.engine.wake("t")
        while machine.engine.live:
            for work in list(machine.world.pending):
                work.ends()
            await asyncio.sleep(0.001)
        assert not await machine.journal.restless(machine.clock())

    on_a_machine(act, deaf=True)


def test_what_nobody_here_works_on_is_left_and_holds_up_nobody():
    async def act(machine: Machine) -> None:
        for n in range(BATCH + 5):
            await machine.journal.append(f"T9.{n}", [said(n)])
        machine.clock.now += 1.0
        await machine.journal.append("t", [said(1)])
        await machine.engine.sweep()
        await machine.engine.sweep()
        assert list(machine.engine.live) == ["t"]
        machine.engine.wake("T9.1")
        assert list(machine.engine.live) == ["t"]

    on_a_machine(act)
