"""Glob and grep over a folder of this machine: in the order of paths, until told to stop. All of it blocks."""

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import repeat
from operator import contains
from typing import NamedTuple

from adapters.files.disk import LARGEST, Disk, SeenFile, below, told
from adapters.files.ripgrep import holding
from harness.files.editing import unix
from harness.files.errors import BadPattern, FilesError, Forbidden, Linked, Ruled, TooLarge, UnreadableFile
from harness.files.paths import joined, normal, printable
from harness.files.patterns import Pattern
from harness.files.port import Hit, Hits, NotSearched, NumberedLine, Paths, Why
from harness.files.surroundings import surrounded
from harness.tools.tool import Permits, everything

PIECE = 1 << 18
"""Characters of a file whose lines are looked at together."""
_UNSEARCHED_FOLDERS = frozenset({".git"})


class Stopped(Exception):
    """Nobody waits for this search any more."""


@dataclass(frozen=True, slots=True)
class _File:
    """What it is, if that is known of a file that is no link."""

    path: str
    real: str
    status: "os.stat_result | None" = None


class _Entry(NamedTuple):
    """Of a folder; `status` as of a _File."""

    path: str
    real: str
    parts: tuple[str, ...]
    folder: bool
    status: "os.stat_result | None" = None


_Meant = tuple[str, "Iterator[_Meant] | None"]
"""A path that is meant; of a folder, with those in it, which are to be looked for."""


