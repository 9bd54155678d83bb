"""`local`: activations as tasks of this process."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress

from harness.loop.activation import Activation
from harness.loop.clock import Now, Sleep
from harness.sessions.journal import Journal, JournalError

log = logging.getLogger(__name__)

SWEEP = 3.0
"""Seconds between looks for what a notification lost, another process appended, or the clock brings."""
BATCH = 20
"""Threads that a sweep wakes at once. The next sweep wakes others as soon as these have begun their work: at once, if
there are any.
"""
PATIENCE = 3.0
"""Seconds at the end for what has happened to be told, and for tools to stop."""
LAST = 1.0
"""Seconds for what does not even end then."""


class LocalEngine:
    """One activation a thread at most; none while it rests. Fulfils `harness.loop.engine.Engine`."""

    def __init__(
        self, journal: Journal, activation: Callable[[str], Activation | None], now: Now, sleep: Sleep = asyncio.sleep
    ) -> None:
        """`activation` makes none for a thread that nobody here works on: it is left as it is."""
        self._journal, self._activation, self._now, self._sleep = journal, activation, now, sleep
        self._live: dict[str, tuple[Activation, asyncio.Task[None]]] = {}
        self._swept: set[str] = set()
        """What the last sweep woke."""
        self._broken: set[str] = set()
        """What broke off when it ran last."""
        self._sweeping: asyncio.Task[None] | None = None

    @property
    def live(self) -> dict[str, tuple[Activation, asyncio.Task[None]]]:
        """The activations that run now."""
        return self._live

    def wake(self, thread: str) -> None:
        """Within the event loop. No await lies between an activation's decision to rest and its leaving, so none is
        lost.
        """
        if thread in self._live:
            self._live[thread][0].wake()
        else:
            activation = self._activation(thread)
            if activation is None:
                if thread not in self._broken:
                    log.warning("no colleague here for %s: left untouched", thread)
                self._broken.add(thread)  # others go first, and are not left out for it
                return
            self._live[thread] = activation, asyncio.create_task(self._run(thread, activation))

    async def sweep(self) -> bool:
        """Wakes what has something to read or whose time has come, a batch at once, and has all that runs look at the
        clock. Are there more, that have not broken off?

        A batch bounds how many threads are taken up at once, not how many turns go on: however many are long, and
        however many threads break off again and again, no other waits for ever. What cannot even begin is waited
        for by one sweep, and what broke off lets others go first.
        """
        for activation, _ in self._live.values():
            activation.wake()
        beginning = self._beginning
        room, self._swept = BATCH - len(beginning), set()
        if room <= 0:
            return False
        found = await self._journal.restless(self._now(), room + len(self._live) + len(self._broken))
        waiting = [thread for thread in found if thread not in self._live]
        waiting.sort(key=lambda thread: thread in self._broken)  # otherwise still the longest waiting first
        self._swept = set(waiting[:room])
        for thread in waiting[:room]:
            self.wake(thread)
        return sum(thread not in self._broken for thread in waiting) >= room

    def start(self) -> None:
        """Sweeps now and every few seconds, until it is stopped."""
        self._sweeping = asyncio.create_task(self._sweep_on())

    async def stop(self) -> None:
        """Cancels all work, and gives it a little time to say what came of it. The next start finds the rest. Ends
        within seconds, whatever the storage and tools do.
        """
        live = list(self._live.values())
        running = [task for _, task in live] + ([self._sweeping] if self._sweeping else [])
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._leave(live, PATIENCE)
        for activation, _ in live:
            activation.abandon()
        await self._leave(live, LAST)

    async def _leave(self, live: Iterable[tuple[Activation, asyncio.Task[None]]], within: float) -> None:
        leaving = [task for activation, _ in live for task in activation.working]
        if leaving:
            await asyncio.wait(leaving, timeout=within)

    async def _sweep_on(self) -> None:
        again, more = True, False
        while True:
            try:
                if again:
                    await self._journal.look_again()
                    again = False
                more = await self.sweep()
            except JournalError as error:
                more = False
                log.warning("a sweep could not read the journal: %s", error)
            await self._pause(until_begun=more)

    async def _pause(self, until_begun: bool) -> None:
        """Until the next sweep: a few seconds, or no longer than until what the last one woke has begun."""

        async def all_begun() -> None:
            for activation in [self._live[thread][0] for thread in self._beginning]:
                await activation.begun.wait()

        waits = [asyncio.ensure_future(self._sleep(SWEEP))]
        if until_begun:
            waits.append(asyncio.create_task(all_begun()))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()

    @property
    def _beginning(self) -> list[str]:
        """Of what the last sweep woke, what has not begun its work."""
        return [thread for thread in self._swept if thread in self._live and not self._live[thread][0].begun.is_set()]

    async def _run(self, thread: str, activation: Activation) -> None:
        try:
            with suppress(asyncio.CancelledError):
                await activation.run()
            self._broken.discard(thread)
        except Exception:
            self._broken.add(thread)
            log.exception("the activation of %s failed; the next sweep starts another", thread)
        finally:
            del self._live[thread]
