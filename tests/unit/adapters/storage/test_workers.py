import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.database import Database
from adapters.storage.workers import TRIES, Readers, Writers
from harness.sessions.journal import JournalUnavailable, Moved
from tests.postgres import Postgres


@pytest.fixture
def database(tmp_path: Path) -> Database:
    database = Database(f"sqlite:///{tmp_path / 'a.db'}?timeout=0.05")
    ask(database, "CREATE TABLE said (text TEXT NOT NULL UNIQUE)")
    return database


@pytest.fixture
def writers(database: Database) -> Iterator[Writers]:
    writers = Writers(database, "writer")
    yield writers
    writers.close()


@pytest.fixture
def readers(database: Database) -> Iterator[Readers]:
    readers = Readers(database, "reader", 2)
    yield readers
    readers.close()


def ask(database: Database, sql: str) -> list[Any]:
    connection = database.connect()
    cursor = connection.cursor()
    cursor.execute(sql)
    rows = cursor.fetchall() if cursor.description else []
    connection.close()
    return [row[0] for row in rows]


def say(cursor: DBAPICursor, *, texts: Sequence[Any]) -> str:
    for text in texts:
        cursor.execute("INSERT INTO said VALUES (?)", [text])
    return str(texts[-1])


def saying(*texts: Any) -> Callable[[DBAPICursor], str]:
    return partial(say, texts=texts)


def read(cursor: DBAPICursor) -> list[str]:
    cursor.execute("SELECT text FROM said ORDER BY text")
    return [text for (text,) in cursor.fetchall()]


def test_what_is_written_is_committed_by_the_time_that_it_is_answered(writers: Writers, readers: Readers):
    async def scene() -> None:
        for text in "abc":
            assert await writers.do("t", saying(text)) == text
            assert (await readers.do("t", read))[-1] == text

    asyncio.run(scene())


@pytest.mark.parametrize("poison", ["a0", None, "\ud83d", object()])
def test_what_the_database_does_not_take_fails_alone(writers: Writers, readers: Readers, poison: Any):
    async def scene() -> None:
        await writers.do("t", saying("a0"))
        texts = [f"a{i}" for i in range(1, 9)] + [poison] + [f"b{i}" for i in range(8)]

        done = await asyncio.gather(
            *(writers.do("t", saying(f"{i}-", text)) for i, text in enumerate(texts)), return_exceptions=True
        )

        assert [type(outcome) for outcome in done] == [str] * 8 + [JournalUnavailable] + [str] * 8
        assert len(await readers.do("t", read)) == 33, "nothing of what failed is there, and all of the rest"

    asyncio.run(scene())


def test_a_commit_that_fails_is_told_to_all_that_it_was_for_and_is_not_tried_again(
    database: Database, writers: Writers, readers: Readers
):
    ask(database, "CREATE TABLE echoes (text TEXT REFERENCES said (text) DEFERRABLE INITIALLY DEFERRED)")
    tried = []

    def echo(cursor: DBAPICursor) -> None:
        tried.append("echo")
        cursor.execute("INSERT INTO echoes VALUES ('of nothing')")

    async def scene() -> None:
        done = await asyncio.gather(
            *(writers.do("t", work) for work in (saying("a"), echo, saying("b"))), return_exceptions=True
        )
        later = await writers.do("t", saying("c"))

        refused = [outcome for outcome in done if isinstance(outcome, JournalUnavailable)]
        assert [str(error) for error in refused] == ["the database: FOREIGN KEY constraint failed"] * len(refused)
        assert isinstance(done[1], JournalUnavailable)
        assert len(tried) == 1
        assert later == "c"
        assert await readers.do("t", read) == [said for said in done if isinstance(said, str)] + ["c"]

    asyncio.run(scene())


def test_what_the_journal_refuses_is_an_answer_like_another(writers: Writers):
    def refuse(cursor: DBAPICursor) -> None:
        raise Moved

    async def scene() -> None:
        done = await asyncio.gather(
            *(writers.do("t", work) for work in (refuse, saying("a"), refuse)),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in done] == [Moved, str, Moved]

    asyncio.run(scene())


def test_work_whose_waiting_is_cancelled_does_not_keep_the_others_from_theirs(writers: Writers, readers: Readers):
    async def scene() -> None:
        work = [asyncio.ensure_future(writers.do("t", saying(str(i)))) for i in range(9)]
        await asyncio.sleep(0)
        for waiting in work[::2]:
            waiting.cancel()

        done = await asyncio.gather(*work, return_exceptions=True)

        assert [outcome for outcome in done if isinstance(outcome, str)] == ["1", "3", "5", "7"]
        assert {"1", "3", "5", "7"} <= set(await readers.do("t", read))

    asyncio.run(scene())


def test_a_database_that_is_locked_is_unavailable_until_it_is_not(database: Database, writers: Writers):
    async def scene() -> None:
        other = database.connect()
        other.cursor().execute("BEGIN IMMEDIATE")
        locked = await asyncio.gather(
            *(writers.do("t", saying(str(i))) for i in range(3)),
            return_exceptions=True,
        )
        other.cursor().execute("COMMIT")
        other.close()

        assert [str(error) for error in locked] == ["the database: database is locked"] * 3
        assert await writers.do("t", saying("a")) == "a"

    asyncio.run(scene())
    assert ask(database, "SELECT text FROM said") == ["a"]