@dataclass(frozen=True, slots=True)
class _Begin:
    """Where a search begins, and the parts of its path from where it was asked for."""

    path: str
    real: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """One search. `stopped` is asked again and again; once it says so, Stopped is raised. What `permits` does not
    permit, by its path or by where it really lies, is left out.
    """

    disk: Disk
    stopped: Callable[[], bool]
    permits: Permits = everything
    piece: int = PIECE
    ripgrep: str = ""
    """By it a search of folders knows which files need not be read, if it is there."""
    _left: "Counter[tuple[Why, bool]]" = field(default_factory=Counter, init=False)
    _root: str = field(default="", init=False)
    """Where the tree lies: looked for once, not for each file."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_root", self.disk.root())

    def glob(self, pattern: str, path: str, most: int) -> Paths:
        wanted = Pattern(pattern)
        begin = self._begin(path)
        self.disk.entries(begin.path)  # raises what there is to say if it is no folder
        found: list[str] = []
        for path in self._meant(begin, wanted):
            if len(found) == most:
                return Paths(tuple(found), False, self._left_out)
            found.append(path)
        return Paths(tuple(found), True, self._left_out)

    def grep(self, text: str, path: str, pattern: str, most: int, around: int = 0) -> Hits:
        if not text:
            raise BadPattern("the text to look for is empty")
        if "\n" in text or "\r" in text:
            raise BadPattern("the text to look for has a line break in it; grep looks at one line after another")
        wanted = Pattern(pattern) if pattern else None
        begin = self._begin(path)
        base = begin.path
        if self.disk.is_folder(begin.real):
            skipped = frozenset() if _UNSEARCHED_FOLDERS & set(base.split("/")) else _UNSEARCHED_FOLDERS
            files = self._files(begin, wanted, skipped)
            held = holding(self.ripgrep, begin.real, text, LARGEST, skipped, self.stopped)
            self._go_on()
            if held is not None:
                files = self._to_be_read(files, held)
        else:
            alone = _File(base, begin.real)
            if not self._permitted(base, begin.real):
                raise Ruled(f"a rule keeps me from searching {base} like this")
            self._bytes(alone)  # named itself, it is not passed over in silence
            files = iter([alone])
        return self._search(text, files, most, around)

    def _search(self, text: str, files: Iterator[_File], most: int, around: int) -> Hits:
        needle = text.encode(errors="surrogatepass")
        hits: list[Hit] = []
        room, complete = most, True
        for file in files:
            self._go_on()
            try:
                data = self._bytes(file)
            except FilesError as error:
                self._left[_why(error), False] += 1
                continue
            if needle not in data:
                continue
            whole = unix(data.decode(errors="replace"))
            shown, begin = _first(text, whole, room)
            count = len(shown) + sum(self._counted(text, whole, begin))
            if count:
                hits.append(Hit(file.path, count, surrounded(whole, shown, around)))
                complete = complete and count == len(shown)
                room -= len(shown)
        return Hits(tuple(hits), complete, self._left_out)

    def _to_be_read(self, files: Iterator[_File], held: Set[str]) -> Iterator[_File]:
        """Those in which something may be; of the others it is counted what could not have been read."""
        for file in files:
            if file.status is None or file.real in held:
                yield file
            elif file.status.st_nlink > 1:
                self._left["linked", False] += 1
            elif file.status.st_size > LARGEST:
                self._left["large", False] += 1

    def _counted(self, text: str, whole: str, begin: int) -> Iterator[int]:
        """How many lines hold the text, from there on: piece by piece, so that few lines are objects at a time."""
        while begin < len(whole):
            self._go_on()
            end = _line_end(whole, begin + self.piece)
            piece = whole[begin:end]
            if text in piece:
                yield sum(map(contains, piece.split("\n"), repeat(text)))
            begin = end + 1

    @property
    def _left_out(self) -> tuple[NotSearched, ...]:
        return tuple(NotSearched(why, number, folders) for (why, folders), number in sorted(self._left.items()))

    def _bytes(self, file: _File) -> bytes:
        data = self.disk.read_bytes(file.path, file.real)
        if b"\0" in data:
            raise UnreadableFile(f"{file.path} is a binary file, not text")
        return data

    def _permitted(self, path: str, real: str) -> bool:
        if self.permits is everything:
            return True
        lies = self.disk.lies(real, self._root)
        return self.permits(path) and (lies == path or self.permits(lies))

    def _begin(self, path: str) -> _Begin:
        """Where a search of that path begins on this disk, which may lie below it."""
        asked, at = normal(path), self.disk.at
        base = at if below(asked, at) else asked
        return _Begin(base, self.disk.real(base), _parts(base)[len(_parts(asked)) :])

    def _meant(self, begin: _Begin, wanted: Pattern) -> Iterator[str]:
        """The paths of what `_files` finds. What a folder says of its entries is enough for that, and no more is looked
        at: it takes a fifth of the time.
        """
        above = _parts(begin.path) if wanted.anchored else begin.parts
        open_folders = [self._meant_in(begin.path, begin.real, above, wanted)]
        while open_folders:
            for path, within in open_folders[-1]:
                if within is not None:
                    open_folders.append(within)
                    break
                yield path
            else:
                open_folders.pop()

    def _meant_in(self, path: str, real: str, parts: tuple[str, ...], wanted: Pattern) -> Iterator["_Meant"]:
        """Of one folder. One that cannot be opened is counted."""
        try:
            with told(path):
                entries = self.disk.kinds(real)
        except FilesError as error:
            self._left[_why(error), True] += 1
            return
        inside, place, free, named = joined(path, ""), os.path.join(real, ""), self.permits is everything, wanted.named
        for name, folder, lies in entries:
            self._go_on()
            shown = name if name.isprintable() else printable(name)
            if folder:
                own = (*parts, shown)
                if wanted.enters(own):
                    yield f"{inside}{shown}", self._meant_in(f"{inside}{shown}", f"{place}{name}", own, wanted)
                elif _only_hidden(own, wanted):
                    self._left["hidden", True] += 1
            elif named(shown) if named else wanted.matches((*parts, shown)):
                if free or self._permitted(f"{inside}{shown}", lies or f"{place}{name}"):
                    yield f"{inside}{shown}", None
                else:
                    self._left["ruled", False] += 1

    def _files(self, begin: _Begin, wanted: Pattern | None, skipped: frozenset[str]) -> Iterator[_File]:
        """The files in and below a folder. Links to folders are not followed."""
        above = _parts(begin.path) if wanted is not None and wanted.anchored else begin.parts
        open_folders = [self._scan(begin.path, begin.real, above)]
        while open_folders:
            entry = next(open_folders[-1], None)
            if entry is None:
                open_folders.pop()
                continue
            self._go_on()
            path, place, parts, folder, status = entry
            if not folder:
                if wanted is None or wanted.matches(parts):
                    if self._permitted(path, place):
                        yield _File(path, place, status)
                    else:
                        self._left["ruled", False] += 1
            elif parts[-1] not in skipped and (wanted is None or wanted.enters(parts)):
                open_folders.append(self._scan(path, place, parts))
            elif wanted is not None and _only_hidden(parts, wanted):
                self._left["hidden", True] += 1

    def _scan(self, path: str, real: str, parts: tuple[str, ...]) -> Iterator["_Entry"]:
        """Its entries. One that cannot be opened is counted."""
        try:
            with told(path):
                entries = sorted(self.disk.scan(real), key=lambda entry: entry.name)
        except FilesError as error:
            self._left[_why(error), True] += 1
            return
        inside = joined(path, "")
        for entry in entries:
            name = printable(entry.name)
            if stat.S_ISREG(entry.status.st_mode):
                own = None if entry.link else entry.status
                yield _Entry(f"{inside}{name}", entry.real, (*parts, name), False, own)
            elif _walked(entry):
                yield _Entry(f"{inside}{name}", entry.real, (*parts, name), True)

    def _go_on(self) -> None:
        if self.stopped():
            raise Stopped


def _only_hidden(parts: Sequence[str], wanted: Pattern) -> bool:
    """True if ** doesn't enter that folder only because its name begins with a dot. Nobody looks for files in .git."""
    *above, name = parts
    return name.startswith(".") and name not in _UNSEARCHED_FOLDERS and wanted.enters((*above, f"x{name}"))


def _walked(entry: SeenFile) -> bool:
    return stat.S_ISDIR(entry.status.st_mode) and not entry.link


def _first(text: str, whole: str, most: int) -> tuple[tuple[NumberedLine, ...], int]:
    """The first lines that hold the text, and where the line after them begins."""
    found: list[NumberedLine] = []
    number, begin = 1, 0
    while len(found) < most and (at := whole.find(text, begin)) >= 0:
        number += whole.count("\n", begin, at)
        first = whole.rfind("\n", begin, at) + 1 or begin
        end = _line_end(whole, at)
        found.append(NumberedLine(number, whole[first:end]))
        number, begin = number + 1, end + 1
    return tuple(found), begin


def _line_end(whole: str, at: int) -> int:
    end = whole.find("\n", at)
    return len(whole) if end < 0 else end


def _why(error: FilesError) -> Why:
    match error:
        case TooLarge():
            return "large"
        case UnreadableFile():
            return "binary"
        case Linked():
            return "linked"
        case Forbidden():
            return "forbidden"
        case Ruled():
            return "ruled"
        case _:
            return "failed"


def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.strip("/").split("/")) if path != "/" else ()
