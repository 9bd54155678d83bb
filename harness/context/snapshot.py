"""Control state and window at one position: a cold wake reads it and what came after, however long the thread."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from typing import Protocol, Self

from harness.context.observations import NOTHING, Observations
from harness.context.window import Window
from harness.sessions.entries import Entry
from harness.sessions.fold import fold
from harness.sessions.journal import Journal, Unreadable, pages
from harness.sessions.session import Session

VERSION = 24
"""Of what the fold makes of the same rows, and of the shapes in a snapshot. A snapshot of another version is of no use,
and the journal is folded anew, so it is raised where that must be, and for no field that is only added with a default:
`tests/journals` says when.
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Taken between steps. The position is `session.head`."""

    session: Session
    entries: tuple[Entry, ...]
    waiting: tuple[Entry, ...]
    _: KW_ONLY
    cut: bool = False
    opening: tuple[int, ...] | None = None
    heard: int = 0
    observed: Observations = NOTHING
    """Of the window: see there."""

    def window(self) -> Window:
        opening = (self.opening[0], self.opening[1]) if self.opening else None
        return Window(self.entries, self.waiting, self.cut, opening, self.heard, observed=self.observed)

    @classmethod
    def of(cls, session: Session, window: Window) -> Self:
        entries = tuple(window.entries)
        return cls(
            session,
            entries,
            window.waiting,
            cut=window.cut,
            opening=window.opening,
            heard=window.heard,
            observed=window.observed,
        )


class Snapshots(Protocol):
    async def save(self, thread: str, generation: int, snapshot: Snapshot) -> None:
        """Keeps it in place of the one before. Raises the journal's Fenced and JournalUnavailable."""

    async def load(self, thread: str) -> Snapshot | None:
        """The last one, if there is one of this VERSION that can be read. Raises JournalUnavailable."""


async def latest(journal: Journal, snapshots: Snapshots, thread: str) -> Session:
    """The session as the journal has it now. Raises JournalUnavailable and Unreadable."""
    snapshot = await snapshots.load(thread)
    session = snapshot.session if snapshot else Session()
    async for rows in pages(journal, thread, session.head):
        session = fold(rows, session)
    return session


async def readable(journal: Journal, snapshots: Snapshots, threads: Iterable[str]) -> dict[str, Session]:
    """Of several, without those that this release cannot read: they harm no other. Raises JournalUnavailable."""
    found = dict[str, Session]()
    for thread in threads:
        with suppress(Unreadable):
            found[thread] = await latest(journal, snapshots, thread)
    return found
