"""The `.env` files of a workspace, and what in them is secret. They are looked for anew each time, since a command may
have written one just now; what blocks runs on a thread.
"""

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from harness.tools.dotenv import secrets_of

MOST_FOLDERS, DEEPEST = 2_000, 6
"""Folders that are looked through, and how deep: a tree may be of any size, and this is done for each call."""
MOST_FILES, LARGEST = 100, 256 * 1024
"""Files that are read, and bytes of one."""
SETTLED = 2.0
"""Seconds after which a change of a folder is told by its time: file systems have coarse clocks."""
_PASSED_BY = frozenset({".git", "node_modules", ".venv", "venv", "__pycache__", ".tox", ".mypy_cache", ".cache"})
_EXAMPLES = (".example", ".sample", ".template", ".dist")
"""Those of others: what stands in them is for everybody to read."""


class _Listed(NamedTuple):
    """What counts in a folder: the paths of folders and of files. `marks` tell it from what it was, once `settled`."""

    marks: tuple[int, int]
    settled: bool
    folders: tuple[str, ...]
    files: tuple[str, ...]


class _Held(NamedTuple):
    """What is secret in a file that is as it was: the name of each secret, by its value."""

    marks: tuple[int, ...]
    secrets: Mapping[str, str]


class DotEnv:
    """Of the workspace in `folder`. What could not be read holds nothing. `now` is in seconds since the epoch."""

    def __init__(self, folder: Path, now: Callable[[], float]) -> None:
        self._folder, self._now = folder, now
        self._listed = dict[str, _Listed]()
        self._held = dict[str, _Held]()

    async def secrets(self) -> Mapping[str, str]:
        """The name of each secret, by its value."""
        return await asyncio.to_thread(self.read)

    def read(self) -> Mapping[str, str]:
        """The same. Blocks."""
        found, held = dict[str, str](), dict[str, _Held]()
        for number, path in enumerate(self._files()):
            if number >= MOST_FILES:
                break
            if (one := _read(path, self._held.get(path))) is not None:
                held[path] = one
                found.update(one.secrets)
        self._held = held
        return found

    def _files(self) -> Iterator[str]:
        """Those called `.env` or `.env.…`, or ending so, nearest first. Links are not followed to folders."""
        folders, listed = [(str(self._folder), 0)], dict[str, _Listed]()
        for number, (folder, depth) in enumerate(folders):
            if number >= MOST_FOLDERS:
                break
            try:
                found = listed[folder] = self._looked_at(folder)
            except OSError:
                continue
            if depth < DEEPEST:
                folders += ((inner, depth + 1) for inner in found.folders)
            yield from found.files
        self._listed = listed

    def _looked_at(self, folder: str) -> _Listed:
        """Raises OSError."""
        status = os.stat(folder)
        marks, known = (status.st_mtime_ns, status.st_ino), self._listed.get(folder)
        if known and known.settled and known.marks == marks:
            return known
        settled = self._now() - status.st_mtime > SETTLED
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
        inner = {one.path for one in found if one.is_dir(follow_symlinks=False)}
        return _Listed(
            marks,
            settled,
            tuple(one.path for one in found if one.path in inner and one.name not in _PASSED_BY),
            tuple(one.path for one in found if one.path not in inner and _is_dotenv(one.name)),
        )


def _read(path: str, known: _Held | None) -> _Held | None:
    try:
        status = os.stat(path)
        marks = status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
        if known and known.marks == marks:
            return known
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            text = file.read(LARGEST).decode(errors="replace")
    except OSError:
        return None
    return _Held(marks, {value: name for name, value in secrets_of(text)})


def _is_dotenv(name: str) -> bool:
    lower = name.lower()
    return (lower == ".env" or lower.startswith(".env.") or lower.endswith(".env")) and not lower.endswith(_EXAMPLES)
