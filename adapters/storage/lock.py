"""One engine per database. Of SQLite's file the operating system holds the lock, so it goes with its process, however
that ends; of PostgreSQL the server does (`server_lock`).
"""

import os
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Self


@dataclass(frozen=True, slots=True)
class Holder:
    """Who works on a database, as far as it is known: the number of the process, on which machine if that may be
    another one, and since when, in seconds since the epoch.
    """

    pid: int | None = None
    host: str = ""
    since: float | None = None

    def __str__(self) -> str:
        who = f"process {self.pid}" if self.pid else "another process"
        where = f" on {self.host}" if self.host else ""
        since = "" if self.since is None else f", since {datetime.fromtimestamp(self.since, UTC):%Y-%m-%d %H:%M} UTC"
        return f"{who}{where}{since}"


class Held(Exception):
    """Another engine runs on this database. `where` says what is held of which."""

    def __init__(self, where: str, holder: Holder) -> None:
        self.holder = holder
        super().__init__(f"Deskmate is already running on {where}: {holder}. Stop it first.")


class Lock:
    """Held from `acquire` to `release`, or to the end of the process, for as long as this is referred to. The file
    stays, since removing it would part those who wait for it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Raises Held at once if it is not to be had, and OSError if there can be no such file."""
        if self._file:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = self._path.open("a+", encoding="ascii")
        try:
            _lock(file)
        except OSError as error:
            holder = _holder(file)
            file.close()
            raise Held(str(self._path.parent), holder) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        self._file = file

    def release(self) -> None:
        if self._file:
            self._file.truncate(0)
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def holder(path: Path) -> Holder | None:
    """Who keeps it from being acquired now. It is tried only where a process has left its number: it is then ours for
    an instant if that process was killed. Raises OSError if the file cannot be looked at.
    """
    try:
        file = path.open("r+", encoding="ascii")
    except FileNotFoundError:
        return None
    with file:
        found = _holder(file)
        if found.pid is None:
            return None
        try:
            _lock(file)
        except OSError:
            return found
    return None


def _holder(file: IO[str]) -> Holder:
    """Who wrote it, and when; nothing if they have not come to it yet."""
    file.seek(0)
    written = file.read().strip()
    return Holder(int(written), since=os.fstat(file.fileno()).st_mtime) if written.isdigit() else Holder()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        """Raises OSError if another has it. A byte far behind the text, since Windows keeps others from reading
        what is locked.
        """
        file.seek(1 << 20)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        """Raises OSError if another has it."""
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
