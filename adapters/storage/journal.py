"""The journal and its snapshots on a database."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import Any, NamedTuple, Self

from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.codec import Codec, EncodedFact, NotAFact
from adapters.storage.database import Database
from adapters.storage.erasing import Erasing
from adapters.storage.index import SqlThreadIndex
from adapters.storage.installations import SqlInstallations
from adapters.storage.ledger import SqlLedger
from adapters.storage.marks import SqlMarks
from adapters.storage.notes import SqlNotes
from adapters.storage.packages import SqlPackages
from adapters.storage.pairings import SqlPairings
from adapters.storage.results import SqlResults
from adapters.storage.said import SqlSaid
from adapters.storage.schema import prepare
from adapters.storage.statements import Statements
from adapters.storage.workers import Readers, Writers
from harness.chat.people import Person, Place
from harness.context.snapshot import Snapshot
from harness.sessions.counting import told_already
from harness.sessions.facts import BudgetLifted, Fact, PlaceBound, Row
from harness.sessions.index import ThreadSummary
from harness.sessions.journal import ALL, KEYS_KEPT, PAGE, Appended, Claim, Fenced, Moved, Unreadable
from harness.sessions.ledger import LedgerEntry

READERS = 2
"""So that a thread that is read from its beginning does not hold up the others."""

FORGETTING = 100
"""Keys after which old ones are forgotten; the first is one of them."""

Encoded = Sequence[EncodedFact]


class StoredRow(NamedTuple):
    """A row as it is kept; `body` is JSON."""

    position: int
    at: float
    kind: str
    version: int
    body: bytes


class SqlJournal:
    """Fulfils `harness.sessions.journal.Journal` and `harness.context.snapshot.Snapshots`.

    Several processes may open the same database. `now` is called on a thread of the journal.
    """

    def __init__(self, database: Database, now: Callable[[], float], codec: Codec) -> None:
        self._now, self._codec, self._sql = now, codec, Statements(database.engine.dialect)
        self._claimed = 0
        """Keys, by this process."""
        self._recorded: frozenset[str] = frozenset()
        """The kinds that this process knows to have been written here in its version of them."""
        self._writers = Writers(database, "journal-writer")
        self._readers = Readers(database, "journal-reader", READERS)
        self.index = SqlThreadIndex(self._writers, self._readers, database.engine.dialect)
        self.marks = SqlMarks(self._writers, self._readers, database.engine.dialect)
        self.installations = SqlInstallations(self._writers, self._readers, database.engine.dialect)
        self.ledger = SqlLedger(self._readers, database.engine.dialect)
        self.notes = SqlNotes(self._writers, self._readers, database.engine.dialect)
        self.said = SqlSaid(self._writers, self._readers, database.engine.dialect)
        self.results = SqlResults(self._writers, self._readers, database.engine.dialect)
        self.packages = SqlPackages(self._writers, self._readers, database.engine.dialect)
        self.pairings = SqlPairings(self._writers, self._readers, database.engine.dialect, now)
        self._erasing = Erasing(self._sql, codec, self.ledger, database.engine.dialect)

    @classmethod
    def open(cls, url: str, now: Callable[[], float]) -> Self:
        """Creates or migrates the tables if need be. Raises Unusable and JournalUnavailable."""
        database, codec = Database(url), Codec()
        prepare(database, codec.versions)
        return cls(database, now, codec)

    def close(self) -> None:
        """Commits what it was handed, and ends its threads."""
        self._writers.close()
        self._readers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Journal
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
        encoded = [self._codec.encode(fact) for fact in facts]

        def work(cursor: DBAPICursor) -> Appended:
            at = self._now()
            if key is not None and not self._claim(cursor, key, thread, at, lasting):
                head, holder, unreadable = self._state(cursor, thread)
                return Appended(head, (), generation in (None, holder), unreadable)
            grown = self._sql.grow.rows(cursor, thread=thread, count=len(facts), at=at)
            if not grown:  # it was erased
                return Appended(0, (), False)
            [(head, holder, unreadable)] = grown
            self._count(cursor, thread, head - len(facts), spent)
            rows = self._insert(cursor, thread, head, at, facts, encoded)
            return Appended(head, rows, generation in (None, holder), unreadable or "")

        return await self._written(thread, work, encoded)

    async def decide(
        self,
        thread: str,
        facts: Sequence[Fact],
        *,
        generation: int,
        expect: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        encoded = [self._codec.encode(fact) for fact in facts]

        def work(cursor: DBAPICursor) -> Appended:
            at = self._now()
            values = {"thread": thread, "count": len(facts), "at": at, "generation": generation, "expect": expect}
            grown = (self._sql.grow_in if expect is None else self._sql.grow_on).rows(cursor, **values)
            if not grown:
                self._fence(cursor, thread, generation)
                raise Moved
            head = grown[0][0]
            self._count(cursor, thread, head - len(facts), spent)
            return Appended(head, self._insert(cursor, thread, head, at, facts, encoded))

        return await self._written(thread, work, encoded)

    async def read(
        self, thread: str, after: int = 0, *, generation: int | None = None, most: int = ALL
    ) -> Sequence[Row]:
        def work(cursor: DBAPICursor) -> tuple[Row, ...]:
            if generation is None:
                got = self._sql.read.rows(cursor, thread=thread, after=after, most=most)
            else:
                values = {"thread": thread, "after": after, "generation": generation, "most": most}
                got = self._sql.read_in.rows(cursor, **values)
                if not got:
                    raise Fenced
            return tuple(self._row(thread, *values) for values in got if values[0] is not None)

        return await self._readers.do(thread, work)

    async def head(self, thread: str) -> int:
        return (await self._readers.do(thread, lambda cursor: self._state(cursor, thread)))[0]

    async def holder(self, key: str) -> str | None:
        def work(cursor: DBAPICursor) -> str | None:
            return next((str(thread) for (thread,) in self._sql.holder.rows(cursor, key=key)), None)

        return await self._readers.do("", work)

    async def take(self, thread: str) -> Claim:
        def work(cursor: DBAPICursor) -> Claim:
            [(generation, rested)] = self._sql.take.rows(cursor, thread=thread, at=self._now())
            return Claim(int(generation), int(rested))

        return await self._writers.do(thread, work)

    async def rest(
        self, thread: str, head: int, generation: int, wake_at: float | None, listing: ThreadSummary | None = None
    ) -> bool:
        def work(cursor: DBAPICursor) -> bool:
            if self._sql.rest.count(cursor, thread=thread, generation=generation, head=head, wake_at=wake_at):
                if listing:
                    self.index.note(cursor, thread, listing)
                return True
            self._fence(cursor, thread, generation)
            return False

        return await self._writers.do(thread, work)

    async def restless(self, now: float, limit: int = 1000) -> Sequence[str]:
        def work(cursor: DBAPICursor) -> list[str]:
            return [thread for (thread,) in self._sql.restless.rows(cursor, now=now, count=limit)]

        return await self._readers.do("", work)

    async def set_aside(self, thread: str, generation: int, why: str) -> None:
        def work(cursor: DBAPICursor) -> None:
            if not self._sql.set_aside.count(cursor, thread=thread, generation=generation, why=why):
                raise Fenced

        await self._writers.do(thread, work)

    async def unreadable(self) -> Mapping[str, str]:
        def work(cursor: DBAPICursor) -> dict[str, str]:
            return {str(thread): str(why) for thread, why in self._sql.aside.rows(cursor)}

        return await self._readers.do("", work)

    async def erase(
        self, thread: str, head: int, *, by: Person, instead: Mapping[str, Place], branches: Iterable[str] = ()
    ) -> bool:
        begun = {name: PlaceBound(by, place) for name, place in sorted(instead.items())}
        encoded = {name: self._codec.encode(fact) for name, fact in begun.items()}

        def work(cursor: DBAPICursor) -> bool:
            at = self._now()
            if not self._erasing.erase(cursor, thread, head, at, by, branches):
                return False
            for name, fact in begun.items():
                for [grown, *_] in self._sql.grow.rows(cursor, thread=name, count=1, at=at):
                    self._insert(cursor, name, grown, at, [fact], [encoded[name]])
            return True

        return await self._writers.do(thread, work)

    async def look_again(self) -> None:
        await self._writers.do("", lambda cursor: self._sql.look_again.count(cursor, at=self._now()))

    # Beyond the ports, for whoever looks at the database from outside
    async def names(self) -> Sequence[str]:
        """Of all threads."""

        def work(cursor: DBAPICursor) -> list[str]:
            return [str(thread) for (thread,) in self._sql.names.rows(cursor)]

        return await self._readers.do("", work)

    async def stored(self, thread: str) -> AsyncIterator[StoredRow]:
        """All rows of a thread, undecoded: also those that this release cannot read."""
        after = 0
        while rows := await self._readers.do(thread, partial(self._page, thread, after)):
            for row in rows:
                yield row
            after = rows[-1].position

    def _page(self, thread: str, after: int, cursor: DBAPICursor) -> list[StoredRow]:
        return [StoredRow(*row) for row in self._sql.read.rows(cursor, thread=thread, after=after, most=PAGE)]

    # Snapshots
    async def save(self, thread: str, generation: int, snapshot: Snapshot) -> None:
        version, body = self._codec.encode_snapshot(snapshot)
        position = snapshot.session.head

        def work(cursor: DBAPICursor) -> None:
            values = {"thread": thread, "generation": generation, "position": position}
            if not self._sql.save.count(cursor, **values, version=version, body=body):
                raise Fenced

        await self._writers.do(thread, work)

    async def load(self, thread: str) -> Snapshot | None:
        def work(cursor: DBAPICursor) -> Snapshot | None:
            for version, body in self._sql.load.rows(cursor, thread=thread):
                return self._codec.decode_snapshot(version, body)
            return None

        return await self._readers.do(thread, work)

    async def _written(self, thread: str, work: Callable[[DBAPICursor], Appended], encoded: Encoded) -> Appended:
        appended = await self._writers.do(thread, work)
        if appended.rows:  # committed, and so is the record of their kinds
            self._recorded |= {written.kind for written in encoded}
        return appended

    def _claim(self, cursor: DBAPICursor, key: str, thread: str, at: float, lasting: bool) -> bool:
        """Is it new? Now and then, old ones are forgotten on the way: more than come meanwhile."""
        if self._claimed % FORGETTING == 0:
            self._sql.forget_keys.count(cursor, before=at - KEYS_KEPT, count=2 * FORGETTING)
        self._claimed += 1
        return bool(self._sql.claim.count(cursor, key=key, thread=thread, at=at, lasting=lasting))

    def _insert(
        self, cursor: DBAPICursor, thread: str, head: int, at: float, facts: Sequence[Fact], encoded: Encoded
    ) -> tuple[Row, ...]:
        """The rows that end at `head`, which has been counted up for them."""
        first = head - len(facts) + 1
        self._record_kinds(cursor, encoded)
        if facts:
            self._sql.insert.each(
                cursor,
                [
                    {"thread": thread, "position": first + i, "at": at, **written._asdict()}
                    for i, written in enumerate(encoded)
                ],
            )
        for fact in facts:
            if isinstance(fact, PlaceBound):
                self.index.bind(cursor, fact.place, thread)
            elif isinstance(fact, BudgetLifted):
                self.ledger.lift(cursor, fact, at)
        return tuple(Row(first + i, at, fact) for i, fact in enumerate(facts))

    def _count(self, cursor: DBAPICursor, thread: str, head: int, spent: LedgerEntry | None) -> None:
        """Once, however often it is told, in the thread that was at `head`: where it is not known whether an outcome
        was taken, it is told again.
        """
        if spent and not (head > spent.known and told_already(spent.used, self._since(cursor, thread, spent.known))):
            self.ledger.add(cursor, thread, spent)

    def _since(self, cursor: DBAPICursor, thread: str, after: int) -> Iterator[Fact]:
        """As far as they can be read."""
        for position, *values in self._sql.read.rows(cursor, thread=thread, after=after, most=ALL):
            with suppress(Unreadable):
                yield self._row(thread, position, *values).fact

    def _record_kinds(self, cursor: DBAPICursor, encoded: Encoded) -> None:
        """In the transaction that writes them, or an older release could start on facts that it cannot read."""
        for kind, version, _ in encoded:
            if kind not in self._recorded:
                self._sql.record_kind.count(cursor, kind=kind, version=version)

    def _state(self, cursor: DBAPICursor, thread: str) -> tuple[int, int, str]:
        """The head and generation of a thread, known or not, and why it is set aside, if it is."""
        for head, generation, unreadable in self._sql.state.rows(cursor, thread=thread):
            return head, generation, unreadable or ""
        return 0, 0, ""

    def _fence(self, cursor: DBAPICursor, thread: str, generation: int) -> None:
        """For when a statement that asks for the generation has found nothing: was it for that? Raises Fenced."""
        if not any(held == generation for _, held, _ in self._sql.state.rows(cursor, thread=thread)):
            raise Fenced

    def _row(self, thread: str, position: int, at: float, kind: str, version: int, body: Any) -> Row:
        try:
            return Row(position, at, self._codec.decode(kind, version, body))
        except NotAFact as error:
            raise Unreadable(f"row {position} of {thread} is {error}") from error
