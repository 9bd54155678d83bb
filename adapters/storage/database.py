"""A database by its URL: how to connect to it, and how it fails."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from os import dup
from pathlib import Path
from socket import SHUT_RDWR, socket
from threading import Event, Timer
from time import sleep
from typing import Any

from sqlalchemy import URL, Engine, PoolProxiedConnection, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from harness.sessions.journal import JournalUnavailable

PATIENCE = 5.0
"""Seconds for a connection, or for a lock that another process holds."""
STATEMENT = 30.0
"""Seconds after which a server ends a statement, and a link on which nothing arrives is given up. A server that takes
what we send and hangs is waited for.
"""
TRIES = 100
"""How often within that it is tried to make a file of SQLite one with a write-ahead log."""
SQLITE = (3, 35)
"""Since then it knows RETURNING (SQLite's release notes, 2021-03-12)."""
_ASKED = re.compile(r"\s*\bIs the server running [^?]*\?")
"""What libpq adds where a connection was refused: what to look at is ours to say."""


class Unusable(Exception):
    """The database cannot be used as it is; the message says why, and what would be right, for people."""


class Database:
    """Opens nothing by itself. What the URL sets, as in `?connect_timeout=9`, it knows better than this. Raises
    Unusable for a URL of another kind of database.
    """

    def __init__(self, url: str) -> None:
        self.url = _parsed(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.begin = "BEGIN IMMEDIATE" if self.sqlite else "BEGIN ISOLATION LEVEL READ COMMITTED"
        """A transaction that writes. On SQLite it is alone from its beginning, so that it never fails half way."""
        settings = {"timeout": PATIENCE} if self.sqlite else _POSTGRES
        self.engine: Engine = create_engine(
            self.url,
            poolclass=NullPool,
            paramstyle="qmark" if self.sqlite else "format",
            connect_args={key: value for key, value in settings.items() if key not in self.url.query},
        )
        self._within = float(str(self.url.query.get("connect_timeout", PATIENCE)))
        connected = _sqlite_connected if self.sqlite else self._postgres_connected
        event.listen(self.engine, "connect", connected, insert=True)  # before SQLAlchemy itself asks something
        assert self.engine.dialect.dbapi
        self.Error: type[Exception] = self.engine.dialect.dbapi.Error
        """What the driver raises."""

    def __str__(self) -> str:
        """As people write it, and without a password, wherever libpq takes one."""
        hidden = {name: "hidden" for name in self.url.query if "password" in name}
        plain = self.url.set(drivername=self.url.get_backend_name()).update_query_dict(hidden)
        return plain.render_as_string(hide_password=True)

    def refuse_hard_links(self) -> None:
        """Raises Unusable for a file of SQLite that has several names: each has a write-ahead log of its own, and what
        is in that of one is missing, and later destroyed, by the other (SQLite's "How To Corrupt An SQLite Database
        File", multiple links).
        """
        file = Path(self.url.database) if self.sqlite and self.url.database else None
        if file and file.exists() and file.stat().st_nlink > 1:
            raise Unusable(
                f"{file} has other names, by hard links (`find -samefile` shows them): under each name SQLite keeps"
                " apart what is new, and one would destroy what the other has written. Remove the links"
            )

    def connect(self) -> PoolProxiedConnection:
        """A connection of the driver that commits each statement by itself outside of BEGIN and COMMIT. Raises
        JournalUnavailable.
        """
        try:
            if self.sqlite and self.url.database:
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            return self.engine.raw_connection()
        except (DBAPIError, self.Error, OSError) as error:
            raise JournalUnavailable(f"no connection to {self}: {told(error)}") from error

    @contextmanager
    def answering(self, connection: PoolProxiedConnection) -> Iterator[None]:
        """What is asked inside is answered within as long as a connect may take; a server that hangs is given up, and
        the connection ended. Raises JournalUnavailable then. A file always answers.
        """
        if self.sqlite:
            yield
            return
        with self._answering(connection.driver_connection):
            yield

    def _postgres_connected(self, connection: Any, _record: object) -> None:
        """Acknowledged means committed, even on a server that is set up otherwise. The server's own limits are not set
        until this is answered.
        """
        with self._answering(connection):
            connection.execute(
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') = 'off'"
            )
            connection.execute(f"SET statement_timeout = {int(STATEMENT * 1000)}")

    @contextmanager
    def _answering(self, connection: Any) -> Iterator[None]:
        late = Event()

        def end() -> None:
            late.set()
            with suppress(OSError, self.Error), socket(fileno=dup(connection.fileno())) as shared:
                shared.shutdown(SHUT_RDWR)

        timer = Timer(self._within, end)
        timer.daemon = True
        timer.start()
        try:
            yield
        except self.Error as error:
            if not late.is_set():
                raise
            why = f"the server accepted the connection, but did not answer within {self._within:g} s"
            raise JournalUnavailable(f"no connection to {self}: {why}") from error
        finally:
            timer.cancel()


class DatabaseConnection:
    """One that is opened when it is needed, and again after it was dropped; `prepare` is what each begins with."""

    def __init__(self, database: Database, prepare: Callable[[DBAPICursor], None] = lambda cursor: None) -> None:
        self._database, self._prepare = database, prepare
        self._open: tuple[PoolProxiedConnection, DBAPICursor] | None = None

    @property
    def open(self) -> bool:
        return self._open is not None

    def cursor(self) -> DBAPICursor:
        """Raises JournalUnavailable, and what the driver raises of `prepare`."""
        if self._open is None:
            connection = self._database.connect()
            self._open = connection, connection.cursor()
            with self.answering():
                self._prepare(self._open[1])
        return self._open[1]

    @contextmanager
    def answering(self) -> Iterator[None]:
        """As `Database.answering`, of one that is open."""
        assert self._open
        with self._database.answering(self._open[0]):
            yield

    def drop(self) -> None:
        """What was not committed is undone, and no lock is left."""
        if self._open:
            connection, cursor = self._open
            self._open = None
            # SQLite puts off closing, and keeps its locks, as long as there is a statement that is not done.
            with suppress(self._database.Error):
                cursor.close()
            with suppress(self._database.Error):
                connection.invalidate()


def gave_way(error: BaseException) -> bool:
    """Did the server undo a transaction to end a deadlock? Done again, it may come through. PostgreSQL's docs, appendix
    A, class 40.
    """
    return getattr(error, "sqlstate", None) in ("40P01", "40001")


def told(error: BaseException) -> str:
    """An error of the driver, in one line, without what libpq asks whoever reads it."""
    if isinstance(error, DBAPIError) and error.orig:
        error = error.orig
    return " ".join(_ASKED.sub("", str(error)).split()) or type(error).__name__


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # ValueError of a port that is none
        raise Unusable("This is not the URL of a database: sqlite:///FILE or postgresql://USER@HOST/NAME") from error
    kind = parsed.get_backend_name()
    if kind in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise Unusable(f"Deskmate keeps its journal on sqlite or postgresql, not on {kind}")
    if not parsed.database or parsed.database == ":memory:":
        raise Unusable("A journal in memory is lost with the process: name a file, as in sqlite:////var/lib/x.db")
    if sqlite3.sqlite_version_info < SQLITE:
        raise Unusable(f"SQLite {sqlite3.sqlite_version} is too old: Deskmate needs 3.35 or newer")
    return parsed.set(drivername="sqlite+pysqlite")


_POSTGRES: dict[str, Any] = {
    "connect_timeout": int(PATIENCE),
    "tcp_user_timeout": int(STATEMENT * 1000),  # a server behind a dead link is given up then, too
    "autocommit": True,
}


def _sqlite_connected(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions are ours, not the module's
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    # Kept in the file, so that it is asked for once. Two who ask at once do not wait for each other, as they would
    # for any other lock; SQLite's own timeout does not count here.
    for last in [*[False] * TRIES, True]:
        try:
            connection.execute("PRAGMA journal_mode=WAL").fetchall()
            break
        except sqlite3.OperationalError as error:
            if last or error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            sleep(PATIENCE / TRIES)
