"""Files in which nothing is written, and a place in which there are none."""

from typing import NoReturn

from harness.files.errors import Missing, ReadOnly
from harness.files.paths import normal
from harness.files.port import Deletion, EditState, FileEntry, Files, FileState, Hits, Paths
from harness.tools.tool import Permits, ToolContext, everything


class Unwritten:
    """What would write is refused: also what says what writing would do, so that nobody is asked about it."""

    async def state(self, path: str, permits: Permits = everything) -> FileState:
        _refuse(path)

    async def edit_state(
        self, path: str, old: str, new: str, every: bool = False, permits: Permits = everything
    ) -> EditState:
        _refuse(path)

    async def write(self, path: str, text: str, permits: Permits = everything, version: str | None = None) -> bool:
        _refuse(path)

    async def edit(
        self,
        path: str,
        old: str,
        new: str,
        every: bool = False,
        permits: Permits = everything,
        version: str | None = None,
    ) -> int:
        _refuse(path)

    async def write_bytes(
        self,
        path: str,
        data: bytes,
        permits: Permits = everything,
        version: str | None = None,
        mode: int | None = None,
    ) -> bool:
        _refuse(path)

    async def deletion(self, path: str, permits: Permits = everything) -> Deletion:
        _refuse(path)

    async def delete(self, path: str, permits: Permits = everything, version: str | None = None) -> Deletion:
        _refuse(path)


class ReadOnlyFiles(Unwritten):
    """Implements Files over others, which are read and never written."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def of(self, context: ToolContext) -> Files:
        return ReadOnlyFiles(self._files.of(context))

    def lies(self, path: str) -> str:
        return self._files.lies(path)

    async def list(self, path: str) -> tuple[FileEntry, ...]:
        return await self._files.list(path)

    async def read(self, path: str, permits: Permits = everything) -> str:
        return await self._files.read(path, permits)

    async def read_bytes(self, path: str, permits: Permits = everything, version: str | None = None) -> bytes:
        return await self._files.read_bytes(path, permits, version)

    async def glob(self, pattern: str, path: str = "/", most: int = 1000, permits: Permits = everything) -> Paths:
        return await self._files.glob(pattern, path, most, permits)

    async def grep(
        self,
        text: str,
        path: str = "/",
        pattern: str = "",
        most: int = 1000,
        permits: Permits = everything,
        around: int = 0,
    ) -> Hits:
        return await self._files.grep(text, path, pattern, most, permits, around)


class NoFiles(Unwritten):
    """Implements Files where there are none."""

    def of(self, context: ToolContext) -> Files:
        return self

    def lies(self, path: str) -> str:
        return normal(path)

    async def list(self, path: str) -> tuple[FileEntry, ...]:
        miss(path)

    async def read(self, path: str, permits: Permits = everything) -> str:
        miss(path)

    async def read_bytes(self, path: str, permits: Permits = everything, version: str | None = None) -> bytes:
        miss(path)

    async def glob(self, pattern: str, path: str = "/", most: int = 1000, permits: Permits = everything) -> Paths:
        miss(path)

    async def grep(
        self,
        text: str,
        path: str = "/",
        pattern: str = "",
        most: int = 1000,
        permits: Permits = everything,
        around: int = 0,
    ) -> Hits:
        miss(path)


def _refuse(path: str) -> NoReturn:
    raise ReadOnly(f"{normal(path)} cannot be written: what lies there can only be read")


def miss(path: str) -> NoReturn:
    raise Missing(f"{normal(path)} does not exist")
