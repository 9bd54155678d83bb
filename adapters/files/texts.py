"""Texts that are kept elsewhere than on a disk, as files in one folder, which are read and never written."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import islice
from typing import Protocol, TypeVar

from adapters.files.disk import below
from adapters.files.read_only import Unwritten, miss
from harness.files.errors import BadPattern, Failed, Ruled, WrongKind
from harness.files.paths import joined, normal
from harness.files.patterns import Pattern
from harness.files.port import FileEntry, Files, Hit, Hits, NotSearched, NumberedLine, Paths
from harness.files.surroundings import surrounded
from harness.sessions.journal import JournalError
from harness.tools.tool import Permits, ToolContext, everything

T = TypeVar("T")


class Texts(Protocol):
    """Both raise JournalError."""

    async def sizes(self) -> Mapping[str, int]:
        """In bytes, by name."""

    async def text(self, name: str) -> str | None:
        """None, if there is none of that name."""


class TextFiles(Unwritten):
    """Implements Files: `texts`, in the folder `at`, whose path is normal."""

    def __init__(self, at: str, texts: Texts) -> None:
        self._at, self._texts = at, texts

    def of(self, context: ToolContext) -> Files:
        return self

    def lies(self, path: str) -> str:
        return normal(path)

    async def list(self, path: str) -> tuple[FileEntry, ...]:
        if normal(path) != self._at:
            await self._text(path, everything)
            raise WrongKind(f"{normal(path)} is a file, not a folder")
        sizes = await self._asked(self._texts.sizes())
        return tuple(FileEntry(joined(self._at, name), False, sizes[name]) for name in sorted(sizes))

    async def read(self, path: str, permits: Permits = everything) -> str:
        return await self._text(path, permits)

    async def read_bytes(self, path: str, permits: Permits = everything, version: str | None = None) -> bytes:
        return (await self._text(path, permits)).encode()

    async def glob(self, pattern: str, path: str = "/", most: int = 1000, permits: Permits = everything) -> Paths:
        names, left_out = await self._matching(Pattern(pattern), path, permits)
        return Paths(tuple(joined(self._at, name) for name in names[:most]), len(names) <= most, left_out)

    async def grep(
        self,
        text: str,
        path: str = "/",
        pattern: str = "",
        most: int = 1000,
        permits: Permits = everything,
        around: int = 0,
    ) -> Hits:
        if not text or "\n" in text or "\r" in text:
            raise BadPattern("the text to look for is empty, or has a line break in it")
        if below(normal(path), self._at):
            names, left_out = await self._matching(Pattern(pattern) if pattern else None, path, permits)
            texts = {name: await self._text(joined(self._at, name), everything) for name in names}
        else:
            texts, left_out = {self._name(path): await self._text(path, permits)}, ()
        hits, room, complete = list[Hit](), most, True
        for name, whole in texts.items():
            lines = await asyncio.to_thread(_lines, text, whole)
            if lines:
                shown = surrounded(whole, tuple(islice(lines, room)), around)
                hits.append(Hit(joined(self._at, name), len(lines), shown))
                complete, room = complete and len(lines) <= room, max(0, room - len(lines))
        return Hits(tuple(hits), complete, left_out)

    async def _matching(
        self, wanted: Pattern | None, path: str, permits: Permits
    ) -> tuple[Sequence[str], tuple[NotSearched, ...]]:
        """The names that are meant, and how many were left out. The search begins at the folder, or above it."""
        if not below(normal(path), self._at):
            await self._text(path, everything)
            raise WrongKind(f"{normal(path)} is a file, not a folder")
        above = "/" if wanted is not None and wanted.anchored else normal(path)
        parts = tuple(part for part in self._at[len(above.rstrip("/")) :].split("/") if part)
        names = sorted(await self._asked(self._texts.sizes()))
        meant = [name for name in names if wanted is None or wanted.matches((*parts, name))]
        may = [name for name in meant if permits(joined(self._at, name))]
        kept = len(meant) - len(may)
        return may, (NotSearched("ruled", kept),) if kept else ()

    def _name(self, path: str) -> str:
        return normal(path)[len(self._at) :].lstrip("/")

    async def _text(self, path: str, permits: Permits) -> str:
        if normal(path) == self._at:
            raise WrongKind(f"{normal(path)} is a folder, not a file")
        if not permits(normal(path)):
            raise Ruled(f"a rule keeps me from touching {normal(path)} like this")
        found = await self._asked(self._texts.text(self._name(path)))
        if found is None:
            miss(path)
        return found

    async def _asked(self, answer: Awaitable[T]) -> T:
        try:
            return await answer
        except JournalError as error:
            raise Failed(f"{self._at} cannot be read just now: {error}") from error


def _lines(text: str, whole: str) -> Sequence[NumberedLine]:
    """Those in which it is; others get a turn meanwhile, since it may be long."""
    return [NumberedLine(number, line) for number, line in enumerate(whole.split("\n"), 1) if text in line]


class OfThread:
    """Fulfils Texts by those of one thread."""

    def __init__(
        self,
        thread: str,
        sizes: Callable[[str], Awaitable[Mapping[str, int]]],
        text: Callable[[str, str], Awaitable[str | None]],
    ) -> None:
        self._thread, self._sizes, self._of = thread, sizes, text

    async def sizes(self) -> Mapping[str, int]:
        return await self._sizes(self._thread)

    async def text(self, name: str) -> str | None:
        return await self._of(self._thread, name)
