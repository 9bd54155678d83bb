"""The port to a thread's journal.

JournalError
├── Fenced              another activation has taken the thread over
├── Moved               the journal has gone on since the head that this was decided on
├── Unreadable          a row of this thread is not one that this release can read
└── JournalUnavailable  the storage did not answer, or refused: whether it was committed is not known
"""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from harness.chat.people import Person, Place
from harness.sessions.facts import Fact, Row
from harness.sessions.index import ThreadSummary
from harness.sessions.ledger import LedgerEntry

KEYS_KEPT = 14 * 86_400.0
"""Seconds. Slack sends an event again within five minutes, and for a day where an app has asked for that (Slack docs,
Events API, retries and delayed events); Discord tells again what was missed to a session that is resumed, and we read
what was said in the last three days (`adapters/discord/missed`). Backups of the machine and its clock are given time.
"""
ALL = 2**62
PAGE = 500
"""Rows that are read at once, and folded before others get a turn: some ten milliseconds."""


class JournalError(Exception):
    """The journal did not do what it was asked."""


class Fenced(JournalError):
    """Another activation has taken this thread over."""


class Moved(JournalError):
    """The journal has gone on since the head that this was decided on."""


class Unreadable(JournalError):
    """A row of this thread is not one that this release can read. The message says which, and why."""


class JournalUnavailable(JournalError):
    """The storage did not answer, or refused. What was to be appended may be in it, or not."""


@dataclass(frozen=True, slots=True)
class Appended:
    """`rows` is what was appended, in its place; empty if the key was known. `current`: is the generation still the
    thread's? `unreadable`: why the thread was set aside; empty, if it was not.
    """

    head: int
    rows: tuple[Row, ...]
    current: bool = True
    unreadable: str = ""


class Claim(NamedTuple):
    """A thread is taken: the `generation` of whoever has it now, and the position at which it was at rest last; 0
    if it never was.
    """

    generation: int
    rested: int


class Journal(Protocol):
    """Append-only. One append is atomic, and has at most one dedupe key, which is global. Committed when it returns.

    Every method may raise JournalUnavailable.
    """

    async def append(
        self,
        thread: str,
        facts: Sequence[Fact],
        *,
        key: str | None = None,
        lasting: bool = False,
        generation: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        """Reports what happened: true whoever says it, so never fenced. Creates the thread. A known key appends
        nothing. It is known for KEYS_KEPT at least, and if it is `lasting`, as long as the journal. To a thread that
        was erased nothing is appended. What was `spent` is in the ledger as soon as the fact that says so is here; told
        twice, it counts once.
        """

    async def decide(
        self,
        thread: str,
        facts: Sequence[Fact],
        *,
        generation: int,
        expect: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        """Appends what an activation decided, if it still has the thread, on the head `expect` if given. Raises
        Fenced, Moved. `spent` as in `append`.
        """

    async def read(
        self, thread: str, after: int = 0, *, generation: int | None = None, most: int = ALL
    ) -> Sequence[Row]:
        """The rows after that position, in order, the first so many. Raises Unreadable; with a generation, Fenced."""

    async def head(self, thread: str) -> int:
        """The position of its last row; 0 if there is no such thread."""

    async def holder(self, key: str) -> str | None:
        """The thread to which an append of that key went; None if none is known."""

    async def take(self, thread: str) -> Claim:
        """A new generation: whoever had the thread before decides no more."""

    async def rest(
        self, thread: str, head: int, generation: int, wake_at: float | None, listing: ThreadSummary | None = None
    ) -> bool:
        """Notes that nothing is to be done up to `head`, before `wake_at`; and how the thread is listed from now on, if
        that is not as before. False if there is more to read: then nothing is noted. Raises Fenced.
        """

    async def restless(self, now: float, limit: int = 1000) -> Sequence[str]:
        """The threads to wake, the longest waiting first: with rows after their rest, or whose `wake_at` has come."""

    async def set_aside(self, thread: str, generation: int, why: str) -> None:
        """Notes that its rows cannot be read: it is not restless until something is appended. Raises Fenced."""

    async def unreadable(self) -> Mapping[str, str]:
        """The threads that are set aside, and why."""

    async def erase(
        self, thread: str, head: int, *, by: Person, instead: Mapping[str, Place], branches: Iterable[str] = ()
    ) -> bool:
        """All that is kept of it is gone, also what `branches` began with. What stays is that it was there, and who has
        deleted it: nothing is appended to it any more, and what came before comes in vain, as its keys are known. Each
        place in `instead` points to the new thread of that name from then on. False, with nothing done, if `head` is
        not its last row.
        """

    async def look_again(self) -> None:
        """What was set aside is restless again: another release may be able to read it."""


async def pages(
    journal: Journal, thread: str, after: int = 0, *, generation: int | None = None
) -> AsyncIterator[Sequence[Row]]:
    """All rows after that position, page by page: a thread may be long, and others are not to wait for it. Raises as
    `read` does.
    """
    while rows := await journal.read(thread, after, generation=generation, most=PAGE):
        yield rows
        if len(rows) < PAGE:
            return
        after = rows[-1].position
