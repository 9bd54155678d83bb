"""What is done when the workspace's folder says something new, or something that is no workspace."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from bot.in_force import InForce
from harness.approvals.deciders import OWNERS
from harness.chat.people import Person, Place
from harness.chat.untrusted import unmarked
from harness.loop.clock import Sleep
from harness.loop.engine import Engine
from harness.sessions.facts import Introduced
from harness.sessions.journal import Journal, JournalError
from harness.sessions.threads import ThreadNames
from harness.workspace.contents import Contents, Signature, WorkspaceFolder, workspace_of
from harness.workspace.problems import Problem, WorkspaceError
from harness.workspace.workspace import Workspace

log = logging.getLogger(__name__)

LISTED = 10
"""Problems that an owner is told of; the log has all."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where the `workspace` was read: what is read there later counts too.

    Attributes:
        read: what the folder was like then
        adapted: what is made of what it says, as where a script stands in for a model. Raises WorkspaceError for what
            cannot be worked with
        sleep: waits between two looks at it, in real time
        changed: are told what the workspace is from then on
    """

    workspace: Workspace
    folder: WorkspaceFolder
    read: Signature
    adapted: Callable[[Workspace], Workspace]
    sleep: Sleep = asyncio.sleep
    changed: tuple[Callable[[Workspace], None], ...] = ()

    def telling(self, more: Callable[[Workspace], None]) -> "Source":
        return replace(self, changed=(*self.changed, more))


class WorkspaceChanges:
    """Fulfils `harness.loop.workspace_watch.Becoming`. `arrange` sets the heartbeats that it names; `reaches`: do we
    speak there?
    """

    def __init__(
        self,
        in_force: InForce,
        source: Source,
        journal: Journal,
        engine: Engine,
        threads: ThreadNames,
        arrange: Callable[[], Awaitable[None]],
        reaches: Callable[[Place], bool],
    ) -> None:
        self._in_force, self._source, self._arrange, self._reaches = in_force, source, arrange, reaches
        self._journal, self._engine, self._threads = journal, engine, threads
        self._refused = False
        self._mended = 0
        """How often it could be read again after it could not."""

    async def become(self, contents: Contents) -> None:
        before = self._in_force.workspace
        workspace = self._source.adapted(workspace_of(contents, self._in_force.every))
        if self._refused:
            self._refused, self._mended = False, self._mended + 1
            log.info("the workspace in %s can be read again", contents.folder)
        if workspace == before:
            return
        self._in_force.change(workspace=workspace)
        for tell in self._source.changed:
            tell(workspace)
        log.info("the workspace in %s has changed: it counts from now on", contents.folder)
        if workspace.heartbeats == before.heartbeats:
            return
        try:
            await self._arrange()
        except JournalError as error:
            log.warning("the heartbeats of the workspace are not set yet: %s", error)

    async def refused(self, error: WorkspaceError) -> None:
        self._refused = True
        log.error("the workspace stays as it was, since it cannot be read:\n%s", error)
        for owner in self._in_force.known:
            if OWNERS.entitles(owner) and (place := self._directly(owner)):
                await self._tell(place, error.problems)

    def _directly(self, person: Person) -> Place | None:
        """Where they are written to alone, if we speak anywhere where they are."""
        accounts = [Person(*account.split(":", 2)) for account in sorted(person.ids)]  # type: ignore[arg-type]
        return next(filter(self._reaches, map(Place.direct, accounts)), None)

    async def _tell(self, place: Place, problems: Sequence[Problem]) -> None:
        """Once for what is wrong, also over restarts; again, if it was mended meanwhile."""
        said = "\n".join(map(str, problems)) + "\n" * self._mended
        digest = blake2b(said.encode(), digest_size=8).hexdigest()
        # in a thread of its own: what they answer to it is said to nobody else
        thread = self._threads.called(f"{place.id}\0workspace\0{digest}")
        try:
            await self._journal.append(
                thread, [Introduced(place, told(problems))], key=f"workspace:{place.id}:{digest}"
            )
        except JournalError as error:
            log.warning("an owner is not told that the workspace cannot be read: %s", error)
        else:
            self._engine.wake(thread)


def told(problems: Sequence[Problem]) -> str:
    """In Markdown."""
    lines = [f"- {unmarked(str(problem))}" for problem in problems[:LISTED]]
    more = [f"- and {len(problems) - LISTED} more, in the log"] if len(problems) > LISTED else []
    head = "My workspace has changed, and I can't read it. I go on with the last one that I could read:"
    return "\n".join([head, "", *lines, *more])
