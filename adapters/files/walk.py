"""Glob and grep over a folder of this machine: in the order of paths, until told to stop. All of it blocks."""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from adapters.files.disk import Disk, seen
from harness.files.editing import unix
from harness.files.errors import BadPattern, FilesError, Unreadable
from harness.files.paths import joined, normal, printable
from harness.files.patterns import Pattern
from harness.files.port import Hit, Hits, NumberedLine, Paths

_UNSEARCHED_FOLDERS = frozenset({".git"})


class Stopped(Exception):
    """Nobody waits for this search any more."""


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    real: str


@dataclass(frozen=True, slots=True)
class Walk:
    """`stopped` is asked again and again; once it says so, Stopped is raised."""

    disk: Disk
    stopped: Callable[[], bool]

    def glob(self, pattern: str, path: str, most: int) -> Paths:
        wanted = Pattern(pattern)
        base, real = self._folder(path)
        found: list[str] = []
        for file in self._files(base, real, wanted, frozenset()):
            if len(found) == most:
                return Paths(tuple(found), complete=False)
            found.append(file.path)
        return Paths(tuple(found), complete=True)

    def grep(self, text: str, path: str, pattern: str, most: int) -> Hits:
        if not text:
            raise BadPattern("the text to look for is empty")
        if "\n" in text or "\r" in text:
            raise BadPattern("the text to look for has a line break in it; grep looks at one line after another")
        wanted = Pattern(pattern) if pattern else None
        base = normal(path)
        real = self.disk.real(base)
        if os.path.isdir(real):
            skipped = frozenset() if _UNSEARCHED_FOLDERS & set(base.split("/")) else _UNSEARCHED_FOLDERS
            files = self._files(base, real, wanted, skipped)
        else:
            alone = _File(base, real)
            self._bytes(alone)  # named itself, it is not passed over in silence
            files = iter([alone])
        return self._search(text, files, most)

    def _search(self, text: str, files: Iterator[_File], most: int) -> Hits:
        needle = text.encode(errors="surrogatepass")
        hits: list[Hit] = []
        room, complete, unsearched = most, True, 0
        for file in files:
            self._go_on()
            try:
                data = self._bytes(file)
            except FilesError:
                unsearched += 1
                continue
            if needle not in data:
                continue
            lines = unix(data.decode(errors="replace")).split("\n")
            found = [NumberedLine(number, line) for number, line in enumerate(lines, 1) if text in line]
            if found:
                hits.append(Hit(file.path, len(found), tuple(found[:room])))
                complete = complete and len(found) <= room
                room -= min(room, len(found))
        return Hits(tuple(hits), complete, unsearched)

    def _bytes(self, file: _File) -> bytes:
        data = self.disk.read_bytes(file.path, file.real)
        if b"\0" in data:
            raise Unreadable(f"{file.path} is a binary file, not text")
        return data

    def _folder(self, path: str) -> tuple[str, str]:
        base = normal(path)
        self.disk.entries(base)  # raises what there is to say if it is none
        return base, self.disk.real(base)

    def _files(self, base: str, real: str, wanted: Pattern | None, skipped: frozenset[str]) -> Iterator[_File]:
        """The files in and below a folder. Links to folders are not followed."""
        root = self.disk.root()
        above = _parts(base) if wanted is not None and wanted.anchored else ()
        open_folders = [self._scan(root, base, real, above)]
        while open_folders:
            entry = next(open_folders[-1], None)
            if entry is None:
                open_folders.pop()
                continue
            self._go_on()
            path, place, parts, folder = entry
            if not folder:
                if wanted is None or wanted.matches(parts):
                    yield _File(path, place)
            elif parts[-1] not in skipped and (wanted is None or wanted.enters(parts)):
                open_folders.append(self._scan(root, path, place, parts))

    def _scan(
        self, root: str, path: str, real: str, parts: tuple[str, ...]
    ) -> Iterator[tuple[str, str, tuple[str, ...], bool]]:
        """Its entries: path, real place, parts, and whether it is a folder. A folder that we may not open has none."""
        try:
            with os.scandir(real) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError:
            return
        for entry in entries:
            status = seen(root, entry)
            if status is None:
                continue
            name = printable(entry.name)
            below, place = joined(path, name), entry.path
            if entry.is_symlink():
                place = os.path.realpath(place)
            if stat.S_ISREG(status.st_mode):
                yield below, place, (*parts, name), False
            elif stat.S_ISDIR(status.st_mode) and not entry.is_symlink():
                yield below, place, (*parts, name), True

    def _go_on(self) -> None:
        if self.stopped():
            raise Stopped


def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.strip("/").split("/")) if path != "/" else ()
