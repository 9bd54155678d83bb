"""The files of a thread's own: below /scratch, for the calls of that thread, on a disk, since commands use them."""

import asyncio
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from adapters.files.disk import Disk, told
from adapters.files.folder import Folder
from adapters.files.nested import opened, take_away, visited
from adapters.files.routed import Routes
from harness.files.errors import TooLarge
from harness.files.scratch import FOLDER, MOST
from harness.tools.tool import ToolContext

RESULTS = ".results"
"""How the folder ends in which results lie for commands."""
TRIES = 3
"""How often it is counted what a thread has, while commands move it."""


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
        return _made(self._place(thread))

    def results_of(self, thread: str) -> Path | None:
        """Where results are laid for its commands, as `of`."""
        if self._folder is None:
            return None
        return _made(_results(self._place(thread)))

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
        _closed(self._given.parent)
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
    """Bytes of all that is below it; counting ends beyond `most`. If commands go on moving what is there so that it
    cannot be counted, it is more than that.
    """
    for _ in range(TRIES):
        with suppress(OSError):
            return _counted(folder, most)
    return most + 1


def _counted(folder: str, most: int) -> int:
    """Raises OSError."""
    found = 0
    for visit in visited(None, folder, _opened_if_it_can_be):
        found += sum(status.st_size for _, status in visit.entries if not stat.S_ISDIR(status.st_mode))
        if found > most:
            break
    return found


def _opened_if_it_can_be(above: int | None, name: str) -> int | None:
    """As `opened`; None, if it cannot be opened."""
    try:
        return opened(above, name)
    except OSError:
        return None


def _results(place: Path) -> Path:
    return place.with_name(f"{place.name}{RESULTS}")


def _made(folder: Path) -> Path:
    _closed(folder.parent)
    return _closed(folder)


def _closed(folder: Path) -> Path:
    """A folder that only we get into, also if it was made otherwise. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if stat.S_IMODE(folder.stat().st_mode) != 0o700:
        folder.chmod(0o700)
    return folder


def _remove(folder: Path) -> None:
    """Whatever a command has made of it. Nothing, if it is not there."""
    with suppress(FileNotFoundError):
        take_away(None, str(folder))
