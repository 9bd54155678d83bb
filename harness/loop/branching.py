"""Another thread begins with what one has said, and is told what of that is deleted later: a message, or all of it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from harness.chat.people import Place
from harness.context.notes import Memory
from harness.context.seeding import Seeding
from harness.context.snapshot import Snapshots, latest
from harness.context.transcript import messages_of
from harness.sessions.effects import BeginBranch, EraseThread, PassOnDeletion
from harness.sessions.entries import Result
from harness.sessions.facts import (
    BranchBegun,
    BranchRequested,
    DeletionFailed,
    DeletionPassedOn,
    Fact,
    MessageDeleted,
    ModelReplied,
    PlaceBound,
    PostSent,
    QuoteDeleted,
    Row,
    ThreadSeeded,
)
from harness.sessions.index import ThreadIndex
from harness.sessions.journal import Journal, Unreadable, pages
from harness.sessions.session import BRANCH
from harness.sessions.threads import ThreadNames
from harness.toolbox.attached_files import saved_id
from harness.tools.calls import Quoted


async def forget_no_files(places: Iterable[Place], ids: Iterable[str]) -> None:
    """For where there is nothing that keeps attached files."""


async def forget_nothing(thread: str) -> None:
    """For where threads have no files of their own."""


class Branching:
    """Each is done once, however often it is tried. Every method may raise JournalUnavailable and Unreadable."""

    def __init__(
        self,
        journal: Journal,
        snapshots: Snapshots,
        index: ThreadIndex,
        threads: ThreadNames,
        wake: Callable[[str], None],
        memory: Memory | None = None,
        forget_files: Callable[[Iterable[Place], Iterable[str]], Awaitable[None]] = forget_no_files,
        forget_own: Callable[[str], Awaitable[None]] = forget_nothing,
    ) -> None:
        """`forget_files` has gone what was attached in places and saved by its ids, `forget_own` what files are a
        thread's own.
        """
        self._journal, self._snapshots, self._index = journal, snapshots, index
        self._threads, self._wake = threads, wake
        self._memory, self._forget_files, self._forget_own = memory or Memory(), forget_files, forget_own
        self._erasing = set[asyncio.Future[None]]()

    async def begin(self, thread: str, effect: BeginBranch) -> BranchBegun:
        seeding = Seeding(effect.message)
        async for rows in pages(self._journal, thread):
            seeding.follow(rows)
        if effect.message and not seeding.found:
            return BranchBegun(effect.row, "", "unknown")
        if not seeding.entries:
            return BranchBegun(effect.row, "", "empty")
        session, place = seeding.session, effect.place
        seeded: list[Fact] = [
            ThreadSeeded(
                effect.by,
                place,
                thread,
                seeding.through,
                session.title,
                seeding.seed(),
                cut=seeding.cut,
                todos=session.todos,
                origins=session.origins,
                opening=session.opening,
            )
        ]
        branch = self._threads.of(place)
        if effect.bound:
            branch = self._threads.called(f"{place.id}\0{thread}\0{effect.row}")
            seeded.append(PlaceBound(effect.by, place))
        quoted = (one for entry in seeding.entries if isinstance(entry, Result) for one in entry.quotes)
        said = (Quoted(thread, name) for entry in seeding.entries for name in messages_of(entry))
        await self._memory.notes.tell(branch, [*said, *(one for one in quoted if one.thread != thread)])
        await self._memory.notes.tell_as(branch, thread)  # of what is summed up there it is not known any more
        await self._journal.append(branch, seeded, key=f"branch:{thread}:{effect.row}", lasting=True)
        self._wake(branch)
        return BranchBegun(effect.row, branch)

    async def pass_on(self, thread: str, effect: PassOnDeletion) -> DeletionPassedOn:
        deleted = MessageDeleted(effect.by, effect.place, effect.message, everywhere=True)
        key = f"deleted:{thread}:{effect.thread}:{effect.message}"
        await self._journal.append(effect.thread, [deleted], key=key)
        self._wake(effect.thread)
        return DeletionPassedOn(effect.thread, effect.message)

    async def recall(self, thread: str, message: str) -> int:
        """That message was deleted: it is in no note, and threads that were told of it know. How many notes it was
        in.
        """
        known = await self._memory.notes.covering(thread, message)
        notes = await self._memory.void(thread, message)
        for told in await self._memory.notes.told(thread, message):
            own = [*known, *await self._memory.notes.covering(told, message)]
            await self._memory.void(told, message)  # what is noted of a summary there knows the message as its own
            key = f"quoted:{thread}:{told}:{message}"
            gone = tuple(note.id for note in own if note.thread == told)
            await self._journal.append(told, [QuoteDeleted(thread, message, gone)], key=key)
            self._wake(told)
        return notes

    def _perhaps(self, thread: str, row: Row, places: Iterable[Place]) -> Iterator[str]:
        """What may have begun as a branch by that row, also if the thread was never told that it has."""
        match row.fact:
            case BranchRequested(place=place):
                yield self._threads.called(f"{place.id}\0{thread}\0{row.position}")
            case PostSent(id=id, message=message) if id.startswith(BRANCH):
                yield from (self._threads.of(replace(place, thread=message)) for place in places)

    async def erase(self, thread: str, effect: EraseThread) -> DeletionFailed:
        """Nothing is told of it to the thread, which is gone: what is returned is of use where it is not."""
        places, branches, saved, left = dict[Place, None](), dict[str, None](), set[str](), list[str]()
        async for rows in pages(self._journal, thread):
            for row in rows:
                place = getattr(row.fact, "place", None)
                if isinstance(place, Place) and self._threads.of(place) == thread:
                    places[place] = None
                if isinstance(row.fact, ModelReplied):
                    saved |= {id for call in row.fact.calls if (id := saved_id(call))}
                left += self._perhaps(thread, row, places)
        own = {
            self._threads.called(f"{place.id}\0{thread}"): place
            for place in places
            if await self._index.bound(place) in (None, thread)  # it may go on in another thread, as a branch
        }
        left += (await latest(self._journal, self._snapshots, thread)).branches
        while left:  # and what began with these
            if (branch := left.pop()) not in branches:
                branches[branch] = None
                with suppress(Unreadable):  # it is set aside, and what it began with is taken from it all the same
                    left += (await latest(self._journal, self._snapshots, branch)).branches
        known = [branch for branch in branches if await self._journal.head(branch)]
        told = await self._memory.notes.told(thread)

        async def erased() -> None:
            if await self._journal.head(thread) != effect.head:
                return  # somebody speaks, so it stays, with its files
            await self._forget_files(places, [*saved])
            await self._forget_own(thread)
            await self._journal.erase(thread, effect.head, by=effect.by, instead=own, branches=known)
            self._memory.changes += 1
            for other in (*own, *known, *told):
                self._wake(other)

        # Whoever works on the thread may notice that it is gone, and cancel this, before the answer is here.
        self._erasing.add(erasing := asyncio.ensure_future(erased()))
        erasing.add_done_callback(self._erasing.discard)
        await asyncio.shield(erasing)
        return DeletionFailed(effect.head)
