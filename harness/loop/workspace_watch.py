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
"""Seconds after which what is written without an end is read as it is: what was changed beside it is to count."""
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
        self._looking: asyncio.Task[None] | None = None
        self._looked = -FRESH
        """When it was looked last, by that clock."""
        self._away = False
        """Something could not be read: it is read again at each look until it can be."""
        self._unsettled: float | None = None
        """Since when it is known that it has changed, and is still being written."""

    async def look(self) -> None:
        """Returns once what had changed by then counts, or is refused, or is still being written. Never raises. Those
        who look at the same time look once.
        """
        if self._looking is None or self._looking.done():
            self._looked = self._now()
            self._looking = asyncio.create_task(self._look())
        await asyncio.shield(self._looking)

    async def glance(self) -> bool:
        """The same, unless it was looked within the last FRESH seconds: for what happens many times a second. Was it
        looked? Never raises.
        """
        if self._now() - self._looked < FRESH and (self._looking is None or self._looking.done()):
            return False
        await self.look()
        return True

    async def _look(self) -> None:
        try:
            now = await self._folder.signature()
            if now == self._read and not self._away:
                self._unsettled = None
                return
            self._unsettled = self._now() if self._unsettled is None else self._unsettled
            restless = self._now() - self._unsettled >= RESTLESS
            await self._sleep(SETTLED)
            if await self._folder.signature() != now and not restless:
                return
            contents = await self._folder.contents()
            if await self._folder.signature() != now and not restless:
                return
            self._unsettled = None
            self._away = bool(contents.unreadable)
            if not self._away:
                self._read = now
            try:
                await self._becoming.become(contents)
            except WorkspaceError as error:
                await self._becoming.refused(error, contents)
        except Exception:
            log.exception("it could not be looked whether the workspace has changed")
