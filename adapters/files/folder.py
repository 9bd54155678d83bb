"""A folder of this machine as Files (harness/files/port.py). What blocks runs on threads, searches until a deadline."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock
from typing import TypeVar
from weakref import WeakValueDictionary

from adapters.files.deleting import MARK, found, remove, unread
from adapters.files.disk import Disk, bytes_of, text_of
from adapters.files.walk import Walk
from harness.files.changes import digest, hunks
from harness.files.editing import in_line_ends_of, replace, unix
from harness.files.errors import (
    Busy,
    Changed,
    FilesError,
    Forbidden,
    Linked,
    Missing,
    Ruled,
    TookTooLong,
    TooLarge,
    UnreadableFile,
)
from harness.files.paths import normal
from harness.files.port import Deletion, EditState, FileEntry, Files, FileState, Hits, Paths
from harness.tools.tool import Permits, ToolContext, everything

_T = TypeVar("_T")

MOST_SEARCHES = 4
"""Searches under way at once. One that the disk holds up stays under way when nobody waits for it any more, and such
must not take all threads."""


class Folder:
    """Implements Files on `root`. A search ends `deadline` seconds after it began, at the latest. With `ripgrep`, the
    path of that program, it reads no more files than it must.
    """

    def __init__(self, root: Path | Disk, deadline: float = 20.0, ripgrep: str = "") -> None:
        self._ripgrep = ripgrep
        self._disk = Disk(root) if isinstance(root, Path) else root
        self._deadline = deadline
        self._locks: WeakValueDictionary[str, _PathLock] = WeakValueDictionary()
        self._guard = Lock()
        self._searches = 0

    def of(self, context: ToolContext) -> Files:
        return self

    async def list(self, path: str) -> tuple[FileEntry, ...]:
        return await asyncio.to_thread(self._disk.entries, path)

    def lies(self, path: str) -> str:
        return self._disk.lies(self._disk.real(path))

    async def read(self, path: str, permits: Permits = everything) -> str:
        return await asyncio.to_thread(self._read, path, permits)

    async def state(self, path: str, permits: Permits = everything) -> FileState:
        return await asyncio.to_thread(self._state, path, permits)

    async def edit_state(
        self, path: str, old: str, new: str, every: bool = False, permits: Permits = everything
    ) -> EditState:
        return await asyncio.to_thread(self._edit_state, path, old, new, every, permits)

    async def write(self, path: str, text: str, permits: Permits = everything, version: str | None = None) -> bool:
        return await asyncio.to_thread(self._write, path, text, permits, version)

    async def edit(
        self,
        path: str,
        old: str,
        new: str,
        every: bool = False,
        permits: Permits = everything,
        version: str | None = None,
    ) -> int:
        return await asyncio.to_thread(self._edit, path, old, new, every, permits, version)

    async def read_bytes(self, path: str, permits: Permits = everything, version: str | None = None) -> bytes:
        return await asyncio.to_thread(self._read_bytes, path, permits, version)

    async def write_bytes(
        self,
        path: str,
        data: bytes,
        permits: Permits = everything,
        version: str | None = None,
        mode: int | None = None,
    ) -> bool:
        return await asyncio.to_thread(self._write_bytes, path, data, permits, version, mode)

    async def remove(self, path: str) -> None:
        """As `delete`. Nothing, if it is not there."""
        with suppress(Missing):
            await self.delete(path)

    async def deletion(self, path: str, permits: Permits = everything) -> Deletion:
        return await asyncio.to_thread(found, self._disk, path, permits)

    async def delete(self, path: str, permits: Permits = everything, version: str | None = None) -> Deletion:
        return await asyncio.to_thread(self._delete, path, permits, version)

    async def glob(self, pattern: str, path: str = "/", most: int = 1000, permits: Permits = everything) -> Paths:
        return await self._search("glob", lambda walk: walk.glob(pattern, path, most), permits)

    async def grep(
        self,
        text: str,
        path: str = "/",
        pattern: str = "",
        most: int = 1000,
        permits: Permits = everything,
        around: int = 0,
    ) -> Hits:
        return await self._search("grep", lambda walk: walk.grep(text, path, pattern, most, around), permits)

    def _found(self, path: str, permits: Permits) -> tuple[str, str]:
        """What it is called, and its real place. Raises FilesError, Ruled if it may not be touched where it lies."""
        virtual, real = normal(path), self._disk.real(path)
        if permits is not everything and not permits(lies := self._disk.lies(real)):
            if lies == virtual:
                raise Ruled(f"a rule keeps me from touching {virtual} like this")
            raise Ruled(f"{virtual} lies at {lies}, and a rule keeps me from touching that like this")
        return virtual, real

    def _read(self, path: str, permits: Permits) -> str:
        virtual, real = self._found(path, permits)
        return unix(text_of(virtual, self._disk.read_bytes(virtual, real)).removeprefix(MARK))

    def _read_bytes(self, path: str, permits: Permits, version: str | None) -> bytes:
        virtual, real = self._found(path, permits)
        data = self._disk.read_bytes(virtual, real)
        if version is not None and digest(self._disk.lies(real), data) != version:
            raise Changed(f"{virtual} is not as it was when it was looked at")
        return data

    def _state(self, path: str, permits: Permits) -> FileState:
        virtual, real = self._found(path, permits)
        lies = self._disk.lies(real)
        try:
            data = self._disk.read_bytes(virtual, real)
        except Missing:
            return FileState(self._absent(real), exists=False)
        except (TooLarge, Linked, Forbidden) as error:
            return FileState(digest(lies, self._disk.stamp(virtual, real)), exists=True, why=unread(error))
        try:
            text = unix(text_of(virtual, data).removeprefix(MARK))
        except UnreadableFile:
            return FileState(digest(lies, data), exists=True, why="binary")
        return FileState(digest(lies, data), True, text)

    def _absent(self, real: str) -> str:
        """The version of a file that is not there."""
        return digest(self._disk.lies(real))

    def _edit_state(self, path: str, old: str, new: str, every: bool, permits: Permits) -> EditState:
        virtual, real = self._found(path, permits)
        text = text_of(virtual, self._disk.read_bytes(virtual, real))
        return self._edited(virtual, real, text.removeprefix(MARK), old, new, every)

    def _edited(self, virtual: str, real: str, text: str, old: str, new: str, every: bool) -> EditState:
        touched = hunks(virtual, text, old, new, every)
        return EditState(digest(self._disk.lies(real), *(hunk.before for hunk in touched)), touched)

    def _write(self, path: str, text: str, permits: Permits, version: str | None) -> bool:
        virtual, real = self._found(path, permits)
        check = self._still(path, virtual, permits, version)
        with self._alone(real):
            before: bytes | None
            try:
                before = self._disk.read_bytes(virtual, real)
            except FilesError:
                before = None  # no line ends to keep; if something is wrong, writing says what
            # In whatever encoding it is, line ends are the same bytes; what is no text has none that count.
            kept = text if before is None or b"\0" in before else in_line_ends_of(before.decode("latin-1"), text)
            if before is not None and before.startswith(MARK.encode()) and not kept.startswith(MARK):
                kept = MARK + kept
            existed = before is not None or Path(real).exists()
            self._disk.write_bytes(virtual, real, bytes_of(virtual, kept), check, new=version == self._absent(real))
            return not existed

    def _write_bytes(self, path: str, data: bytes, permits: Permits, version: str | None, mode: int | None) -> bool:
        virtual, real = self._found(path, permits)
        check = self._still(path, virtual, permits, version)
        with self._alone(real):
            existed = Path(real).exists()
            self._disk.write_bytes(virtual, real, data, check, new=version == self._absent(real), mode=mode)
            return not existed

    def _still(self, path: str, virtual: str, permits: Permits, version: str | None) -> Callable[[], None]:
        """Raises Changed, unless it is of that version, if one is given."""

        def check() -> None:
            if version is not None and self._state(path, permits).version != version:
                raise Changed(f"{virtual} is not as it was when it was looked at")

        return check

    def _edit(self, path: str, old: str, new: str, every: bool, permits: Permits, version: str | None) -> int:
        virtual, real = self._found(path, permits)
        with self._alone(real):
            data = self._disk.read_bytes(virtual, real)
            before = text_of(virtual, data)
            mark = MARK if before.startswith(MARK) else ""
            text = before.removeprefix(MARK)
            if version is not None and self._edited(virtual, real, text, old, new, every).version != version:
                raise Changed(f"{virtual} is not as it was when it was looked at")
            after = replace(virtual, text, old, new, every)

            def check() -> None:
                if self._disk.read_bytes(virtual, real) != data:
                    raise Changed(f"{virtual} was changed by somebody else just now: nothing was done, read it again")

            self._disk.write_bytes(virtual, real, bytes_of(virtual, mark + after.text), check)
            return after.times

    def _delete(self, path: str, permits: Permits, version: str | None) -> Deletion:
        with self._alone(self._disk.own(path)):
            return remove(self._disk, path, permits, version)

    @contextmanager
    def _alone(self, real: str) -> Iterator[None]:
        """Work on one file is done one after another. The thread locks: it goes on when its task is cancelled."""
        with self._guard:
            lock = self._locks.setdefault(real, _PathLock())
        with lock.lock:
            yield

    async def _search(self, what: str, search: Callable[[Walk], _T], permits: Permits = everything) -> _T:
        """Runs a search on a thread, which cannot be cancelled: it is told to stop when nobody waits for it."""
        unwanted = Event()

        def run() -> _T:
            # Counted here, on the thread: a search that is cancelled before it has one never gets here.
            with self._guard:
                if self._searches >= MOST_SEARCHES:
                    raise Busy(f"too many searches are under way for another {what}: try again later")
                self._searches += 1
            try:
                return search(Walk(self._disk, unwanted.is_set, permits, ripgrep=self._ripgrep))
            finally:
                with self._guard:
                    self._searches -= 1

        try:
            async with asyncio.timeout(self._deadline):
                return await asyncio.to_thread(run)
        except TimeoutError:
            raise TookTooLong(
                f"{what} did not end in {self._deadline:g} seconds: search a smaller folder, or with a narrower pattern"
            ) from None
        finally:
            unwanted.set()


class _PathLock:
    """A lock that goes when nobody holds on to it."""

    __slots__ = ("__weakref__", "lock")

    def __init__(self) -> None:
        self.lock = Lock()
