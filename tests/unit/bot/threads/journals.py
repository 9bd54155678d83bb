"""Journals on disk, and in a moment."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from adapters.storage.journal import SqlJournal
from harness.sessions.facts import Fact, Row

T = TypeVar("T")


def on_disk(folder: Path, threads: dict[str, Sequence[Fact]], work: Callable[[SqlJournal], Awaitable[T]]) -> T:
    """What `work` returns, on a journal with these threads."""

    async def main() -> T:
        with SqlJournal.open(f"sqlite:///{folder / 'journal.db'}", lambda: 1_700_000_000.0) as journal:
            for thread, facts in threads.items():
                await journal.append(thread, facts)
            return await work(journal)

    return asyncio.run(main())


def rows(facts: Iterable[Fact]) -> list[Row]:
    return [Row(position, 1_700_000_000.0, fact) for position, fact in enumerate(facts, 1)]
