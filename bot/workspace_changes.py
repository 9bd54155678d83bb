"""What is done when the workspace's folder says something new, or something that is no workspace."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.in_force import InForce
from bot.told_problems import ToldProblems, warn_of
from harness.loop.clock import Sleep
from harness.sessions.journal import JournalError
from harness.workspace.contents import Contents, Signature, WorkspaceFolder, workspace_of
from harness.workspace.problems import WorkspaceError
from harness.workspace.workspace import Workspace

log = logging.getLogger(__name__)

REFUSED = (
    "My workspace has changed, and I can't read it. Nothing of the change counts yet, not even what it denies. I go "
    "on with the last one that I could read:"
)

WARNED = "Something in my workspace was left out, or is not as it should be:"
MENDED = "I can read my workspace again: it counts as it is now."


@dataclass(frozen=True, slots=True)
class Source:
    """Where the `workspace` was read: what is read there later counts too.

    Attributes:
        read: what the folder was like then
        adapted: what is made of what it says, as where a script stands in for a model. Raises WorkspaceError for what
            cannot be worked with
        sleep: waits between two looks at it, in real time
        now: by which it is known how long ago it was looked, in seconds since whenever
        changed: are told what the workspace is from then on
    """

    workspace: Workspace
    folder: WorkspaceFolder
    read: Signature
    adapted: Callable[[Workspace], Workspace]
    sleep: Sleep = asyncio.sleep
    now: Callable[[], float] = time.monotonic
    changed: tuple[Callable[[Workspace], None], ...] = ()

    def telling(self, more: Callable[[Workspace], None]) -> "Source":
        return replace(self, changed=(*self.changed, more))


class WorkspaceChanges:
    """Fulfils `harness.loop.workspace_watch.Becoming`. `arrange` sets the heartbeats that it names, and
    `judge` has what is asked judged by its rules.
    """

    def __init__(
        self,
        in_force: InForce,
        source: Source,
        refusals: ToldProblems,
        warnings: ToldProblems,
        arrange: Callable[[], Awaitable[None]],
        judge: Callable[[], Awaitable[None]],
    ) -> None:
        self._in_force, self._source, self._arrange, self._judge = in_force, source, arrange, judge
        self._refusals, self._warnings = refusals, warnings
        self._refused = ""
        """Why it cannot be read now; empty, if it can."""

    async def become(self, contents: Contents) -> None:
        before = self._in_force.workspace
        workspace = self._source.adapted(workspace_of(contents, self._in_force.every))
        if self._refused:
            log.info("the workspace in %s can be read again", contents.folder)
            self._refused = ""
            await self._refusals.tell(())
        if workspace == before:
            return
        self._in_force.change(workspace=workspace)
        for tell in self._source.changed:
            tell(workspace)
        log.info("the workspace in %s has changed: it counts from now on", contents.folder)
        if workspace.warnings != before.warnings:
            warn_of(workspace.warnings)
            await self._warnings.tell(workspace.warnings)
        try:
            await self._judge()
            if workspace.heartbeats != before.heartbeats:
                await self._arrange()
        except JournalError as error:
            log.warning("not all of the changed workspace counts yet: %s", error)

    async def refused(self, error: WorkspaceError, contents: Contents) -> None:
        """Once for what stands there: whoever changes it again, and leaves what is wrong, is told that this does not
        count either.
        """
        state = f"{error}\n{contents.digest}"
        if state == self._refused:
            return
        self._refused = state
        log.error("the workspace stays as it was, since it cannot be read:\n%s", error)
        await self._refusals.tell(error.problems, contents.digest)
