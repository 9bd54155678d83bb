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
"""Threads that a sweep wakes at once; the next ones follow as these come to rest."""


class LocalEngine:
    """One activation a thread at most; none while it rests. Fulfils `harness.loop.engine.Engine`."""

    def __init__(
        self, journal: Journal, activation: Callable[[str], Activation], now: Now, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._journal, self._activation, self._now, self._sleep = journal, activation, now, sleep
        self._live: dict[str, tuple[Activation, asyncio.Task[None]]] = {}
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
            self._live[thread] = activation, asyncio.create_task(self._run(thread, activation))

    async def sweep(self) -> None:
        """Wakes what has something to read or whose time has come, a batch at once, and has all that runs look at the
        clock.
        """
        for activation, _ in self._live.values():
            activation.wake()
        room = BATCH - len(self._live)
        if room <= 0:
            return
        for thread in await self._journal.restless(self._now(), BATCH + len(self._live)):
            if thread not in self._live and room > 0:
                room -= 1
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
        while True:
            try:
                await self.sweep()
            except JournalError as error:
                log.warning("a sweep could not read the journal: %s", error)
            await self._sleep(SWEEP)

    async def _run(self, thread: str, activation: Activation) -> None:
        try:
            with suppress(asyncio.CancelledError):
                await activation.run()
        except Exception:
            log.exception("the activation of %s broke off; the next sweep starts another", thread)
        finally:
            del self._live[thread]
