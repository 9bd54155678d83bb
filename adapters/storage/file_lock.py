"""One engine per file of SQLite. The operating system holds the lock, so it goes with its process, however that ends.

Two files are locked: one beside the database, which says who works on it, and the database itself, since that is the
same one by whatever name it is opened, and whoever removes the file beside it. Names can be given to other files
while a process works, too: a backup is moved to where the database was. So both are looked at every second, and what
SQLite keeps beside the database, too.
"""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event, Thread
from typing import IO

from adapters.storage.lock import GRACE, Held, Holder, Lock, LockLost, end_process

LOOK = 1.0
"""Seconds between two looks at what has the names of the two files."""


class FileLock(Lock):
    """`path` is the file beside `database`; it stays, since removing it would part those who wait for it. The database
    is made if it is not there. It must not be open in this process before `acquire`, nor after `release`: closing a
    file takes from a process all locks on it that SQLite has.
    """

    def __init__(
        self,
        path: Path,
        database: Path,
        lost: Callable[[LockLost], None],
        end: Callable[[], None] = end_process,
        grace: float = GRACE,
        look: float = LOOK,
    ) -> None:
        super().__init__(lost, end, grace)
        self._path, self._database, self._look = path, database, look
        self._files: tuple[IO[str], IO[str]] | None = None
        self._released = Event()

    def acquire(self) -> None:
        """Raises Held at once if it is not to be had, and OSError if there can be no such files."""
        if self._files:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as opened:
            file = opened.enter_context(self._path.open("a+", encoding="ascii"))
            try:
                _lock(file)
            except BlockingIOError as error:
                raise Held(str(self._path.parent), _holder(file)) from error
            database = opened.enter_context(self._database.open("a+", encoding="ascii"))
            try:
                _lock_database(database)
            except BlockingIOError as error:
                unknown = f"{self._database}, which has another name, or had its lock file removed"
                raise Held(unknown, Holder()) from error
            opened.pop_all()
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        self._files, self._released = (file, database), Event()
        known = {self._path: os.fstat(file.fileno()), self._database: os.fstat(database.fileno())}
        Thread(target=self._watch, args=(known, self._released), name="lock-watch", daemon=True).start()

    def release(self) -> None:
        if self._files:
            self._released.set()
            file, database = self._files
            self._files = None
            file.truncate(0)
            database.close()
            file.close()

    def _watch(self, known: Mapping[Path, os.stat_result], released: Event) -> None:
        """`released` is of this time that it is held: it may be acquired anew before this looks."""
        removed: Path | None = None
        while not released.wait(self._look):
            gone = next((path for path, stat in known.items() if not _names(path, stat)), None)
            before, removed = removed, _removed(self._database)
            if removed == before:  # seen twice: SQLite removes it by itself, too, and closes it in a moment
                gone = gone or removed
            if gone:
                self._give_up(
                    f"{gone} was removed or replaced while I worked on {self._database}, so I stop at once:"
                    " what is written from here on would be lost, or be written by two."
                )
                return


def holder(path: Path, database: Path) -> Holder | None:
    """Who keeps it from being acquired now. `database` must not be open in this process (see `FileLock`). The file at
    `path` is tried only where a process has left its number: it is then ours for an instant if that process was
    killed. Raises OSError if the files cannot be looked at.
    """
    try:
        with path.open("r+", encoding="ascii") as file:
            found = _holder(file)
            if found.pid is not None and _held(file):
                return found
    except FileNotFoundError:
        pass
    try:
        with database.open("r+", encoding="ascii") as file:
            return Holder() if _database_held(file) else None
    except FileNotFoundError:
        return None


def _holder(file: IO[str]) -> Holder:
    """Who wrote it, and when; nothing if they have not come to it yet."""
    file.seek(0)
    written = file.read().strip()
    return Holder(int(written), since=os.fstat(file.fileno()).st_mtime) if written.isdigit() else Holder()


def _held(file: IO[str]) -> bool:
    try:
        _lock(file)
    except BlockingIOError:
        return True
    return False


def _names(path: Path, stat: os.stat_result) -> bool:
    """Is it still that file which has the name? What cannot be looked at just now is taken for it."""
    try:
        return os.path.samestat(path.stat(), stat)
    except FileNotFoundError:
        return False
    except OSError:
        return True


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        """Raises BlockingIOError if another has it. A byte far behind the text, since Windows keeps others from reading
        what is locked.
        """
        file.seek(1 << 20)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from error
        file.seek(0)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        """Raises BlockingIOError if another has it, and OSError."""
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


if sys.platform == "linux":
    import errno
    import struct

    _FLOCK = "hhqqi4x"
    """The kernel's struct flock: type, whence, start, length, process."""
    _BYTE = struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, 1 << 62, 1, 0)
    """One that is behind the end of every file, so none that SQLite locks (its own are about 1 << 30)."""

    def _lock_database(file: IO[str]) -> None:
        """Raises BlockingIOError if another has it, and OSError. The lock belongs to this open file: unlike those of
        SQLite, it stays when another one is closed. A kernel that does not know such locks, as gVisor, has none.
        """
        _asked(file, fcntl.F_OFD_SETLK)

    def _database_held(file: IO[str]) -> bool:
        """Does another have it? It is not taken for that."""
        answer = _asked(file, fcntl.F_OFD_GETLK)
        return answer is not None and struct.unpack(_FLOCK, answer)[0] != fcntl.F_UNLCK

    def _removed(database: Path) -> Path | None:
        """What SQLite keeps beside it, if this process has that open and it has lost its name: what is in it has none
        of it either, once the process ends otherwise than by closing the database.
        """
        whole = os.path.realpath(database)
        beside = {f"{whole}{end} (deleted)": Path(f"{whole}{end}") for end in ("-wal", "-shm")}
        for number in os.listdir("/proc/self/fd"):
            with suppress(OSError):  # closed since
                if lost := beside.get(os.readlink(f"/proc/self/fd/{number}")):
                    return lost
        return None

    def _asked(file: IO[str], command: int) -> bytes | None:
        try:
            return fcntl.fcntl(file.fileno(), command, _BYTE)
        except OSError as error:
            if error.errno == errno.EINVAL:
                return None
            if error.errno == errno.EACCES:  # POSIX allows both
                raise BlockingIOError(*error.args) from error
            raise

else:

    def _lock_database(file: IO[str]) -> None:
        """Elsewhere there is no lock that SQLite's own, of the same process, would not run into."""

    def _database_held(file: IO[str]) -> bool:
        return False

    def _removed(database: Path) -> Path | None:
        """Elsewhere what is removed while it is open cannot be seen, or not be removed."""
