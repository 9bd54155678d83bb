import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy.engine.interfaces import DBAPICursor

from adapters.storage.database import Database, DatabaseConnection, Unusable, told
from adapters.storage.schema import version
from harness.sessions.journal import JournalUnavailable
from tests.postgres import Postgres


def asked(database: Database, *questions: str) -> list[object]:
    connection = database.connect()
    cursor = connection.cursor()
    answers = []
    for question in questions:
        cursor.execute(question)
        answers.append(cursor.fetchall()[0][0])
    connection.close()
    return answers


def test_sqlite_keeps_what_it_has_acknowledged(tmp_path: Path):
    database = Database(f"sqlite:///{tmp_path / 'new' / 'a.db'}")

    assert asked(database, "PRAGMA journal_mode", "PRAGMA synchronous", "PRAGMA foreign_keys") == ["wal", 2, 1]
    assert asked(database, "PRAGMA busy_timeout") == [5000]


def test_postgres_keeps_what_it_has_acknowledged_even_if_it_is_set_up_otherwise(postgres: Postgres):
    url = postgres.database()

    assert asked(Database(url), "SHOW synchronous_commit", "SHOW statement_timeout") == ["on", "30s"]
    assert asked(
        Database(url.replace("search_path", "synchronous_commit=off -csearch_path").replace(" ", "%20")),
        "SHOW synchronous_commit",
    ) == ["on"]
    assert asked(
        Database(url.replace("search_path", "synchronous_commit=local -csearch_path").replace(" ", "%20")),
        "SHOW synchronous_commit",
    ) == ["local"]


@pytest.mark.parametrize("writer", ["BEGIN IMMEDIATE"])
def test_a_transaction_on_sqlite_is_alone_from_its_beginning(tmp_path: Path, writer: str):
    database = Database(f"sqlite:///{tmp_path / 'a.db'}")
    assert database.begin == writer
    one, two = database.connect(), database.connect()
    one.cursor().execute(database.begin)
    two.cursor().execute("PRAGMA busy_timeout=0")

    with pytest.raises(database.Error, match="locked"):
        two.cursor().execute(database.begin)

    one.cursor().execute("COMMIT")
    one.close()
    two.close()


@pytest.mark.parametrize("url", ["postgres://u:pw@h/db", "postgresql://u:pw@h/db", "postgresql+psycopg://u:pw@h/db"])
def test_every_way_of_naming_postgres_is_understood_and_its_password_is_not_told(url: str):
    database = Database(url)

    assert not database.sqlite
    assert str(database) == "postgresql://u:***@h/db"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mysql://h/db", "not on mysql"),
        ("nonsense", "not the URL of a database"),
        ("", "not the URL of a database"),
        ("postgresql://u:secret@h:port/db", "not the URL of a database"),
        ("sqlite://", "name a file"),
        ("sqlite:///:memory:", "name a file"),
    ],
)
def test_a_database_that_can_keep_no_journal_is_refused_with_what_would_be_right(url: str, why: str):
    with pytest.raises(Unusable, match=why):
        Database(url)


@pytest.mark.parametrize("url", ["postgresql://u:secret@127.0.0.1:1/db", "sqlite:////proc/nowhere/a.db"])
def test_a_database_that_is_not_to_be_had_is_unavailable(url: str):
    with pytest.raises(JournalUnavailable, match="no connection to") as raised:
        Database(url).connect()

    assert "secret" not in str(raised.value)


def test_errors_are_told_in_one_line():
    assert told(sqlite3.OperationalError("database\n   is locked")) == "database is locked"
    assert told(ValueError()) == "ValueError"
    refused = "connection failed: refused\n\tIs the server running on that host and accepting TCP/IP connections?\n"
    assert told(sqlite3.OperationalError(f"{refused}Multiple attempts")) == (
        "connection failed: refused Multiple attempts"
    )


def test_a_connection_is_opened_and_prepared_when_it_is_needed_and_anew_once_it_was_dropped(tmp_path: Path):
    prepared: list[DBAPICursor] = []
    connection = DatabaseConnection(Database(f"sqlite:///{tmp_path / 'a.db'}"), prepared.append)

    assert not connection.open
    first = connection.cursor()
    assert connection.cursor() is first
    connection.drop()
    assert not connection.open
    second = connection.cursor()

    assert prepared == [first, second]
    connection.drop()


def test_what_a_connection_had_not_committed_is_undone_when_it_is_dropped(tmp_path: Path):
    connection = DatabaseConnection(Database(f"sqlite:///{tmp_path / 'a.db'}"))
    connection.cursor().execute("CREATE TABLE said (text TEXT)")
    connection.cursor().execute("BEGIN")
    connection.cursor().execute("INSERT INTO said VALUES ('a')")
    connection.drop()

    assert connection.cursor().execute("SELECT count(*) FROM said").fetchall() == [(0,)]
    connection.drop()


@pytest.fixture
def hanging() -> Iterator[str]:
    """A server that lets everybody in, and answers nothing after that."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        kept = list[socket.socket]()

        def lets_in() -> None:
            one, _ = server.accept()
            kept.append(one)
            one.recv(4096)
            one.sendall(b"R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I")  # AuthenticationOk, ReadyForQuery

        thread = Thread(target=lets_in)
        thread.start()
        yield f"postgresql://u@127.0.0.1:{server.getsockname()[1]}/x?sslmode=disable&gssencmode=disable&connect_timeout=2"
        thread.join()
        for one in kept:
            one.close()


def test_a_server_that_lets_us_in_and_answers_nothing_is_given_up(hanging: str) -> None:
    with pytest.raises(JournalUnavailable, match="did not answer within 2 s"):
        Database(hanging).connect()


def test_so_it_is_by_whatever_asks_first(hanging: str) -> None:
    with pytest.raises(JournalUnavailable, match="did not answer within 2 s"):
        version(Database(hanging), {})


@pytest.mark.parametrize(
    "url", ["postgresql://ana:hunter2@db/x", "postgresql://db/x?user=ana&password=hunter2&sslpassword=hunter2"]
)
def test_it_is_called_by_no_password_wherever_that_stands(url: str):
    assert "hunter2" not in str(Database(url))
    assert "@db/x" in str(Database(url)) or "//db/x" in str(Database(url))
