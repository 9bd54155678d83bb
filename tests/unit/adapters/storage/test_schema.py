import logging
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import run

import pytest

from adapters.storage.database import Database
from adapters.storage.schema import BEFORE, REVISIONS, Newer, OldSchema, prepare, version
from harness.sessions.journal import JournalUnavailable
from tests.postgres import Postgres

KINDS = {"message": 1, "reply": 2}
ROOT = Path(__file__).parents[4]
TABLES = {
    "bindings", "budget_lifts", "concerned", "deleted_messages", "deskmate_version", "told_messages",
    "fact_kinds", "facts", "installations", "keys",
    "ledger", "listings", "marks", "noted_messages", "notes", "organizations", "package_parts", "packages",
    "pairing_tries", "pairings", "participants", "results", "said", "said_through", "said_words", "snapshots",
    "threads", *(f"said_words_{part}" for part in ("config", "content", "data", "idx")),
}  # fmt: skip


def kept(path: Path, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    rows = connection.execute(sql).fetchall()
    connection.commit()
    connection.close()
    return rows


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.db"


@pytest.fixture
def database(path: Path) -> Database:
    return Database(f"sqlite:///{path}")


def test_a_fresh_database_gets_its_tables_and_keeps_them(database: Database, path: Path):
    prepare(database, KINDS)
    kept(path, "INSERT INTO threads VALUES ('t', 1, 1, 0, 0, NULL, NULL, NULL, NULL)")

    prepare(database, KINDS)

    assert {name for (name,) in kept(path, "SELECT name FROM sqlite_master WHERE type = 'table'")} == TABLES
    assert kept(path, "SELECT version_num FROM deskmate_version") == [(REVISIONS[-1],)]
    assert kept(path, "SELECT id FROM threads") == [("t",)]


def test_what_was_done_to_the_tables_is_said_and_nothing_where_nothing_was(
    database: Database, path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, "adapters.storage.schema")
    prepare(database, KINDS)
    assert caplog.messages == [f"made the tables of {database}, at {REVISIONS[-1]}"]

    caplog.clear()
    prepare(database, KINDS)
    assert caplog.messages == []

    for (table,) in kept(path, "SELECT name FROM sqlite_master WHERE type = 'table'"):
        kept(path, f"DROP TABLE IF EXISTS {table}" if table != "deskmate_version" else "DELETE FROM deskmate_version")
    prepare(database, KINDS)
    assert caplog.messages == [f"migrated the tables of {database} from no revision to {REVISIONS[-1]}"]


def test_a_database_of_a_newer_release_is_left_alone_and_said_to_be_newer(database: Database, path: Path):
    prepare(database, KINDS)
    kept(path, "UPDATE deskmate_version SET version_num = '0999'")

    with pytest.raises(Newer, match=r"written by a newer Deskmate \(its tables are at 0999, this release knows"):
        prepare(database, KINDS)

    assert kept(path, "SELECT version_num FROM deskmate_version") == [("0999",)]


@pytest.mark.parametrize(
    ("kind", "at", "why"),
    [
        ("message", 2, "facts of the kind 'message' in version 2, this release knows version 1"),
        ("dreamt", 1, "facts of the kind 'dreamt' in version 1, this release does not know them"),
    ],
)
def test_a_database_with_facts_of_a_newer_release_is_refused_and_left_alone(
    database: Database, path: Path, kind: str, at: int, why: str
):
    prepare(database, KINDS)
    kept(path, f"INSERT INTO fact_kinds VALUES ('reply', 1), ('{kind}', {at})")  # noqa: S608

    for ask in (prepare, version):
        with pytest.raises(Newer, match=why):
            ask(database, KINDS)


@pytest.mark.parametrize("at", BEFORE)
def test_a_database_of_before_facts_had_versions_is_refused_by_name(database: Database, path: Path, at: str):
    prepare(database, KINDS)
    kept(path, f"UPDATE deskmate_version SET version_num = '{at}'")  # noqa: S608

    with pytest.raises(OldSchema, match=f"from before 0.1.0 \\(its tables are at {at}\\).*DESKMATE_DATA_DIR"):
        prepare(database, KINDS)


def test_tables_of_somebody_else_are_left_alone(database: Database, path: Path):
    kept(path, "CREATE TABLE threads (id TEXT)")

    with pytest.raises(JournalUnavailable, match="table threads already exists"):
        prepare(database, KINDS)

    assert kept(path, "SELECT name FROM sqlite_master") == [("threads",)], "all or nothing"


def test_a_file_that_is_no_database_is_unavailable(database: Database, path: Path):
    path.write_text("this is a letter, not a database, and it is long enough to be looked at " * 20)

    with pytest.raises(JournalUnavailable, match="not a database"):
        prepare(database, KINDS)


def test_of_several_processes_that_start_on_a_fresh_database_one_makes_the_tables(postgres: Postgres, tmp_path: Path):
    for url in (*(f"sqlite:///{tmp_path / str(i)}.db" for i in range(10)), postgres.database()):
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda url: prepare(Database(url), KINDS), [url] * 6))


def test_a_start_on_tables_that_are_there_imports_neither_alembic_nor_the_other_databases(
    database: Database, path: Path
):
    prepare(database, KINDS)
    script = f"""
import sys
from adapters.storage.journal import SqlJournal
SqlJournal.open("sqlite:///{path}", lambda: 0.0).close()
print(sorted({{"alembic", "psycopg", "adapters.storage.tables", "sqlalchemy.orm"}} & set(sys.modules)))
"""

    done = run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


def test_the_version_may_be_asked_and_nothing_is_made_of_it(postgres: Postgres, tmp_path: Path):
    for url in (f"sqlite:///{tmp_path / 'b.db'}", postgres.database()):
        database = Database(url)
        assert version(database, KINDS) is None
        assert version(database, KINDS) is None, "asking makes no tables"
        prepare(database, KINDS)
        assert version(database, KINDS) == REVISIONS[-1]


def test_a_version_that_cannot_be_asked_is_told(database: Database, path: Path):
    prepare(database, KINDS)
    kept(path, "UPDATE deskmate_version SET version_num = '0999'")
    with pytest.raises(Newer):
        version(database, KINDS)
    path.write_text("this is a letter, not a database, and it is long enough to be looked at " * 20)
    with pytest.raises(JournalUnavailable, match="not a database"):
        version(database, KINDS)
    with pytest.raises(JournalUnavailable, match="no connection to postgresql"):
        version(Database("postgresql://ana:hunter2@127.0.0.1:1/x"), KINDS)
