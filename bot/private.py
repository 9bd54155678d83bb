"""The folder of the journal and what lies in it are for nobody but us: it holds all that people say, and of several
teams their tokens. Where a system knows no such rights, as Windows, nothing is done and nothing found.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
_OTHERS = 0o077


def keep(file: Path, lock: Path, folder: Path) -> Iterator[str]:
    """Makes the folder of `file`, a database, with `file` and `lock` in it, such that only we get at them, and takes
    from others what rights they have on what is there. SQLite gives its -wal and -shm the rights of the file. Yields
    what it cannot or may not change, in words for the log: a folder is only ours to close if it is `folder`, the data
    folder, since others may live in one that a URL names. Raises OSError if folder or files cannot be made.
    """
    if not file.parent.exists():
        file.parent.parent.mkdir(parents=True, exist_ok=True)
        file.parent.mkdir(mode=FOLDER, exist_ok=True)
    elif wide(file.parent) and not (_same(file.parent, folder) and _closed(file.parent, FOLDER)):
        yield f"other users of this machine get into {file.parent}: {advice(file.parent)}"
    for one in (file, lock):
        os.close(os.open(one, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), FILE))
    for one in files(file, lock):
        if wide(one) and not _closed(one, FILE):
            yield f"other users of this machine can read {one}: {advice(one)}"


def files(file: Path, lock: Path) -> tuple[Path, ...]:
    """The database's files, and its lock, whether they are there or not."""
    return (file, *(file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm")), lock)


def wide(path: Path) -> bool:
    """Is it there, and has anybody but its owner any right on it?"""
    if os.name == "nt":
        return False
    try:
        return bool(stat.S_IMODE(path.stat().st_mode) & _OTHERS)
    except FileNotFoundError:
        return False


def advice(path: Path) -> str:
    """What would be right."""
    return f"chmod {FOLDER if path.is_dir() else FILE:o} {path}"


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _closed(path: Path, mode: int) -> bool:
    """Whether that could be done. What belongs to somebody else, or to everybody as /tmp does, is left as it is."""
    if path.stat().st_mode & stat.S_ISVTX:
        return False
    try:
        path.chmod(mode)
    except PermissionError:
        return False
    return True
