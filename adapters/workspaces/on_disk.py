"""A workspace in a folder of this machine (harness/workspace/contents.py). What blocks runs on a thread."""

import asyncio
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.workspaces.names import ALONE, BESIDE, IN_FOLDERS, listed, misnamed
from harness.tools.skills import FILE
from harness.workspace.contents import HIDDEN, SETTINGS, Contents, Signature
from harness.workspace.skills import LARGEST, SkillSource, by_folder

MOST = 2_000
"""Files of a folder that are looked at, at most: that is done before each turn."""
_NO_FILE = "is no file"
_LEADS_OUT = "leads out of the folder by a link: put the file itself there"
_IS_ONE = "is a skill itself, and not read: let DESKMATE_SKILLS name the folder above it"
_NOT_FOUND = "is not found by tools, for which {}: give that folder another name"


@dataclass(frozen=True, slots=True)
class _Seen:
    """A file that counts, or why it cannot be read."""

    path: str
    status: os.stat_result | None = None
    why: str = ""

    def signed(self, below: str = "") -> tuple[str | int, ...]:
        if self.status is None:
            return (f"{below}{self.path}: {self.why}",)
        return (f"{below}{self.path}", *_marks(self.status))


class WorkspaceOnDisk:
    """Fulfils `harness.workspace.contents.WorkspaceFolder`. `shared` are folders of skills that other workspaces have,
    too.
    """

    def __init__(self, folder: Path, shared: Sequence[Path] = ()) -> None:
        self._folder, self._shared = folder, tuple(shared)

    async def signature(self) -> Signature:
        return await asyncio.to_thread(self.seen)

    async def contents(self) -> Contents:
        return await asyncio.to_thread(self.read)

    def read(self) -> Contents:
        """All that counts. Blocks."""
        files, unreadable = _read(self._folder, self._own())
        otherwise = dict(misnamed(os.path.realpath(self._folder)))
        return Contents(str(self._folder), files, unreadable, otherwise, tuple(map(_skills_in, self._shared)))

    def seen(self) -> Signature:
        """Its signature. Blocks."""
        own = (seen.signed() for seen in self._own())
        return (*own, *(seen.signed(f"{folder}/") for folder in self._shared for seen in _shared(folder)))

    def _own(self) -> Iterator[_Seen]:
        """The settings first: whatever else there is keeps nobody from reading them."""
        root = os.path.realpath(self._folder)
        try:
            os.stat(root)
        except FileNotFoundError:
            return
        except OSError as error:
            yield _Seen(SETTINGS, why=f"the folder {_told(error)}")
            return
        for path in ALONE:
            yield from _looked_at(root, path)
        for folder in (*BESIDE, *IN_FOLDERS):
            yield from _in_folder(root, folder)
        for path, instead in HIDDEN.items():
            if os.path.isdir(os.path.join(root, path)):
                yield _Seen(path, why=_NOT_FOUND.format(instead))


def _read(folder: Path, seen: Iterable[_Seen]) -> tuple[dict[str, bytes], dict[str, str]]:
    """What is in them, by their paths; and why others cannot be read."""
    files, unreadable = dict[str, bytes](), dict[str, str]()
    for one in seen:
        if one.why:
            unreadable[one.path] = one.why
            continue
        try:
            files[one.path] = _bytes(folder / one.path)
        except OSError as error:
            unreadable[one.path] = _told(error)
    return files, unreadable


def _skills_in(folder: Path) -> SkillSource:
    files, unreadable = _read(folder, _shared(folder))
    return SkillSource(str(folder), by_folder(files), by_folder(unreadable))


def _shared(folder: Path) -> Iterator[_Seen]:
    """What counts of a folder that holds nothing but skills; and the folder itself, if it cannot be read."""
    root = os.path.realpath(folder)
    try:
        os.stat(root)
        names = listed(root)
    except OSError as error:
        yield _Seen("", why=f"{_told(error)}; DESKMATE_SKILLS names it")
        return
    if FILE in names:
        yield _Seen("", why=_IS_ONE)
    yield from _first_of(root, "", [f"{name}/{FILE}" for name in names])


def _in_folder(root: str, folder: str) -> Iterator[_Seen]:
    """What counts of a folder; and the folder itself, if it cannot be read, or not whole."""
    try:
        names = listed(root, folder)
    except OSError as error:
        yield _Seen(folder, why=_told(error))
        return
    if folder in IN_FOLDERS:
        paths = [f"{folder}/{name}/{IN_FOLDERS[folder]}" for name in names]
    else:
        paths = [f"{folder}/{name}" for name in names if name.endswith(BESIDE[folder])]
    yield from _first_of(root, folder, paths)


def _first_of(root: str, folder: str, paths: Sequence[str]) -> Iterator[_Seen]:
    if len(paths) > MOST:
        yield _Seen(folder, why=f"holds {len(paths):,}, of which the first {MOST:,} are read")
    for path in paths[:MOST]:
        yield from _looked_at(root, path)


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
    yield _Seen(path, status) if stat.S_ISREG(status.st_mode) else _Seen(path, why=_NO_FILE)


def _linked(root: str, path: str) -> bool:
    """Is there a link on the way?"""
    parts = path.split("/")
    return any(os.path.islink(os.path.join(root, *parts[:end])) for end in range(1, len(parts) + 1))


def _marks(status: os.stat_result) -> tuple[int, ...]:
    """By which a file is known to be as it was. Its size and times may be kept by whoever writes it anew, as `cp -p`
    does; not when its inode was changed, which is also said of who may read it.
    """
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def _bytes(path: Path) -> bytes:
    """Raises OSError, also for what has become no file since it was looked at: a pipe would keep us waiting."""
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(_NO_FILE)
        return file.read(LARGEST + 1)  # the largest that any may be, and what shows that it is larger


def _told(error: OSError) -> str:
    return f"cannot be read: {error.strerror or error}"
