"""Is the database as this release knows it? One SELECT says so. What it takes to create the tables (the dialects of
all databases), or to migrate them (alembic, a second of imports), is imported only for that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from adapters.storage.database import Database, Unusable, told
from harness.sessions.journal import JournalUnavailable

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006")
"""The migrations, in order; `tables` is as the last one leaves it."""
VERSION_TABLE = "deskmate_version"
MIGRATIONS = Path(__file__).parent / "migrations"
TURN = 0x6465736B
"""Of PostgreSQL's advisory locks, the one under which one process at a time changes the tables."""
_VERSION = f"SELECT version_num FROM {VERSION_TABLE}"  # noqa: S608


class Newer(Unusable):
    """A newer release has been here."""


def prepare(database: Database) -> None:
    """The tables are there, and as this release knows them, from here on. Raises Newer and JournalUnavailable."""
    try:
        if _current(database):
            return
        with _alone(database) as connection:
            version = _version(connection)  # another process may have been faster
            if version is None:
                create(connection)
            elif version != REVISIONS[-1]:
                migrate(connection)
    except DBAPIError as error:
        raise JournalUnavailable(f"the tables of {database}: {told(error)}") from error


def version(database: Database) -> str | None:
    """The last migration that was done, None if the database is fresh. Nothing is changed, but for a file of SQLite
    that is not there: it is made. Raises Newer and JournalUnavailable.
    """
    try:
        with database.engine.connect() as connection:
            return _version(connection)
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


def _current(database: Database) -> bool:
    """One SELECT, where all is well. Raises Newer and JournalUnavailable."""
    connection = database.connect()
    try:
        cursor = connection.cursor()
        cursor.execute(_VERSION)
        return _known([version for (version,) in cursor.fetchall()]) == REVISIONS[-1]
    except database.Error:
        return False  # most likely there is no such table; what else it may be shows when they are made
    finally:
        connection.close()


def _version(connection: Connection) -> str | None:
    """The last migration that was done: empty if none was, None if the database is fresh. Raises Newer."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return _known(list(connection.execute(text(_VERSION)).scalars()))


def _known(versions: list[str]) -> str:
    version = versions[0] if versions else ""
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
