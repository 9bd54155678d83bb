"""What was said is found again: the index is brought up to what the journal says, and then asked."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from harness.chat.people import Place
from harness.context.said import IndexChange, IndexedMessage, SaidIndex, queried_words
from harness.context.snapshot import Snapshots
from harness.sessions.fold import apply
from harness.sessions.journal import ALL, PAGE, Journal, JournalError, Unreadable, pages
from harness.sessions.session import Session
from harness.sessions.threads import ThreadNames

log = logging.getLogger(__name__)

Sees = Callable[[Place], Awaitable[bool | None]]
"""May what was said in that room be told? None, if that cannot be known just now."""
LONGEST = 1_000
"""Characters of a query."""
MOST = 10
"""Messages that are found at once."""
ROOMS = 100
"""Where something was found, at a time: others may not be told of most of them."""
ROWS = 20_000
"""Rows that a search reads before it is asked, at most: some seconds."""
THREADS = 1_000
"""Threads that are looked up at once, as behind."""
PAUSE = 0.05
"""Seconds for all others, after each page of a thread that is brought up while nobody waits for it."""
WARM = 64
"""Sessions that are kept as the index has them, so that it goes on from there."""


class NoQuery(ValueError):
    """It cannot be looked for. The message says why, and what would be right, for models and people."""


@dataclass(frozen=True, slots=True)
class Found:
    """The latest come first. `left`: so many threads are not in the index yet. `unknown`: nor were so many places
    looked at, since nobody could find out just now who sees them.
    """

    messages: tuple[IndexedMessage, ...]
    left: int = 0
    unknown: int = 0


class History:
    """What was said to one colleague, for its tools, which are there before what keeps it is. `link` is the address of
    a message in a place, or of the place itself if the message is empty; empty if there is none.
    """

    def __init__(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._sleep = sleep
        self._kept: tuple[Journal, Snapshots, SaidIndex] | None = None
        self._threads = ThreadNames()
        self.link: Callable[[Place, str], str] = lambda place, message: ""
        self._bringing_up = asyncio.Lock()
        self._woken = asyncio.Event()
        self._caught_up = False
        self._rested: set[str] = set()
        """Threads that may be behind since. What is missing here is found by the next search, or start."""
        self._warm = OrderedDict[str, Session]()

    def kept_in(
        self,
        journal: Journal,
        snapshots: Snapshots,
        index: SaidIndex,
        threads: ThreadNames,
        link: Callable[[Place, str], str],
    ) -> None:
        self._kept, self._threads, self.link = (journal, snapshots, index), threads, link

    async def find(self, query: str, sees: Sees, thread: str = "", most: int = MOST) -> Found:
        """What was said with all words of the query, where `sees` says of a room that it may be told. `thread`: only in
        those whose names begin so. Raises NoQuery and JournalUnavailable.
        """
        words = _words(query)
        if self._kept is None:
            return Found(())
        beginning = self._threads.beginning(thread)
        left = set(await self._catch_up(ROWS))
        while True:
            found, unknown = await self._found(words, sees, beginning if thread else "", most)
            late = {said.thread for said in found} & left
            if not late:
                return Found(tuple(found), len(left), unknown)
            left -= await self._brought_up(late)
            if late <= left:  # they cannot be read: nobody knows what of them was deleted
                return Found(tuple(said for said in found if said.thread not in left), len(left), unknown)

    async def _found(
        self, words: tuple[str, ...], sees: Sees, beginning: str, most: int
    ) -> tuple[list[IndexedMessage], int]:
        """Rooms are asked about as far as it takes; and of how many nothing is known."""
        assert self._kept
        _, _, index = self._kept
        found, unknown, after = list[IndexedMessage](), 0, None
        while rooms := await index.rooms(words, self._team, ROOMS, beginning, after):
            for known in rooms:
                if len(found) == most and found[-1].at >= known.at:
                    return found, unknown
                seen = await sees(known.room)
                unknown += seen is None
                if seen:
                    found += await index.find(words, known.room, self._team, most, beginning)
                    found = sorted(found, key=lambda said: -said.at)[:most]
            after = rooms[-1]
        return found, unknown

    # The index follows the journal
    def rested(self, thread: str) -> None:
        """There may be something new in it."""
        self._rested.add(thread)
        self._woken.set()

    async def keep_up(self) -> None:
        """Brings up what is behind, now and whenever a thread has come to rest."""
        while True:
            await self.catch_up()
            await self._woken.wait()

    async def catch_up(self) -> None:
        """Brings up what has come to rest since; for the first time, all that is behind."""
        self._woken.clear()
        try:
            if not self._caught_up:
                await self._catch_up(ALL, PAUSE)
                self._caught_up = True
            while self._rested:
                await self._brought_up([self._rested.pop()], PAUSE)
        except JournalError as error:
            log.warning("what was said is not indexed yet: %s", error)
            self._caught_up = False

    @property
    def _team(self) -> str:
        return "" if self._threads.plain else self._threads.team

    async def _catch_up(self, rows: int, pause: float = 0.0) -> list[str]:
        """Of all that is behind, so many rows, or a few more; returns the threads that still are."""
        if self._kept is None:
            return []
        _, _, index = self._kept
        tried = set[str]()
        while True:
            behind = await index.behind(self._team, THREADS)
            left = [thread for thread in behind if thread not in tried]
            if not left or rows <= 0:
                return list(behind)
            for thread in left:
                tried.add(thread)
                rows -= await self._bring_up(thread, pause)
                if rows <= 0:
                    break

    async def _brought_up(self, threads: Iterable[str], pause: float = 0.0) -> set[str]:
        """Those of them that could be."""
        done = set[str]()
        if self._kept is None:
            return done
        for thread in threads:
            if self._threads.has(thread) and await self._bring_up(thread, pause) >= 0:
                done.add(thread)
        return done

    async def _bring_up(self, thread: str, pause: float) -> int:
        """How many rows were read; below 0, if they cannot be."""
        assert self._kept
        journal, _, index = self._kept
        read = 0
        async with self._bringing_up:
            after = await index.indexed(thread)
            try:
                session = await self._session(thread, after)
                async for rows in pages(journal, thread, after):
                    change = IndexChange()
                    for row in rows:
                        before, session = session, apply(session, row)
                        change.follow(thread, before, row, session)
                    if not await index.take(thread, after, session.head, change):
                        return read  # by another process: it is behind still, or not
                    after, read = session.head, read + len(rows)
                    await self._sleep(pause if len(rows) == PAGE else 0)
            except Unreadable as error:
                log.debug("what was said in %s is not indexed: %s", thread, error)
                return -1
            self._keep_warm(thread, session)
        return read

    async def _session(self, thread: str, position: int) -> Session:
        """As it was at that row. Raises Unreadable."""
        assert self._kept
        journal, snapshots, _ = self._kept
        warm = self._warm.pop(thread, None)
        if warm and warm.head == position:
            return warm
        session = Session()
        if position and (snapshot := await snapshots.load(thread)) and snapshot.session.head <= position:
            session = snapshot.session
        while session.head < position:
            rows = await journal.read(thread, session.head, most=min(PAGE, position - session.head))
            if not rows:
                break
            for row in rows:
                session = apply(session, row)
        return session

    def _keep_warm(self, thread: str, session: Session) -> None:
        self._warm[thread] = session
        if len(self._warm) > WARM:
            self._warm.popitem(last=False)


def _words(query: str) -> tuple[str, ...]:
    """Raises NoQuery."""
    if len(query) > LONGEST:
        raise NoQuery(f"a search has at most {LONGEST:,} characters, and this has {len(query):,}: name a few words")
    words = queried_words(query)
    if not words:
        raise NoQuery("there is no word in it to look for: name one or more")
    return words
