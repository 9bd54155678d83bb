"""The port to a tree of files."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """What a folder holds: the path is normal, the size in bytes (0 for a folder)."""

    path: str
    folder: bool
    size: int


@dataclass(frozen=True, slots=True)
class Paths:
    """Normal paths in order; not `complete` if there are more."""

    paths: tuple[str, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of a file, without its end; the first is number 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A file in which something was found: in how many lines, and the lines themselves as far as there was room."""

    path: str
    count: int
    lines: tuple[NumberedLine, ...]


@dataclass(frozen=True, slots=True)
class Hits:
    """All files in which something was found, in order; not `complete` if lines were left out.

    `unsearched` counts the files that could not be: no text, too large, not ours to open.
    """

    hits: tuple[Hit, ...]
    complete: bool
    unsearched: int


class Files(Protocol):
    """A tree of files, most of them text. Paths are taken as a model writes them and come back normal; texts have
    `\\n` as line end.

    All methods may raise FilesError, which leaves everything as it was. Work on one path is done one after another.
    A method that is cancelled may still take effect, wholly or not at all.
    """

    async def list(self, path: str) -> tuple[Entry, ...]:
        """What lies directly in the folder, by name; links that lead out of the tree or nowhere are left out."""

    async def read(self, path: str) -> str:
        """The whole text of the file."""

    async def write(self, path: str, text: str) -> bool:
        """Makes `text` the whole of the file, with the folders above it; tells whether the file is new."""

    async def edit(self, path: str, old: str, new: str, every: bool = False) -> int:
        """Puts `new` in place of `old`, which must be there exactly once unless `every`; tells how often it was."""

    async def read_bytes(self, path: str) -> bytes:
        """The whole file, text or not, as it is."""

    async def write_bytes(self, path: str, data: bytes) -> bool:
        """Makes `data` the whole of the file, as `write` does for text."""

    async def glob(self, pattern: str, path: str = "/", most: int = 1000) -> Paths:
        """The files in and below the folder that the pattern means (harness/files/patterns.py), `most` at most."""

    async def grep(self, text: str, path: str = "/", pattern: str = "", most: int = 1000) -> Hits:
        """Looks for `text`, literally, in the file at `path` or in those below it that `pattern` means (all if empty).

        Matches are counted to the end; lines are collected until there are `most`. Folders called .git are not
        searched, unless `path` lies in one.
        """
