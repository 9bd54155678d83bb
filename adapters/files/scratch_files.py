"""The files of a thread's own: below /scratch, for the calls of that thread, on a disk, since commands use them."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from pathlib import Path

from adapters.files.disk import Disk, told
from adapters.files.folder import Folder
from adapters.files.routed import Routes
from harness.files.errors import TooLarge
from harness.files.scratch import FOLDER, MOST
from harness.tools.tool import ToolContext

RESULTS = ".results"
"""How the folder ends in which results lie for commands."""


class ScratchFiles:
    """Those of all threads, which are there before it is known where: until then there is no such folder."""

    def __init__(self, most: int = MOST) -> None:
        self._folder: Path | None = None
        self._most = most
        self._files: Callable[[str], Folder] = lru_cache(maxsize=512)(self._made)

    def kept_in(self, folder: Path) -> None:
        self._folder = folder

    def routes(self, context: ToolContext) -> Routes:
        """Those that there are for that call."""
        return {FOLDER: self._files(context.thread)} if self._folder else {}

    def of(self, thread: str) -> Path | None:
        """Where they lie: the folder is made, readable to us alone. None where there is none. Raises OSError."""
        if self._folder is None:
            return None
        place = self._place(thread)
        _made(place)
        return place

    def results_of(self, thread: str) -> Path | None:
        """Where results are laid for its commands, as `of`."""
        if self._folder is None:
            return None
        place = _results(self._place(thread))
        _made(place)
        return place

    def full(self, thread: str) -> bool:
        """Does it hold all that it may? It blocks."""
        return self._folder is not None and size_of(str(self._place(thread)), self._most) >= self._most

    async def forget(self, thread: str) -> None:
        """All of it is gone. Raises FilesError."""
        if self._folder:
            place = self._place(thread)
            for each in (place, _results(place)):
                with told(FOLDER):
                    await asyncio.to_thread(_remove, each)

    def _place(self, thread: str) -> Path:
        assert self._folder
        return self._folder / blake2b(thread.encode(errors="surrogatepass"), digest_size=16).hexdigest()

    def _made(self, thread: str) -> Folder:
        """Kept, so that work on one path is done one after another."""
        return Folder(ScratchDisk(self._place(thread), self._most))


class ScratchDisk(Disk):
    """Of `most` bytes."""

    def __init__(self, root: Path, most: int, at: str = FOLDER) -> None:
        super().__init__(root, at)
        self._most = most

    def root(self) -> str:
        _made(self._given.parent)
        return super().root()

    def write_bytes(
        self,
        path: str,
        real: str,
        data: bytes,
        check: Callable[[], None] = lambda: None,
        new: bool = False,
        mode: int | None = None,
    ) -> None:
        if size_of(self.root(), self._most) + len(data) > self._most:
            raise TooLarge(f"{self.at} may hold {self._most:,} bytes, which this would exceed: delete something in it")
        super().write_bytes(path, real, data, check, new, mode)


def size_of(folder: str, most: int) -> int:
    """Bytes of all that is below it; counting ends beyond `most`."""
    found = 0
    for where, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                found += os.lstat(os.path.join(where, name)).st_size
        if found > most:
            break
    return found


def _results(place: Path) -> Path:
    return place.with_name(f"{place.name}{RESULTS}")


def _made(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _remove(folder: Path) -> None:
    """Whatever a command has made of it, however deep: from its end, by names alone, since a path may be too long."""
    try:
        here = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return
    try:
        while _emptied(here):
            pass
    finally:
        os.close(here)
    folder.rmdir()


def _emptied(here: int) -> bool:
    """Takes away the files and folders that lie there; what these held lies there then. Was there anything?"""
    with os.scandir(here) as found:
        entries = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
    taken = {name for name, _ in entries}
    free = (each for each in map(str, count()) if each not in taken)
    for name, is_folder in entries:
        if not is_folder:
            os.unlink(name, dir_fd=here)
            continue
        os.chmod(name, 0o700, dir_fd=here)
        inside = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=here)
        try:
            with os.scandir(inside) as found:
                within = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
            for each, may_hold in within:
                if may_hold:  # else it may not be moved
                    os.chmod(each, 0o700, dir_fd=inside)
                os.rename(each, next(free), src_dir_fd=inside, dst_dir_fd=here)
        finally:
            os.close(inside)
        os.rmdir(name, dir_fd=here)
    return bool(entries)
