"""A journal and its snapshots that forget everything at the end of the process, and keep every other promise."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from harness.context.snapshot import Snapshot
from harness.sessions.facts import Fact, Row
from harness.sessions.journal import Appended, Fenced, Moved


@dataclass
class _Thread:
    rows: list[Row] = field(default_factory=list)
    generation: int = 0
    rested_at: int = 0
    wake_at: float | None = None
    touched_at: float = 0.0
    snapshot: Snapshot | None = None


class MemoryJournal:
    """Each operation is one transaction, with the loop given a turn before and after it, as a real one would."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.threads: dict[str, _Thread] = {}
        self.keys: dict[str, str] = {}

    async def append(
        self, thread: str, facts: Sequence[Fact], *, key: str | None = None, generation: int | None = None
    ) -> Appended:
        await asyncio.sleep(0)
        appended = self._append(thread, facts, key, generation)
        await asyncio.sleep(0)
        return appended

    async def decide(
        self, thread: str, facts: Sequence[Fact], *, generation: int, expect: int | None = None
    ) -> Appended:
        await asyncio.sleep(0)
        self._fence(thread, generation)
        if expect is not None and expect != len(self._thread(thread).rows):
            raise Moved
        appended = self._append(thread, facts, None, generation)
        await asyncio.sleep(0)
        return appended

    async def read(self, thread: str, after: int = 0, *, generation: int | None = None) -> Sequence[Row]:
        await asyncio.sleep(0)
        if generation is not None:
            self._fence(thread, generation)
        rows = tuple(self._thread(thread).rows[after:])
        for _ in range(3):  # an answer may be old by the time that it is heard
            await asyncio.sleep(0)
        return rows

    async def head(self, thread: str) -> int:
        await asyncio.sleep(0)
        return len(self.threads[thread].rows) if thread in self.threads else 0

    async def take(self, thread: str) -> int:
        await asyncio.sleep(0)
        self._thread(thread).generation += 1
        return self._thread(thread).generation

    async def rest(self, thread: str, head: int, generation: int, wake_at: float | None) -> bool:
        await asyncio.sleep(0)
        self._fence(thread, generation)
        kept = self._thread(thread)
        if head != len(kept.rows):
            return False
        kept.rested_at, kept.wake_at = head, wake_at
        await asyncio.sleep(0)
        return True

    async def restless(self, now: float, limit: int = 1000) -> Sequence[str]:
        waiting = [
            (kept.touched_at, name)
            for name, kept in self.threads.items()
            if len(kept.rows) > kept.rested_at or (kept.wake_at is not None and kept.wake_at <= now)
        ]
        return [name for _, name in sorted(waiting)[:limit]]

    async def save(self, thread: str, generation: int, snapshot: Snapshot) -> None:
        await asyncio.sleep(0)
        self._fence(thread, generation)
        self._thread(thread).snapshot = snapshot

    async def load(self, thread: str) -> Snapshot | None:
        await asyncio.sleep(0)
        return self._thread(thread).snapshot

    def _thread(self, thread: str) -> _Thread:
        return self.threads.setdefault(thread, _Thread())

    def _fence(self, thread: str, generation: int) -> None:
        if generation != self._thread(thread).generation:
            raise Fenced

    def _append(self, thread: str, facts: Sequence[Fact], key: str | None, generation: int | None) -> Appended:
        kept = self._thread(thread)
        current = generation in (None, kept.generation)
        if key is not None and key in self.keys:
            return Appended(len(kept.rows), (), current)
        if key is not None:
            self.keys[key] = thread
        rows = tuple(Row(len(kept.rows) + 1 + i, self._now(), fact) for i, fact in enumerate(facts))
        kept.rows += rows
        kept.touched_at = self._now()
        return Appended(len(kept.rows), rows, current)
