"""Is the workspace still as it was read? What has changed in its folder counts from then on, if it can be one."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol

from harness.loop.clock import Sleep
from harness.workspace.contents import Contents, Signature, WorkspaceFolder
from harness.workspace.problems import WorkspaceError

log = logging.getLogger(__name__)

SETTLED = 0.05
"""Seconds after which a second look has to agree: a file is written in several steps, and several files by hand."""
RESTLESS = 5.0
"""Seconds of looking after which what is written without an end is read as it is: what was changed beside it counts."""
AGAIN = 30.0
"""Seconds after which what could not be read is tried again, though nothing seems to have changed."""
FRESH = 1.0
"""Seconds for which what was seen counts, where it is looked often."""


class Becoming(Protocol):
    """What is done with what was read."""

    async def become(self, contents: Contents) -> None:
        """It is the workspace from now on. Raises WorkspaceError if it cannot be, and then nothing has changed."""

    async def refused(self, error: WorkspaceError, contents: Contents) -> None:
        """It cannot be: the last one stays, and whoever can mend it is told, once for what stands there now."""


class WorkspaceWatch:
    """`read`: the signature of what the present workspace was read from."""

    def __init__(
        self,
        folder: WorkspaceFolder,
        read: Signature,
        becoming: Becoming,
        sleep: Sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder, self._read, self._becoming, self._sleep, self._now = folder, read, becoming, sleep, now
        self._looking: asyncio.Task[bool] | None = None
        self._looked = -FRESH
        """When it was looked last, by that clock."""
        self._again: float | None = None
        """When it is to be read again, whatever it seems: something could not be read."""

    async def look(self, as_it_is: bool = False) -> bool:
        """Returns once what had changed by then counts, or is refused; False if it is still being written, unless it is
        to be read `as_it_is`. Never raises. Those who look at the same time look once.
        """
        if self._looking is None or self._looking.done():
            self._looked = self._now()
            self._looking = asyncio.create_task(self._look(as_it_is))
        return await asyncio.shield(self._looking)

    async def look_until_settled(self) -> None:
        """The same, until it is not written any more; what is written all the time is read as it is after a while."""
        until = self._now() + RESTLESS
        while not await self.look(as_it_is=self._now() >= until):
            pass

    async def glance(self) -> bool:
        """Looks, unless that was done within the last FRESH seconds: for what happens many times a second. Was it
        looked? Never raises.
        """
        if self._now() - self._looked < FRESH and (self._looking is None or self._looking.done()):
            return False
        await self.look()
        return True

    async def _look(self, as_it_is: bool) -> bool:
        try:
            now = await self._folder.signature()
            if now == self._read and (self._again is None or self._now() < self._again):
                return True
            await self._sleep(SETTLED)
            if await self._folder.signature() != now and not as_it_is:
                return False
            contents = await self._folder.contents()
            if await self._folder.signature() != now and not as_it_is:
                return False
            self._read, self._again = now, self._now() + AGAIN if contents.unreadable else None
            try:
                await self._becoming.become(contents)
            except WorkspaceError as error:
                await self._becoming.refused(error, contents)
        except Exception:
            log.exception("it could not be looked whether the workspace has changed")
        return True
