"""A journal and its snapshots that forget everything at the end of the process, and keep every other promise."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from harness.chat.people import Person, Place
from harness.context.snapshot import Snapshot
from harness.context.transcript import UNQUOTED, quotes, unquoted
from harness.sessions.counting import told_already
from harness.sessions.facts import (
    BudgetLifted,
    Fact,
    PlaceBound,
    QuoteDeleted,
    Row,
    SeedVoided,
    ThreadSeeded,
    ToolReturned,
)
from harness.sessions.index import IndexedThread, ThreadSummary
from harness.sessions.journal import ALL, Appended, Claim, Fenced, Moved
from harness.sessions.ledger import LedgerEntry
from harness.sessions.made import MADE, unmade
from harness.tools.calls import Quoted
from tests.fakes.ledger import MemoryLedger
from tests.fakes.marks import MemoryMarks
from tests.fakes.notes import MemoryNotes
from tests.fakes.packages import MemoryPackages
from tests.fakes.results import MemoryResults
from tests.fakes.said import MemorySaid


@dataclass
class _Thread:
    rows: list[Row] = field(default_factory=list)
    generation: int = 0
    rested_at: int = 0
    unread_since: float = 0.0
    wake_at: float | None = None
    snapshot: Snapshot | None = None
    unreadable: str = ""
    deleted_by: str = ""

    def waits_since(self, now: float) -> float | None:
        """Since when it needs waking, if it does."""
        if len(self.rows) > self.rested_at:
            return self.unread_since
        return self.wake_at if self.wake_at is not None and self.wake_at <= now else None


class MemoryJournal:
    """Each operation is one transaction, with the loop given a turn before and after it, as a real one would."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.threads: dict[str, _Thread] = {}
        self.keys: dict[str, str] = {}
        self.ledger = MemoryLedger()
        self.index = MemoryCatalogue(self.threads, self.ledger.lifts)
        self.notes = MemoryNotes()
        self.packages = MemoryPackages()
        self.said = MemorySaid(
            lambda: {name: len(kept.rows) for name, kept in self.threads.items() if not kept.unreadable}
        )
        self.results = MemoryResults(lambda: {name: len(kept.rows) for name, kept in self.threads.items()})
        self.marks = MemoryMarks()

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
        await asyncio.sleep(0)
        appended = self._append(thread, facts, key, generation, spent)
        await asyncio.sleep(0)
        return appended

    async def decide(
        self,
        thread: str,
        facts: Sequence[Fact],
        *,
        generation: int,
        expect: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        await asyncio.sleep(0)
        kept = self._held(thread, generation)
        if expect is not None and expect != len(kept.rows):
            raise Moved
        appended = self._append(thread, facts, None, generation, spent)
        await asyncio.sleep(0)
        return appended

    async def read(
        self, thread: str, after: int = 0, *, generation: int | None = None, most: int = ALL
    ) -> Sequence[Row]:
        await asyncio.sleep(0)
        kept = self._known(thread) if generation is None else self._held(thread, generation)
        rows = tuple(kept.rows[after : after + most])
        for _ in range(3):  # an answer may be old by the time that it is heard
            await asyncio.sleep(0)
        return rows

    async def head(self, thread: str) -> int:
        await asyncio.sleep(0)
        return len(self._known(thread).rows)

    async def holder(self, key: str) -> str | None:
        await asyncio.sleep(0)
        return self.keys.get(key)

    async def take(self, thread: str) -> Claim:
        await asyncio.sleep(0)
        kept = self.threads.setdefault(thread, _Thread())
        kept.generation += 1
        return Claim(kept.generation, kept.rested_at)

    async def rest(
        self, thread: str, head: int, generation: int, wake_at: float | None, listing: ThreadSummary | None = None
    ) -> bool:
        await asyncio.sleep(0)
        kept = self._held(thread, generation)
        if head != len(kept.rows):
            return False
        kept.rested_at, kept.wake_at = head, wake_at
        if listing:
            self.index.note(thread, listing)
        await asyncio.sleep(0)
        return True

    async def restless(self, now: float, limit: int = 1000) -> Sequence[str]:
        await asyncio.sleep(0)
        since = {name: kept.waits_since(now) for name, kept in self.threads.items()}
        waiting = sorted((when, name) for name, when in since.items() if when is not None)
        await asyncio.sleep(0)
        return [name for _, name in waiting[:limit]]

    async def set_aside(self, thread: str, generation: int, why: str) -> None:
        await asyncio.sleep(0)
        kept = self._held(thread, generation)
        kept.rested_at, kept.wake_at, kept.unreadable = len(kept.rows), None, why
        await asyncio.sleep(0)

    async def unreadable(self) -> Mapping[str, str]:
        await asyncio.sleep(0)
        return {thread: kept.unreadable for thread, kept in sorted(self.threads.items()) if kept.unreadable}

    async def look_again(self) -> None:
        await asyncio.sleep(0)
        for kept in self.threads.values():
            if kept.unreadable:
                kept.rested_at, kept.unread_since, kept.unreadable = len(kept.rows) - 1, self._now(), ""

    async def erase(
        self, thread: str, head: int, *, by: Person, instead: Mapping[str, Place], branches: Iterable[str] = ()
    ) -> bool:
        await asyncio.sleep(0)
        kept = self.threads.get(thread)
        if kept is None or kept.deleted_by or len(kept.rows) != head:
            return False
        self.threads[thread] = _Thread(generation=kept.generation + 1, deleted_by=by.id)
        self.index.forget(thread)
        for name, place in sorted(instead.items()):
            self._append(name, [PlaceBound(by, place)], None, None, None)
        for told in await self.notes.told(thread):
            if told in self.threads and told != thread:
                self._unquote(told, thread)
        self.notes.forget_thread(thread)
        self.ledger.forget_thread(thread)
        self.said.forget_thread(thread)
        self.results.forget_thread(thread)
        for branch in branches:
            for number, row in enumerate(self.threads[branch].rows):
                if isinstance(row.fact, ThreadSeeded):
                    void = replace(row.fact, entries=(), todos=(), title="", opening="", cut=True)
                    self.threads[branch].rows[number] = replace(row, fact=void)
                elif isinstance(row.fact, MADE):
                    self.threads[branch].rows[number] = replace(row, fact=unmade(row.fact))
            self.threads[branch].snapshot = None
            self._append(branch, [SeedVoided()], None, None, None)
        await asyncio.sleep(0)
        return True

    def _unquote(self, told: str, thread: str) -> None:
        kept, since = self.threads[told], len(self.threads[told].rows)
        for number, row in enumerate(kept.rows):
            fact = row.fact
            if isinstance(fact, ToolReturned) and quotes(fact.result.quotes, Quoted(thread)):
                fact, since = replace(fact, result=replace(fact.result, text=UNQUOTED)), min(since, number)
            elif isinstance(fact, ThreadSeeded):
                entries = tuple(unquoted(one, Quoted(thread)) for one in fact.entries)
                since = min(since, number) if entries != fact.entries else since
                fact = replace(fact, entries=entries)
            elif isinstance(fact, MADE) and number > since:
                fact = unmade(fact)
            kept.rows[number] = replace(row, fact=fact)
        kept.snapshot = None
        self._append(told, [QuoteDeleted(thread)], None, None, None)

    async def save(self, thread: str, generation: int, snapshot: Snapshot) -> None:
        await asyncio.sleep(0)
        self._held(thread, generation).snapshot = snapshot
        await asyncio.sleep(0)

    async def load(self, thread: str) -> Snapshot | None:
        await asyncio.sleep(0)
        return self._known(thread).snapshot

    def _known(self, thread: str) -> _Thread:
        """The thread, or what a thread is that is not there."""
        return self.threads.get(thread, _Thread())

    def _held(self, thread: str, generation: int) -> _Thread:
        if thread not in self.threads or generation != self.threads[thread].generation:
            raise Fenced
        return self.threads[thread]

    def _append(
        self, thread: str, facts: Sequence[Fact], key: str | None, generation: int | None, spent: LedgerEntry | None
    ) -> Appended:
        if key is not None and key in self.keys:
            kept = self._known(thread)
            return Appended(len(kept.rows), (), generation in (None, kept.generation), kept.unreadable)
        if key is not None:
            self.keys[key] = thread
        kept = self.threads.setdefault(thread, _Thread())
        if kept.deleted_by:
            return Appended(0, (), False)
        now = self._now()
        if len(kept.rows) == kept.rested_at:
            kept.unread_since = now
        if spent and not told_already(spent.used, (row.fact for row in kept.rows[spent.known :])):
            self.ledger.add(thread, spent)
        rows = tuple(Row(len(kept.rows) + 1 + i, now, fact) for i, fact in enumerate(facts))
        kept.rows += rows
        for fact in facts:
            if isinstance(fact, PlaceBound):
                self.index.bind(fact.place, thread)
            elif isinstance(fact, BudgetLifted):
                self.ledger.lifts.setdefault(fact.budget.id, fact.by.id)
        return Appended(len(kept.rows), rows, generation in (None, kept.generation), kept.unreadable)


class MemoryCatalogue:
    """Fulfils `harness.sessions.index.ThreadIndex`."""

    def __init__(self, threads: Mapping[str, _Thread], lifts: Mapping[str, str]) -> None:
        self._threads, self._lifts = threads, lifts
        self._listings: dict[str, ThreadSummary] = {}
        self._people: dict[tuple[str, str], float] = {}
        self._bindings: dict[str, str] = {}

    def note(self, thread: str, listing: ThreadSummary) -> None:
        self._listings[thread] = listing
        self._people |= {(person, thread): listing.at for person in listing.people}

    def bind(self, place: Place, thread: str) -> None:
        self._bindings[place.id] = thread

    def forget(self, thread: str) -> None:
        self._listings.pop(thread, None)
        self._people = {key: at for key, at in self._people.items() if key[1] != thread}
        self._bindings = {place: other for place, other in self._bindings.items() if other != thread}

    async def bound(self, place: Place) -> str | None:
        await asyncio.sleep(0)
        return self._bindings.get(place.id)

    async def of_channel(self, place: Place, most: int, person: str = "") -> Sequence[IndexedThread]:
        await asyncio.sleep(0)
        return self._latest(self._shown(self._in_channel(place, person)), most)

    async def of_person(self, person: str, most: int, team: str = "") -> Sequence[IndexedThread]:
        await asyncio.sleep(0)
        theirs = {thread: at for (who, thread), at in self._people.items() if who == person}
        return self._latest(self._shown({one: at for one, at in theirs.items() if self._of(team, one)}), most)

    async def named(self, place: Place, beginning: str) -> Sequence[IndexedThread]:
        await asyncio.sleep(0)
        here = self._in_channel(place)
        return self._latest({thread: at for thread, at in here.items() if thread.startswith(beginning)}, 2)

    async def waiting(self, place: Place, person: str = "") -> Sequence[IndexedThread]:
        await asyncio.sleep(0)
        here = self._in_channel(place, person)
        return self._latest({thread: at for thread, at in here.items() if self._listings[thread].waits})

    async def decided_by(self, keys: Iterable[str] | None = None, team: str = "") -> Sequence[IndexedThread]:
        await asyncio.sleep(0)
        known = None if keys is None else frozenset(keys)
        return self._of_team(team, lambda one: bool(one.deciders if known is None else known & one.deciders))

    async def scheduled(self, ids: Iterable[str] | None = None, team: str = "") -> Sequence[IndexedThread]:
        await asyncio.sleep(0)
        known = None if ids is None else frozenset(ids)
        return self._of_team(team, lambda one: bool(one.scheduled if known is None else known & one.scheduled))

    async def unrested(self, place: Place | None = None) -> Sequence[str]:
        await asyncio.sleep(0)
        unread = [(kept.unread_since, name) for name, kept in self._threads.items() if len(kept.rows) > kept.rested_at]
        here = None if place is None else self._in_channel(place)
        return [name for _, name in sorted(unread) if here is None or name in here or name not in self._listings]

    async def arranged(self, team: str = "") -> Sequence[IndexedThread]:
        await asyncio.sleep(0)
        return self._of_team(team, lambda one: one.arranged)

    async def lifted(self, team: str = "") -> Sequence[str]:
        await asyncio.sleep(0)
        return sorted(one.thread for one in self._of_team(team, lambda one: one.held in self._lifts))

    async def running(self, team: str = "") -> Sequence[IndexedThread]:
        await asyncio.sleep(0)
        return self._of_team(team, lambda one: one.runs)

    async def owing(self, place: Place | None = None, team: str = "") -> Mapping[str, str]:
        await asyncio.sleep(0)
        here = self._listings if place is None else self._in_channel(place)
        return {
            thread: one.owes
            for thread, one in sorted(self._listings.items())
            if one.owes and self._of(team, thread) and thread in here
        }

    def _in_channel(self, place: Place, person: str = "") -> dict[str, float]:
        """Those of its channel, and when they were spoken in last."""
        here = (place.platform, place.team, place.channel)
        return {
            thread: one.at
            for thread, one in self._listings.items()
            if (one.place.platform, one.place.team, one.place.channel) == here
            and (not person or (person, thread) in self._people)
        }

    def _shown(self, threads: Mapping[str, float]) -> dict[str, float]:
        return {thread: at for thread, at in threads.items() if not self._listings[thread].archived}

    def _of_team(self, team: str, wanted: Callable[[ThreadSummary], bool]) -> list[IndexedThread]:
        found = {thread: one.at for thread, one in self._listings.items() if self._of(team, thread) and wanted(one)}
        return self._latest(found)

    def _of(self, team: str, thread: str) -> bool:
        return team in ("", self._listings[thread].place.team)

    def _latest(self, threads: Mapping[str, float], most: int | None = None) -> list[IndexedThread]:
        found = sorted(threads, key=lambda thread: (-threads[thread], thread))[:most]
        listings = [(thread, self._listings[thread]) for thread in found]
        return [
            IndexedThread(
                thread=thread, place=one.place, title=one.title, at=one.at, waits=one.waits, archived=one.archived
            )
            for thread, one in listings
        ]


class FailingJournal(MemoryJournal):
    """One that fails when it is told to, before anything has happened."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(now)
        self._failures: defaultdict[str, list[Exception]] = defaultdict(list)

    def fails(self, operation: str, *errors: Exception) -> None:
        """The next calls of that operation raise these, one each."""
        self._failures[operation] += errors

    def _attempted(self, operation: str) -> None:
        if errors := self._failures[operation]:
            raise errors.pop(0)

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
        self._attempted("append")
        return await super().append(thread, facts, key=key, lasting=lasting, generation=generation, spent=spent)

    async def decide(
        self,
        thread: str,
        facts: Sequence[Fact],
        *,
        generation: int,
        expect: int | None = None,
        spent: LedgerEntry | None = None,
    ) -> Appended:
        self._attempted("decide")
        return await super().decide(thread, facts, generation=generation, expect=expect, spent=spent)

    async def read(
        self, thread: str, after: int = 0, *, generation: int | None = None, most: int = ALL
    ) -> Sequence[Row]:
        self._attempted("read")
        return await super().read(thread, after, generation=generation, most=most)

    async def take(self, thread: str) -> Claim:
        self._attempted("take")
        return await super().take(thread)

    async def restless(self, now: float, limit: int = 1000) -> Sequence[str]:
        self._attempted("restless")
        return await super().restless(now, limit)
