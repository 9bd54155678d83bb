"""A workspace in a folder of this machine (harness/workspace/contents.py). What blocks runs on a thread."""

import asyncio
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.workspace.contents import CHECKLIST, INSTRUCTIONS, SETTINGS, Contents, Signature

LARGEST = 4_000_000
"""Bytes of the largest file that is read: more than any of them may have, so that it can be said how large it is."""
MOST = 2_000
"""Files that count, at most."""
_IN_FOLDERS = {"skills": "SKILL.md"}
"""Folders of folders, each with a file of that name that counts."""
_BESIDE = {"subagents": ".md", "tools": ".py", "apps": ".yaml"}
"""Folders of files, of which those count that end so."""
_LEADS_OUT = "leads out of the workspace by a link: put the file itself there"


@dataclass(frozen=True, slots=True)
class _Seen:
    """A file that counts, or why it cannot be read."""

    path: str
    status: os.stat_result | None = None
    why: str = ""


class WorkspaceOnDisk:
    """Fulfils `harness.workspace.contents.WorkspaceFolder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def signature(self) -> Signature:
        return await asyncio.to_thread(self.seen)

    async def contents(self) -> Contents:
        return await asyncio.to_thread(self.read)

    def read(self) -> Contents:
        """All that counts. Blocks."""
        files, unreadable = dict[str, bytes](), dict[str, str]()
        for seen in self._seen():
            if seen.why:
                unreadable[seen.path] = seen.why
                continue
            try:
                files[seen.path] = _bytes(self._folder / seen.path)
            except OSError as error:
                unreadable[seen.path] = _told(error)
        return Contents(str(self._folder), files, unreadable)

    def seen(self) -> Signature:
        """Its signature. Blocks."""
        return tuple(
            (seen.path, seen.status.st_mtime_ns, seen.status.st_size, seen.status.st_ino)
            if seen.status
            else (f"{seen.path}: {seen.why}", 0, 0, 0)
            for seen in self._seen()
        )

    def _seen(self) -> Iterator[_Seen]:
        """In the order of their paths."""
        root = os.path.realpath(self._folder)
        try:
            os.stat(root)
        except FileNotFoundError:
            return
        except OSError as error:
            yield _Seen(SETTINGS, why=f"the folder {_told(error)}")
            return
        for number, path in enumerate(self._paths(root)):
            if number == MOST:
                yield _Seen(path, why=f"more than {MOST:,} files: the rest is not read")
                return
            yield from _looked_at(root, path)

    def _paths(self, root: str) -> Iterator[str]:
        yield from (INSTRUCTIONS, CHECKLIST)
        for folder, ending in sorted(_BESIDE.items()):
            yield from (f"{folder}/{name}" for name in _names(root, folder) if name.endswith(ending))
        for folder, file in sorted(_IN_FOLDERS.items()):
            yield from (f"{folder}/{name}/{file}" for name in _names(root, folder))
        yield SETTINGS


def _names(root: str, folder: str) -> list[str]:
    """What lies there, but for what is hidden."""
    try:
        return sorted(name for name in os.listdir(os.path.join(root, folder)) if not name.startswith((".", "_")))
    except OSError:
        return []


def _looked_at(root: str, path: str) -> Iterator[_Seen]:
    """Nothing, if it is not there."""
    whole = os.path.join(root, path)
    try:
        if _linked(root, path) and not os.path.realpath(whole).startswith(f"{root}{os.sep}"):
            yield _Seen(path, why=_LEADS_OUT)
            return
        status = os.stat(whole)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        yield _Seen(path, why=_told(error))
        return
    yield _Seen(path, status) if stat.S_ISREG(status.st_mode) else _Seen(path, why="is no file")


def _linked(root: str, path: str) -> bool:
    """Is there a link on the way?"""
    parts = path.split("/")
    return any(os.path.islink(os.path.join(root, *parts[:end])) for end in range(1, len(parts) + 1))


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def _told(error: OSError) -> str:
    return f"cannot be read: {error.strerror or error}"
