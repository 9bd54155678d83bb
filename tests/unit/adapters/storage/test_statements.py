from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.database import Database
from adapters.storage.schema import prepare
from adapters.storage.statements import Statement, Statements
from tests.postgres import Postgres


@pytest.fixture
def database(tmp_path: Path) -> Database:
    database = Database(f"sqlite:///{tmp_path / 'a.db'}")
    prepare(database, {})
    return database


@pytest.fixture
def cursor(database: Database) -> Iterator[DBAPICursor]:
    connection = database.connect()
    yield connection.cursor()
    connection.close()


def plan(cursor: DBAPICursor, database: Database, statement: Statement, **values: Any) -> str:
    explained = Statement(f"EXPLAIN QUERY PLAN {statement.sql}", database.engine.dialect)
    return "\n".join(str(row[3]) for row in explained.rows(cursor, **values))


def test_what_needs_waking_is_found_by_its_indexes_however_many_threads_rest(database: Database, cursor: DBAPICursor):
    found = plan(cursor, database, Statements(database.engine.dialect).restless, now=1.0, count=10)

    assert "SCAN threads USING INDEX threads_unread" in found
    assert "SEARCH threads USING INDEX threads_due (wake_at<?)" in found
    assert found.count("threads") == 4, f"nothing else looks at threads:\n{found}"


def test_postgres_finds_what_needs_waking_by_its_indexes_too(postgres: Postgres):
    database = Database(postgres.database())
    prepare(database, {})
    connection = database.connect()
    cursor = connection.cursor()
    cursor.execute(
        "INSERT INTO threads SELECT 't' || n, n, 1, n - (n % 1000 = 0)::int, n, CASE WHEN n % 999 = 0 THEN n END"
        " FROM generate_series(1, 20000) AS n"
    )
    cursor.execute("ANALYZE threads")
    explained = Statement("EXPLAIN " + Statements(database.engine.dialect).restless.sql, database.engine.dialect)

    found = "\n".join(row[0] for row in explained.rows(cursor, now=5000.0, count=10))

    connection.close()
    assert "threads_unread" in found, found
    assert "threads_due" in found, found
    assert "Seq Scan" not in found, found


@pytest.mark.parametrize("name", ["read", "read_in"])
def test_a_threads_rows_are_found_by_their_position(database: Database, cursor: DBAPICursor, name: str):
    statement = getattr(Statements(database.engine.dialect), name)

    found = plan(cursor, database, statement, thread="t", after=3, generation=1, most=9)

    assert "SEARCH facts USING INDEX sqlite_autoindex_facts_1 (thread=? AND position>?)" in found
    assert "SCAN" not in found
    assert "TEMP B-TREE" not in found, "they come in order"


@pytest.mark.parametrize(
    "name",
    ["claim", "forget_keys", "holder", "grow", "grow_in", "grow_on", "insert", "state", "take", "rest", "save", "load"],
)
def test_no_other_statement_looks_at_more_than_its_thread(database: Database, cursor: DBAPICursor, name: str):
    values = dict.fromkeys(("key", "thread", "at", "count", "generation", "expect", "position", "kind", "body"), 1)
    values |= dict.fromkeys(("head", "wake_at", "version", "lasting", "before"), 1)

    found = plan(cursor, database, getattr(Statements(database.engine.dialect), name), **values)

    assert "SCAN" not in found


def test_parameters_have_names_and_may_come_twice(database: Database, cursor: DBAPICursor):
    statement = Statement("SELECT :a, :b, :a", database.engine.dialect)

    assert [tuple(row) for row in statement.rows(cursor, b=2, a=1, c=3)] == [(1, 2, 1)]
    with pytest.raises(KeyError):
        statement.rows(cursor, b=2)
