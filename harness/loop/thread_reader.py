"""Which thread a place points to, and how its session stands: read from the journal, whatever is at work."""

from collections.abc import Iterable

from harness.chat.people import Place
from harness.context.snapshot import Snapshots, latest, readable
from harness.loop.refusals import SET_ASIDE, NotAdmitted
from harness.sessions.index import ThreadIndex
from harness.sessions.journal import Journal, Unreadable
from harness.sessions.session import Session
from harness.sessions.threads import ThreadNames


class ThreadReader:
    """The threads of one team, by its `threads`. Every method may raise JournalUnavailable."""

    def __init__(
        self,
        journal: Journal,
        snapshots: Snapshots,
        index: ThreadIndex | None = None,
        threads: ThreadNames | None = None,
    ) -> None:
        """Without an index no place is bound to another thread than its own."""
        self._journal, self._snapshots = journal, snapshots
        self.index, self.threads = index, threads or ThreadNames()

    async def thread(self, place: Place) -> str:
        """The one that the place points to: its own, unless it was bound to another."""
        bound = await self.index.bound(place) if self.index else None
        return bound if bound and self.threads.has(bound) else self.threads.of(place)

    async def holder(self, said: str) -> str | None:
        """The thread of ours into which what is known by that key was taken; None if it was into none."""
        holder = await self._journal.holder(said)
        return holder if holder is not None and self.threads.has(holder) else None

    async def heard(self, said: str) -> bool:
        """Was what is known by that key taken into a thread of ours?"""
        return await self.holder(said) is not None

    async def begun(self, thread: str) -> bool:
        """Is there anything in it?"""
        return bool(await self._journal.head(thread))

    async def session(self, thread: str) -> Session:
        """As the journal has it now. Raises NotAdmitted if it cannot be read."""
        try:
            return await latest(self._journal, self._snapshots, thread)
        except Unreadable as error:
            raise NotAdmitted(SET_ASIDE) from error

    async def sessions(self, threads: Iterable[str]) -> dict[str, Session]:
        """Those of them that can be read."""
        return await readable(self._journal, self._snapshots, threads)
