"""A copy of SQLite's file while it is worked on, whole and of one moment. What is only in its write-ahead log is in it,
which a copy of the one file would lack.
"""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import mkstemp

from adapters.storage.database import Database, Unusable, told
from harness.sessions.journal import JournalUnavailable

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""What a disk says that knows no hard links."""


class NotOfSQLite(Unusable):
    """A server has tools of its own for that."""


class BackupFailed(Exception):
    """There is no copy. The message says why, for people."""


def backup(database: Database, to: Path) -> int:
    """Makes the copy, which nobody else can read, and returns its size in bytes. It is there once it is whole and was
    looked through; nothing that is there is overwritten. Raises NotOfSQLite, Unusable, JournalUnavailable and
    BackupFailed, and OSError where it cannot be written.
    """
    if not database.sqlite:
        raise NotOfSQLite(f"{database} is not kept in a file of SQLite")
    database.refuse_hard_links()
    if os.path.lexists(to):
        raise BackupFailed(f"{to} already exists: name a new file")
    handle, name = mkstemp(prefix=f".{to.name}.", dir=to.parent)  # only its owner reads it
    copy = Path(name)
    try:
        _copied(database, copy)
        os.fsync(handle)
        _named(copy, to)
    finally:
        os.close(handle)
        copy.unlink(missing_ok=True)
    return to.stat().st_size


def _copied(database: Database, copy: Path) -> None:
    connection = database.connect()
    try:
        source = connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        with closing(sqlite3.connect(copy)) as target:
            source.backup(target)  # in one step: it reads of one moment, and whoever writes meanwhile goes on
            [(damage,)] = target.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.Error as error:
        raise JournalUnavailable(f"{database} cannot be copied: {told(error)}") from error
    finally:
        connection.close()
    if damage != "ok":
        raise BackupFailed(f"{database} is damaged ({' '.join(str(damage).split())}), and so would be its copy")


def _named(copy: Path, to: Path) -> None:
    """Under its name from here on, unless that was taken meanwhile."""
    try:
        try:
            os.link(copy, to)
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            os.close(os.open(to, os.O_CREAT | os.O_EXCL))
            copy.replace(to)
    except FileExistsError:
        raise BackupFailed(f"{to} exists by now: name a new file") from None
