"""Is the database as this release knows it? One SELECT says so. What it takes to create the tables (the dialects of
all databases), or to migrate them (alembic, a second of imports), is imported only for that.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from adapters.storage.database import Database, Unusable, told
from harness.sessions.journal import JournalUnavailable

log = logging.getLogger(__name__)

REVISIONS = ("0011", "0012", "0013", "0014", "0015", "0016", "0017", "0018", "0019")
"""The migrations, in order; `tables` is as the last one leaves it."""
BEFORE = tuple(f"{number:04}" for number in range(1, 11))
"""Where the tables were before facts were kept for good: what is in them is not read any more."""
VERSION_TABLE = "deskmate_version"
MIGRATIONS = Path(__file__).parent / "migrations"
TURN = 0x6465736B
"""Of PostgreSQL's advisory locks, the one under which one process at a time changes the tables."""
_VERSION = f"SELECT version_num FROM {VERSION_TABLE}"  # noqa: S608
_KINDS = "SELECT kind, version FROM fact_kinds ORDER BY kind"


class Newer(Unusable):
    """A newer release has been here."""


class OldSchema(Unusable):
    """The database is from before 0.1.0 was released."""


def prepare(database: Database, kinds: Mapping[str, int]) -> None:
    """The tables are there, and as this release knows them, from here on. `kinds` are the facts that it knows, with
    their versions. Raises Unusable, also as Newer and OldSchema, and JournalUnavailable.
    """
    database.refuse_hard_links()
    try:
        if _current(database, kinds):
            return
        with _alone(database) as connection:
            version = _version(connection)  # another process may have been faster
            if version is None:
                create(connection)
            elif version != REVISIONS[-1]:
                migrate(connection)
            else:
                _refuse_newer(connection.execute(text(_KINDS)).all(), kinds)
        _say(database, version)
    except DBAPIError as error:
        raise JournalUnavailable(f"the tables of {database}: {told(error)}") from error


def version(database: Database, kinds: Mapping[str, int]) -> str | None:
    """The last migration that was done, None if the database is fresh. Nothing is changed, but for a file of SQLite
    that is not there: it is made. Raises Unusable, also as Newer (for facts beyond `kinds`, too) and OldSchema, and
    JournalUnavailable.
    """
    database.refuse_hard_links()
    try:
        with database.engine.connect() as connection:
            at = _version(connection)
            if at == REVISIONS[-1]:
                _refuse_newer(connection.execute(text(_KINDS)).all(), kinds)
            return at
    except DBAPIError as error:
        raise JournalUnavailable(f"no connection to {database}: {told(error)}") from error


def damage(database: Database) -> str:
    """What is wrong with a file of SQLite, all of which is looked at; empty if nothing is. Of a server nothing is known
    here.
    """
    if not database.sqlite:
        return ""
    try:
        with database.engine.connect() as connection:
            found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    except DBAPIError as error:
        return told(error)
    return "" if found == "ok" else " ".join(found.split())


def set_aside(database: Database) -> Sequence[tuple[str, str]]:
    """The threads that this release, or the one that ran last, could not read, and why. Raises JournalUnavailable."""
    return _pairs(database, "SELECT id, unreadable FROM threads WHERE unreadable IS NOT NULL ORDER BY id")


def owing(database: Database) -> Sequence[tuple[str, str]]:
    """The threads in which something that is owed has not arrived, and why. Raises JournalUnavailable."""
    return _pairs(database, "SELECT thread, owes FROM listings WHERE owes <> '' ORDER BY thread")


def _pairs(database: Database, sql: str) -> Sequence[tuple[str, str]]:
    try:
        with database.engine.connect() as connection:
            return [(str(one), str(other)) for one, other in connection.execute(text(sql))]
    except DBAPIError as error:
        raise JournalUnavailable(f"no connection to {database}: {told(error)}") from error


def create(connection: Connection) -> None:
    """All tables, in a database that has none yet."""
    from adapters.storage.tables import deskmate_version, metadata

    metadata.create_all(connection, checkfirst=False)
    connection.execute(deskmate_version.insert().values(version_num=REVISIONS[-1]))


def migrate(connection: Connection, to: str = "head") -> None:
    """The same, from whatever is there, by the migrations up to that one."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection, "version_table": VERSION_TABLE})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, to)


def _current(database: Database, kinds: Mapping[str, int]) -> bool:
    """Two SELECTs, where all is well. Raises Newer, OldSchema and JournalUnavailable."""
    connection = database.connect()
    try:
        cursor = connection.cursor()
        with database.answering(connection):
            cursor.execute(_VERSION)
            if _known([version for (version,) in cursor.fetchall()]) != REVISIONS[-1]:
                return False
            cursor.execute(_KINDS)
            _refuse_newer(cursor.fetchall(), kinds)
            return True
    except database.Error:
        return False  # most likely there is no such table; what else it may be shows when they are made
    finally:
        connection.close()


def _say(database: Database, before: str | None) -> None:
    """What was done to the tables, which were at that revision."""
    if before is None:
        log.info("made the tables of %s, at %s", database, REVISIONS[-1])
    elif before != REVISIONS[-1]:
        log.info("migrated the tables of %s from %s to %s", database, before or "no revision", REVISIONS[-1])


def _version(connection: Connection) -> str | None:
    """The last migration that was done: empty if none was, None if the database is fresh. Raises Newer."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return _known(list(connection.execute(text(_VERSION)).scalars()))


def _refuse_newer(written: Sequence[Any], kinds: Mapping[str, int]) -> None:
    """Raises Newer for facts that were written in a version that this release cannot read."""
    for kind, version in written:
        if version > kinds.get(kind, 0):
            knows = f"knows version {kinds[kind]}" if kind in kinds else "does not know them"
            raise Newer(
                f"The database was written by a newer Deskmate (it has facts of the kind {kind!r} in version {version},"
                f" this release {knows}). Install that release again, or start with another database."
            )


def _known(versions: list[str]) -> str:
    version = versions[0] if versions else ""
    if version in BEFORE:
        raise OldSchema(
            f"The database was written by a Deskmate from before 0.1.0 (its tables are at {version}), which this"
            " release cannot read. Start with another database: set DESKMATE_DATA_DIR or DESKMATE_DATABASE_URL."
        )
    if version and version not in REVISIONS:
        raise Newer(
            f"The database was written by a newer Deskmate (its tables are at {version}, this release knows"
            f" {REVISIONS[-1]}). Install that release again, or start with another database."
        )
    return version


@contextmanager
def _alone(database: Database) -> Iterator[Connection]:
    """One transaction, with every other process kept from changing tables."""
    with database.engine.connect() as connection:
        connection.exec_driver_sql(database.begin)
        if not database.sqlite:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({TURN})")
        yield connection
        connection.exec_driver_sql("COMMIT")