def test_a_database_that_is_gone_is_unavailable_at_once(tmp_path: Path):
    async def scene() -> None:
        database = Database("postgresql://u@127.0.0.1:1/db")
        writers, readers = Writers(database, "writer"), Readers(database, "reader", 1)
        for workers in (writers, readers):
            done = await asyncio.gather(*(workers.do("t", read) for _ in range(5)), return_exceptions=True)
            assert [type(outcome) for outcome in done] == [JournalUnavailable] * 5
            workers.close()

    asyncio.run(scene())


def test_a_connection_that_has_died_is_replaced_without_anybody_noticing(postgres: Postgres):
    database = Database(postgres.database())
    writers, readers = Writers(database, "writer"), Readers(database, "reader", 1)

    def me(cursor: DBAPICursor) -> int:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchall()[0][0])

    async def scene() -> None:
        for workers in (writers, readers):
            first = await workers.do("t", me)
            ask(database, f"SELECT pg_terminate_backend({first}, 5000)")

            second, third = await workers.do("t", me), await workers.do("t", me)

            assert first != second == third
            workers.close()

    asyncio.run(scene())


def test_what_waits_together_is_committed_together(postgres: Postgres):
    writers = Writers(Database(postgres.database()), "writer")

    def transaction(cursor: DBAPICursor) -> str:
        cursor.execute("SELECT pg_current_xact_id()::text")
        return str(cursor.fetchall()[0][0])

    async def scene() -> list[str]:
        return await asyncio.gather(*(writers.do(f"t{i}", transaction) for i in range(200)))

    transactions = asyncio.run(scene())
    writers.close()

    assert len(set(transactions)) < 20


def hasty(postgres: Postgres) -> Database:
    """Sees soon that two wait for each other."""
    return Database(f"{postgres.database()}%20-cdeadlock_timeout%3D20ms")


def until_it_waits(other: int) -> str:
    """SQL that is done once the backend of that number waits for a lock."""
    waits = f"SELECT FROM pg_locks WHERE pid = {other} AND NOT granted"
    return f"DO $$ BEGIN WHILE NOT EXISTS ({waits}) LOOP PERFORM pg_sleep(0.001); END LOOP; END $$"


def test_two_processes_that_would_wait_for_each_other_both_come_through(postgres: Postgres):
    database = hasty(postgres)
    ask(database, "CREATE TABLE counts (name TEXT PRIMARY KEY, count INT)")
    ask(database, "INSERT INTO counts VALUES ('a', 0), ('b', 0)")

    def count(cursor: DBAPICursor, first: str, second: str) -> None:
        for name in (first, second):
            cursor.execute("UPDATE counts SET count = count + 1 WHERE name = %s", [name])
            cursor.execute("SELECT pg_sleep(0.002)")

    async def scene() -> None:
        one, two = Writers(database, "one"), Writers(database, "two")
        for _ in range(3):
            await asyncio.gather(
                *(one.do("t", lambda cursor: count(cursor, "a", "b")) for _ in range(5)),
                *(two.do("t", lambda cursor: count(cursor, "b", "a")) for _ in range(5)),
            )
        one.close()
        two.close()

    asyncio.run(scene())
    assert ask(database, "SELECT count FROM counts") == [30, 30]


@pytest.mark.parametrize(("times", "comes_through"), [(1, True), (TRIES, True), (TRIES + 1, False)])
def test_what_gave_way_to_another_process_is_done_again_and_not_for_ever(
    postgres: Postgres, times: int, comes_through: bool
):
    """Another process always locks in the other order, and is more patient: it is ours that is undone."""
    database = hasty(postgres)
    ask(database, "CREATE TABLE counts (name TEXT PRIMARY KEY, count INT)")
    ask(database, "INSERT INTO counts VALUES ('a', 0), ('b', 0)")
    both, tried, other = Barrier(2, timeout=30), 0, 0

    def more(cursor: DBAPICursor, name: str) -> None:
        cursor.execute("UPDATE counts SET count = count + 1 WHERE name = %s", [name])

    def ours(cursor: DBAPICursor) -> None:
        nonlocal tried
        tried += 1
        more(cursor, "a")
        if tried <= times:
            both.wait()
            cursor.execute(until_it_waits(other))  # since the server looks for a deadlock once, 20 ms after we wait
        more(cursor, "b")

    def theirs() -> None:
        nonlocal other
        connection = database.connect()
        cursor = connection.cursor()
        cursor.execute("SELECT pg_backend_pid()")
        other = cursor.fetchall()[0][0]
        cursor.execute("SET deadlock_timeout = '1h'")
        for _ in range(times):
            cursor.execute(database.begin)
            more(cursor, "b")
            both.wait()
            more(cursor, "a")
            cursor.execute("COMMIT")
        connection.close()

    async def scene() -> None:
        writers = Writers(database, "ours")
        try:
            await asyncio.gather(writers.do("t", ours), asyncio.to_thread(theirs))
        finally:
            writers.close()

    if comes_through:
        asyncio.run(scene())
    else:
        with pytest.raises(JournalUnavailable, match="deadlock"):
            asyncio.run(scene())
    assert tried == min(times, TRIES) + 1
    assert ask(database, "SELECT count FROM counts") == [times + comes_through] * 2


def test_closed_workers_say_so_and_leave_no_thread(writers: Writers):
    import threading

    writers.close()
    writers.close()

    assert not [thread for thread in threading.enumerate() if thread.name.startswith("writer-")]
    with pytest.raises(JournalUnavailable, match="closed"):
        asyncio.run(writers.do("t", read))
