"""`local`: activations as tasks of this process."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from harness.loop.activation import PATIENCE, Activation
from harness.loop.clock import Now, Sleep
from harness.sessions.journal import Journal, JournalError

log = logging.getLogger(__name__)

SWEEP = 3.0
"""Seconds between looks for what a notification lost, another process appended, or the clock brings."""
BATCH = 20
"""Threads that a sweep wakes at once. The next sweep wakes others as soon as these have begun their work."""


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
                    log.warning("nobody here works on %s: it is left as it is", thread)
                self._broken.add(thread)  # others go first, and are not left out for it
                return
            self._live[thread] = activation, asyncio.create_task(self._run(thread, activation))

    async def sweep(self) -> None:
        """Wakes what has something to read or whose time has come, a batch at once, and has all that runs look at the
        clock.

        A batch bounds how many threads are taken up at once, not how many turns go on: however many are long, and
        however many threads break off again and again, no other waits for ever. What cannot even begin is waited
        for by one sweep, and what broke off lets others go first.
        """
        for activation, _ in self._live.values():
            activation.wake()
        beginning = [t for t in self._swept if t in self._live and not self._live[t][0].working]
        room, self._swept = BATCH - len(beginning), set()
        if room <= 0:
            return
        found = await self._journal.restless(self._now(), room + len(self._live) + len(self._broken))
        waiting = [thread for thread in found if thread not in self._live]
        waiting.sort(key=lambda thread: thread in self._broken)  # otherwise still the longest waiting first
        self._swept = set(waiting[:room])
        for thread in waiting[:room]:
            self.wake(thread)

    def start(self) -> None:
        """Sweeps now and every few seconds, until it is stopped."""
        self._sweeping = asyncio.create_task(self._sweep_on())

    async def stop(self) -> None:
        """Cancels all work, and gives it a little time to say what came of it. The next start finds the rest."""
        live = list(self._live.values())
        running = [task for _, task in live] + ([self._sweeping] if self._sweeping else [])
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        leaving = [task for activation, _ in live for task in activation.working]
        if leaving:
            await asyncio.wait(leaving, timeout=PATIENCE)

    async def _sweep_on(self) -> None:
        again = True
        while True:
            try:
                if again:
                    await self._journal.look_again()
                    again = False
                await self.sweep()
            except JournalError as error:
                log.warning("a sweep could not read the journal: %s", error)
            await self._sleep(SWEEP)

    async def _run(self, thread: str, activation: Activation) -> None:
        try:
            with suppress(asyncio.CancelledError):
                await activation.run()
            self._broken.discard(thread)
        except Exception:
            self._broken.add(thread)
            log.exception("the activation of %s broke off; the next sweep starts another", thread)
        finally:
            del self._live[thread]
