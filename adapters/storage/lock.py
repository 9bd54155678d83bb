"""One engine per data folder. The operating system holds the lock, so it goes with its process, however that ends."""

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Self


class Held(Exception):
    """Another engine runs on this folder. `pid` is its process, as far as it is known."""

    def __init__(self, path: Path, pid: int | None) -> None:
        self.path, self.pid = path, pid
        who = f"process {pid}" if pid else "another process"
        super().__init__(f"Deskmate is already running on {path.parent}: {who} holds {path.name}. Stop it first.")


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
            pid = _read(file)
            file.close()
            raise Held(self._path, pid) from error
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


def held(path: Path) -> Held | None:
    """How acquiring it would fail now. It is tried only where a process has left its number: it is then ours for an
    instant if that process was killed. Raises OSError if the file cannot be looked at.
    """
    try:
        file = path.open("r+", encoding="ascii")
    except FileNotFoundError:
        return None
    with file:
        pid = _read(file)
        if pid is None:
            return None
        try:
            _lock(file)
        except OSError:
            return Held(path, pid)
    return None


def _read(file: IO[str]) -> int | None:
    """Who wrote it; None if they have not come to it yet."""
    file.seek(0)
    written = file.read().strip()
    return int(written) if written.isdigit() else None


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
