"""What is of the database alone; what the ports promise is in tests/contracts."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.storage.codec import Codec
from adapters.storage.journal import FORGETTING, SqlJournal
from adapters.storage.schema import Newer
from harness.sessions.facts import PostSent
from harness.sessions.index import ThreadSummary
from harness.sessions.journal import KEYS_KEPT, PAGE, Appended, JournalUnavailable, Unreadable
from tests.contracts.journal import HERE, said, snapshot, texts
from tests.postgres import Postgres


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db"


@pytest.fixture
def journal(path: Path) -> Iterator[SqlJournal]:
    with SqlJournal.open(f"sqlite:///{path}", lambda: 1.5) as journal:
        yield journal


def change(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(sql)
    connection.commit()
    connection.close()


def test_a_row_that_cannot_be_read_is_named_and_loses_none_of_the_others(journal: SqlJournal, path: Path):
    async def scene() -> None:
        await journal.append("t", [said("one"), PostSent("a"), said("three")])
        change(path, "UPDATE facts SET kind = 'teleported' WHERE position = 2")

        with pytest.raises(Unreadable, match="row 2 of t is of the kind 'teleported', which this release does not"):
            await journal.read("t")
        assert texts(await journal.read("t", 2)) == ["three"]
        assert (await journal.append("t", [said("four")])).head == 4

    asyncio.run(scene())


def test_which_facts_were_written_is_recorded_with_them_and_not_before(journal: SqlJournal, path: Path):
    async def scene() -> None:
        no_more = "CREATE TRIGGER no BEFORE INSERT ON facts WHEN NEW.kind = 'sent' BEGIN SELECT RAISE(ABORT, 'no'); END"
        await journal.append("t", [said("one"), said("two")])
        change(path, no_more)
        with pytest.raises(JournalUnavailable):
            await journal.append("t", [said("three"), PostSent("a")])
        assert kinds(path) == [("message", 4)]

        change(path, "DROP TRIGGER no")
        await journal.append("t", [PostSent("a")])

        assert kinds(path) == [("message", 4), ("sent", 1)]

    asyncio.run(scene())


def kinds(path: Path) -> list[tuple[str, int]]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT kind, version FROM fact_kinds ORDER BY kind").fetchall()
    connection.close()
    return rows


def test_a_kind_that_a_newer_release_wrote_stays_recorded_as_newer(journal: SqlJournal, path: Path):
    change(path, "INSERT INTO fact_kinds VALUES ('message', 7)")

    asyncio.run(journal.append("t", [said("one")]))

    assert kinds(path) == [("message", 7)]


def test_an_append_that_fails_half_way_leaves_nothing_and_fails_nobody_else(journal: SqlJournal, path: Path):
    change(
        path,
        "CREATE TRIGGER no BEFORE INSERT ON facts WHEN NEW.kind = 'sent' BEGIN SELECT RAISE(ABORT, 'no room'); END",
    )

    async def scene() -> None:
        done = await asyncio.gather(
            *(
                journal.append("t", [said(str(i)), *([PostSent("x")] if i == 4 else [])], key=f"event-{i}")
                for i in range(8)
            ),
            return_exceptions=True,
        )

        assert [type(outcome) for outcome in done] == [Appended] * 4 + [JournalUnavailable] + [Appended] * 3
        assert str(done[4]) == "the database: no room"
        rows = await journal.read("t")
        assert [row.position for row in rows] == [1, 2, 3, 4, 5, 6, 7]
        assert sorted(texts(rows)) == list("0123567")
        assert (await journal.append("t", [said("4")], key="event-4")).rows, "its key was not taken"

    asyncio.run(scene())


def test_a_key_that_the_database_does_not_take_is_unavailable(journal: SqlJournal):
    async def scene() -> None:
        with pytest.raises(JournalUnavailable):
            await journal.append("t", [said("one")], key="half \ud83d")
        assert await journal.head("t") == 0

    asyncio.run(scene())


def test_a_snapshot_of_another_version_is_none(journal: SqlJournal, path: Path):
    async def scene() -> None:
        generation = (await journal.take("t")).generation
        await journal.save("t", generation, snapshot(0))
        assert await journal.load("t") == snapshot(0)
        change(path, "UPDATE snapshots SET version = '0-' || version")
        assert await journal.load("t") is None

        await journal.save("t", generation, snapshot(0, "again"))
        assert await journal.load("t") == snapshot(0, "again")

    asyncio.run(scene())


def test_a_database_of_a_newer_release_is_not_opened(journal: SqlJournal, path: Path):
    change(path, "UPDATE deskmate_version SET version_num = '9999'")

    with pytest.raises(Newer):
        SqlJournal.open(f"sqlite:///{path}", lambda: 1.5)


def test_the_times_of_rows_are_those_of_the_clock_that_was_passed_in(journal: SqlJournal):
    appended = asyncio.run(journal.append("t", [said("one")]))

    assert [row.at for row in appended.rows] == [1.5]
    assert [row.at for row in asyncio.run(journal.read("t"))] == [1.5]


def test_keys_are_forgotten_after_a_while_but_for_lasting_ones(path: Path):
    now = 0.0

    async def story() -> None:
        nonlocal now
        with SqlJournal.open(f"sqlite:///{path}", lambda: now) as journal:
            for number in range(3 * FORGETTING):
                await journal.append("t", [said("one")], key=f"click-{number}")
            await journal.append("t", [said("one")], key="message", lasting=True)
            now += KEYS_KEPT
            for number in range(FORGETTING):
                await journal.append("t", [said("one")], key=f"early-{number}")
            assert await journal.holder("click-0") == "t", "it is known for so long"
            now += 1.0
            for number in range(2 * FORGETTING):
                await journal.append("t", [said("one")], key=f"late-{number}")
            assert [await journal.holder(f"click-{number}") for number in (0, 3 * FORGETTING - 1)] == [None, None]
            for known in ("message", "early-0", "late-0"):
                assert (await journal.append("t", [said("one")], key=known)).rows == ()

    asyncio.run(story())


@pytest.mark.parametrize("on", ["sqlite", "postgres"])
def test_whoever_looks_from_outside_sees_all_threads_and_their_rows_as_they_are_stored(
    on: str, tmp_path: Path, postgres: Postgres
):
    async def scene() -> None:
        url = f"sqlite:///{tmp_path / 'b.db'}" if on == "sqlite" else postgres.database()
        with SqlJournal.open(url, lambda: 1.5) as journal:
            assert await journal.names() == []
            await journal.append("u", [said(str(number)) for number in range(PAGE + 1)])
            await journal.append("t", [said("one")])
            listing = ThreadSummary(place=HERE, title="red", at=1.0, waits=False, people=frozenset())
            assert await journal.rest("t", 1, (await journal.take("t")).generation, None, listing)

            assert await journal.names() == ["t", "u"]
            assert [(one.thread, one.title) for one in await journal.index.all()] == [("t", "red")]
            rows = [row async for row in journal.stored("u")]
            assert [row.position for row in rows] == list(range(1, PAGE + 2))
            written = Codec().encode(said(str(PAGE)))
            assert rows[-1] == (PAGE + 1, 1.5, *written)
            assert [row async for row in journal.stored("nobody's")] == []

    asyncio.run(scene())
