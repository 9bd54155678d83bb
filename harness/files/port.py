"""The port to a tree of files."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from harness.files.changes import Hunk
from harness.tools.previews import Hidden
from harness.tools.tool import Permits, ToolContext, everything

Why = Literal["binary", "large", "linked", "forbidden", "ruled", "failed", "hidden"]
"""Why a file was not looked at: it is no text, too large to read whole, has another name by a hard link, we may not
open it, a rule keeps us from it, or it could not be read for once; or it lies in a folder that ** does not enter, since
its name begins with a dot.
"""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """What a folder holds.

    Attributes:
        path: normal. It leads nowhere if the name is one that no path has (an invisible character, a backslash)
        folder: is it one?
        size: in bytes; 0 for a folder
        lies: the path of what a link leads to; empty for what is no link
        changed: when it was changed last, in seconds since the epoch; 0 if that is not known
        unnamed: the path as it is on the disk, if that is one that no path has; else empty
        place: the path in the folder that was really listed, which a link may have led to; empty if it is `path`
    """

    path: str
    folder: bool
    size: int
    lies: str = ""
    changed: float = field(default=0.0, compare=False)
    unnamed: str = ""
    place: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class NotSearched:
    """So many files, or folders with all that is in them, were not looked at."""

    why: Why
    number: int
    folders: bool = False


@dataclass(frozen=True, slots=True)
class Paths:
    """Normal paths in order; not `complete` if there are more."""

    paths: tuple[str, ...]
    complete: bool
    left_out: tuple[NotSearched, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of a file, without its end; the first is number 1. If it is no `match`, it stands around one."""

    number: int
    text: str
    match: bool = True


@dataclass(frozen=True, slots=True)
class Hit:
    """A file in which something was found: in how many lines, and the lines themselves as far as there was room."""

    path: str
    count: int
    lines: tuple[NumberedLine, ...]


@dataclass(frozen=True, slots=True)
class Hits:
    """All files in which something was found, in order; not `complete` if lines were left out."""

    hits: tuple[Hit, ...]
    complete: bool
    left_out: tuple[NotSearched, ...] = ()


@dataclass(frozen=True, slots=True)
class FileState:
    """What a file holds at present.

    Attributes:
        version: another one as soon as the file holds something else, or the path leads elsewhere
        exists: is it there?
        text: None if it is not there, is no text, or is not read whole
        why: there is no text of a file that is there
    """

    version: str
    exists: bool
    text: str | None = None
    why: Hidden = ""


@dataclass(frozen=True, slots=True)
class EditState:
    """The lines that an edit would touch. `version` is another one as soon as these are others, or the path leads
    elsewhere.
    """

    version: str
    hunks: tuple[Hunk, ...]


@dataclass(frozen=True, slots=True)
class Deletion:
    """What goes when something is deleted.

    Attributes:
        version: another one as soon as anything of it has changed, or lies elsewhere
        folder: is it one, with all in it?
        files: how many
        size: of all of them, in bytes
        lies: where it really lies; of a link where that lies, not what it leads to
        link: only that goes
        text: what a single file holds; None as in FileState, as `why` says, and of a folder or a link
        mode: the permissions of a single file, as bits; None of a folder or a link
    """

    version: str
    folder: bool
    files: int
    size: int
    lies: str
    link: bool = False
    text: str | None = None
    why: Hidden = ""
    mode: int | None = None


class Files(Protocol):
    """A tree of files, most of them text. Paths are taken as a model writes them and come back normal; texts have
    `\\n` as line end.

    All methods may raise FilesError, which leaves everything as it was. Work on one path is done one after another.
    A method that is cancelled may still take effect, wholly or not at all.

    Links within the tree are followed, and `permits` is asked of where a path really lies, at the time when it is
    touched: what it does not permit is refused (Ruled), and searches leave it out.
    """

    def of(self, context: ToolContext) -> "Files":
        """The files as that call finds them: there may be more, which are there for some alone."""

    def lies(self, path: str) -> str:
        """The normal path with all links followed; it need not be there. It looks at the disk, and does not wait."""

    async def list(self, path: str) -> tuple[FileEntry, ...]:
        """What lies directly in the folder, by name; links that lead out of the tree or nowhere are left out."""

    async def read(self, path: str, permits: Permits = everything) -> str:
        """The whole text of the file."""

    async def state(self, path: str, permits: Permits = everything) -> FileState:
        """What the file holds before `write` makes it another; it need not be there. Raises what that would raise for
        its path.
        """

    async def edit_state(
        self, path: str, old: str, new: str, every: bool = False, permits: Permits = everything
    ) -> EditState:
        """What `edit` would touch. Raises what it would."""

    async def write(self, path: str, text: str, permits: Permits = everything, version: str | None = None) -> bool:
        """Makes `text` the whole of the file, with the folders above it; tells whether the file is new. A
        file keeps its line ends, and its byte order mark. Raises Changed
        if the file is not of the `version` that is given: it is compared and written in one.
        """

    async def edit(
        self,
        path: str,
        old: str,
        new: str,
        every: bool = False,
        permits: Permits = everything,
        version: str | None = None,
    ) -> int:
        """Puts `new` in place of `old`, which must be there exactly once unless `every`; tells how often it was. Raises
        Changed if the lines that it touches are not of the `version` that is given, or if the file is changed by
        somebody else at just this moment.
        """

    async def read_bytes(self, path: str, permits: Permits = everything, version: str | None = None) -> bytes:
        """The whole file, text or not, as it is. Raises Changed if it is not of the `version` that is given."""

    async def write_bytes(
        self,
        path: str,
        data: bytes,
        permits: Permits = everything,
        version: str | None = None,
        mode: int | None = None,
    ) -> bool:
        """Makes `data` the whole of the file, as `write` does for text, to the last byte. A new one has the permissions
        `mode`, if they are given: those for its owner, its group and others.
        """

    async def deletion(self, path: str, permits: Permits = everything) -> Deletion:
        """What `delete` would take away. Raises what it would."""

    async def delete(self, path: str, permits: Permits = everything, version: str | None = None) -> Deletion:
        """The file is gone, or the folder with all in it; of links, also within, only they. What is not permitted
        anywhere in it keeps all of it (Ruled). Raises Changed if it is not of the `version` that is given.
        """

    async def glob(self, pattern: str, path: str = "/", most: int = 1000, permits: Permits = everything) -> Paths:
        """The files in and below the folder that the pattern means (harness/files/patterns.py), `most` at most."""

    async def grep(
        self,
        text: str,
        path: str = "/",
        pattern: str = "",
        most: int = 1000,
        permits: Permits = everything,
        around: int = 0,
    ) -> Hits:
        """Looks for `text`, literally, in the file at `path` or in those below it that `pattern` means (all if empty).

        Matches are counted to the end; lines are collected until there are `most`, each with the lines `around` it.
        Folders called .git are not searched, unless `path` lies in one.
        """
