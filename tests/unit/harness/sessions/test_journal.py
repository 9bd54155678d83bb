"""The port's promises are checked in `tests/contracts/journal.py`; here, what its errors are to a caller."""

import asyncio

import pytest

from harness.sessions.facts import Row
from harness.sessions.journal import PAGE, Fenced, JournalError, JournalUnavailable, Moved, pages
from tests.contracts.journal import said
from tests.fakes.journal import MemoryJournal


@pytest.mark.parametrize("error", [Fenced, Moved, JournalUnavailable])
def test_whoever_catches_the_journals_errors_catches_each_of_them(error: type[JournalError]) -> None:
    with pytest.raises(JournalError):
        raise error


@pytest.mark.parametrize("count", [0, 1, PAGE, PAGE + 1, 3 * PAGE])
def test_a_long_thread_is_read_page_by_page_and_whole(count: int) -> None:
    async def read() -> list[Row]:
        journal = MemoryJournal(lambda: 0.0)
        generation = (await journal.take("t")).generation
        await journal.append("t", [said(str(number)) for number in range(count + 2)])
        found = list[Row]()
        async for rows in pages(journal, "t", 2, generation=generation):
            assert 0 < len(rows) <= PAGE
            found += rows
        return found

    assert [row.position for row in asyncio.run(read())] == list(range(3, count + 3))


def test_who_has_lost_the_thread_reads_no_page_of_it() -> None:
    async def read() -> None:
        journal = MemoryJournal(lambda: 0.0)
        async for _ in pages(journal, "t", generation=(await journal.take("t")).generation - 1):
            pass

    with pytest.raises(Fenced):
        asyncio.run(read())
