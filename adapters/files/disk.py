"""A folder of this machine, seen from within: it takes paths of the tree and never says where the tree really lies.

All of it blocks. Links are followed once, when a path is resolved (`real`); what is then opened is opened folder by
folder without following any, so that a folder which becomes a link meanwhile leads nobody out of the tree.
"""

import errno
import os
import stat
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from adapters.files.nested import LISTED, visited
from adapters.files.unfinished import ours, put, take_folder, tidy
from harness.files.errors import (
    AccessRefused,
    Changed,
    Failed,
    FilesError,
    Forbidden,
    Linked,
    Looped,
    Missing,
    TooLarge,
    UnreadableFile,
    WrongKind,
)
from harness.files.paths import joined, normal, printable
from harness.files.port import FileEntry

LARGEST = 20_000_000
"""Bytes of the largest file that is read whole."""
_MARKS = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""Byte order marks (Unicode Standard, section 23.8), longer ones first."""
_LOOKED_AT = 1_000
"""Bytes by which a text without a mark is known."""
_CONVERT = "convert it with a command: iconv -f {} -t UTF-8"

_PASSED = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""A folder on the way to something: it need not be readable."""


@dataclass(frozen=True, slots=True)
class SeenFile:
    """An entry of a folder: its name, what it is (links followed), where it really lies, and whether it is a link."""

    name: str
    status: os.stat_result
    real: str
    link: bool


Kind = tuple[str, bool, str]
"""An entry by its name: is it a folder, and where does it really lie, if it is a link?"""


class Disk:
    """The root is made when it is first needed, and may be a link itself. It is what the tree calls `at`; what it would
    call `without`, another has: that is not found here.
    """

    def __init__(self, root: Path, at: str = "/", without: Collection[str] = ()) -> None:
        self._given, self.at, self._without = root, at, frozenset(without)

    def root(self) -> str:
        with told(self.at):
            self._given.mkdir(exist_ok=True)
            return os.path.realpath(self._given)

    def real(self, path: str) -> str:
        """Where it lies, or would lie, all links followed. Raises AccessRefused if that is not below the root."""
        virtual = normal(path)
        if not below(self.at, virtual) or self._elsewhere(virtual):
            raise Missing(f"{virtual} does not exist")
        root = self.root()
        with told(virtual):
            real = os.path.realpath(root + virtual[len(self.at.rstrip("/")) :])
        if not within(root, real) or self._elsewhere(self.lies(real, root)):
            raise AccessRefused(f"{virtual} leads out of the files by a link")
        return real

    def _elsewhere(self, virtual: str) -> bool:
        return any(below(other, virtual) for other in self._without)

    def shows(self, name: str) -> bool:
        """Is something of that name to be found, wherever it lies?"""
        return True

    def is_folder(self, real: str) -> bool:
        return os.path.isdir(real)

    def lies(self, real: str, root: str = "") -> str:
        """The path of the tree that a real one has; `root` is where the tree lies, if that is known."""
        return joined(self.at, printable(real[len(root or self.root()) :].lstrip("/"))).rstrip("/") or "/"

    def read_bytes(self, path: str, real: str) -> bytes:
        """The whole file; `path` is what messages call it. Pipes and devices, which could make it wait, are refused,
        and so is a file that has another name: that may lie outside of the tree.
        """
        with told(path), self._holding(real) as (folder, name):
            if not name:
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
            with os.fdopen(descriptor, "rb") as file:
                status = os.fstat(descriptor)
                _regular(path, status)
                if status.st_nlink > 1:
                    raise Linked(f"{path} has another name by a hard link, which may lie outside of the files: copy it")
                size = status.st_size
                data = file.read(size + 1) if size <= LARGEST else b""
                if size < len(data) <= LARGEST:  # it grows
                    data += file.read(LARGEST + 1 - len(data))
        if size > LARGEST or len(data) > LARGEST:
            size = max(size, len(data))
            raise TooLarge(
                f"{path} is too large to read whole: it has {size:,} bytes, and the most is {LARGEST:,}. Look "
                "at a part with a command: tail, grep, or sed -n '1000,1200p'"
            )
        return data

    def stamp(self, path: str, real: str) -> str:
        """What tells a file that is not read whole from what it was before."""
        with told(path), self._holding(real) as (folder, name):
            status = os.stat(name, dir_fd=folder, follow_symlinks=False)
            _regular(path, status)
            return f"{status.st_dev} {status.st_ino} {status.st_size} {status.st_mtime_ns}"

    def write_bytes(
        self,
        path: str,
        real: str,
        data: bytes,
        check: Callable[[], None] = lambda: None,
        new: bool = False,
        mode: int | None = None,
    ) -> None:
        """Makes `data` the file, wholly or not at all; it is on the disk when this returns.

        The folders above it are made, and a file that exists keeps its permissions; another has those of `mode`, if
        they are given, but it never runs as who owns it. `check` is the last thing that is done before: what it raises
        leaves the file as it is. With `new` there must be none by then, else it raises Changed.
        """
        with told(path), self._holding(real, make=True) as (folder, name):
            mode = None if mode is None else mode & 0o777
            with suppress(FileNotFoundError):
                status = os.stat(name, dir_fd=folder, follow_symlinks=False)
                if stat.S_ISLNK(status.st_mode):
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
                _regular(path, status)
                mode = stat.S_IMODE(status.st_mode)
                if not os.access(name, os.W_OK, dir_fd=folder):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            try:
                put(folder, name, data, mode, check, new)
            except FileExistsError:
                raise Changed(f"{path} is there by now") from None

    def own(self, path: str) -> str:
        """Where the path itself lies, or would lie: if it is a link, that, and not what it leads to. Raises what `real`
        does, WrongKind for the root, and Looped or Missing for a link that leads in a circle or nowhere.
        """
        virtual, real = normal(path), self.real(path)
        above, _, name = virtual.rpartition("/")
        if virtual == self.at:
            raise WrongKind(f"{virtual} is all of the files")
        place = os.path.join(self.real(above or "/"), name)
        if os.path.islink(place):
            with told(virtual):
                os.stat(real)
        return place

    def all_in(self, path: str, real: str) -> Iterator[tuple[str, os.stat_result]]:
        """What is there itself, and all that is below it: the path from there, which begins with a slash, and what it
        is. No link is followed. Raises FilesError where something could not be taken away.
        """
        with told(path), self._holding(real) as (folder, name):
            status = os.stat(name, dir_fd=folder, follow_symlinks=False)
            yield "", status
            if not stat.S_ISDIR(status.st_mode):
                return
            for visit in visited(folder, name):
                if not os.access(".", os.W_OK | os.X_OK, dir_fd=visit.here):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
                inside = visit.path("")
                for each, status in visit.entries:
                    yield f"{inside}{each}", status

    def remove(self, path: str, real: str, check: Callable[[], None] = lambda: None) -> None:
        """A file or a link, or a folder with all in it, is gone: at once, for whoever looks. `check` is the last thing
        that is done before: what it raises leaves all as it is.
        """
        with told(path), self._holding(real) as (folder, name):
            check()
            if not stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                os.unlink(name, dir_fd=folder)
                return
            try:
                take_folder(folder, name)
            except OSError as error:
                why = error.strerror or type(error).__name__
                raise Failed(f"{path}: not all of it could be deleted ({why}); the rest is still there") from None

    def entries(self, path: str) -> tuple[FileEntry, ...]:
        """What lies directly in the folder, by name."""
        virtual, real = normal(path), self.real(path)
        with told(virtual):
            if not stat.S_ISDIR(os.stat(real).st_mode):
                raise WrongKind(f"{virtual} is a file, not a folder")
            lies = self.lies(real)
            found = (self._entry(virtual, lies, seen) for seen in self.scan(real))
            return tuple(sorted(found, key=lambda entry: entry.path))

    def _entry(self, folder: str, folder_lies: str, seen: SeenFile) -> FileEntry:
        is_folder = stat.S_ISDIR(seen.status.st_mode)
        size = 0 if is_folder else seen.status.st_size
        lies = self.lies(seen.real) if seen.link else ""
        path = joined(folder, printable(seen.name))
        unnamed = "" if _named(seen.name) else joined(folder, seen.name)
        place = joined(folder_lies, printable(seen.name)) if folder_lies != folder else ""
        return FileEntry(path, is_folder, size, lies, seen.status.st_mtime, unnamed, place)

    def scan(self, real: str) -> list[SeenFile]:
        """What lies in a folder, by its real place. Raises OSError, of what is none too, and what `real` does not."""
        root, inside, found = self.root(), os.path.join(real, ""), list[SeenFile]()
        with self._listing(real, root) as (folder, entries):
            for entry in filter(lambda entry: self.shows(entry.name), entries):
                if ours(entry.name):
                    tidy(folder, entry.name)
                    continue
                place = f"{inside}{entry.name}"
                status = seen(root, entry, place)
                if status is not None:
                    link = entry.is_symlink()
                    found.append(SeenFile(entry.name, status, os.path.realpath(place) if link else place, link))
        return [one for one in found if self._belongs(one.real, root)]

    def kinds(self, real: str) -> list[Kind]:
        """The same by name, of files and of folders that are no links, without a look at each."""
        root, inside, found, shows = self.root(), os.path.join(real, ""), list[Kind](), self.shows
        apart = {os.path.basename(other) for other in self._without if os.path.dirname(root + other) == real}
        with self._listing(real, root) as (folder, entries):
            for entry in entries:
                name = entry.name
                if not shows(name) or name in apart:
                    continue
                if ours(name):
                    tidy(folder, name)
                    continue
                if entry.is_symlink():
                    status = seen(root, entry, f"{inside}{name}")
                    lies = os.path.realpath(f"{inside}{name}")
                    if status is not None and stat.S_ISREG(status.st_mode) and self._belongs(lies, root):
                        found.append((name, False, lies))
                elif entry.is_dir(follow_symlinks=False):
                    found.append((name, True, ""))
                elif entry.is_file(follow_symlinks=False):
                    found.append((name, False, ""))
        found.sort()
        return found

    @contextmanager
    def _listing(self, real: str, root: str) -> Iterator[tuple[int, Iterator["os.DirEntry[str]"]]]:
        """The folder, and what lies in it, as long as it is open. Raises OSError, also while it is read."""
        with self._holding(real, root=root) as (above, name):
            folder = _opened(above, name, LISTED) if name else os.open(real, LISTED)
            try:
                with os.scandir(folder) as scan:
                    yield folder, scan
            finally:
                os.close(folder)

    def _belongs(self, real: str, root: str) -> bool:
        """Is what really lies there to be found? It may be what a link leads to."""
        return not any(below(root + other, real) for other in self._without)

    @contextmanager
    def _holding(self, real: str, make: bool = False, root: str = "") -> Iterator[tuple[int, str]]:
        """The folder that a resolved path is in, and its name there, which is empty for the root. No link is followed
        on the way: there were none when it was resolved. Folders are made if `make`; `root` is where the tree lies, if
        that is known. Raises OSError.
        """
        root = root or self.root()
        *folders, name = real[len(root) :].strip("/").split("/")
        here = os.open(root, _PASSED)
        try:
            for folder in folders:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(folder, dir_fd=here)
                below = _opened(here, folder, _PASSED)
                os.close(here)
                here = below
            if make and not name:
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            yield here, name
        finally:
            os.close(here)


def _opened(above: int, name: str, flags: int) -> int:
    """A folder in a folder. Raises OSError, ELOOP for a link."""
    try:
        return os.open(name, flags, dir_fd=above)
    except NotADirectoryError:
        if stat.S_ISLNK(os.stat(name, dir_fd=above, follow_symlinks=False).st_mode):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None
        raise


def _named(name: str) -> bool:
    """Is there a path with that in it?"""
    return printable(name) == name and "\\" not in name


def seen(root: str, entry: "os.DirEntry[str]", place: str = "") -> os.stat_result | None:
    """What a folder's entry is, links followed; `place` is where it lies, if the entry does not know.

    None for what is not shown: links out of the tree, in circles or to nowhere, and what is ours.
    """
    if ours(entry.name):
        return None
    try:
        if entry.is_symlink() and not within(root, os.path.realpath(place or entry.path)):
            return None
        return entry.stat()
    except OSError:
        return None


class OthersDisk(Disk):
    """What others keep in order: nothing is made there, and what is hidden is not found. It has to lie in the folder
    `bounds`, also if somebody puts a link in its place.
    """

    def __init__(self, root: Path, at: str = "/", bounds: Path = Path("/")) -> None:
        super().__init__(root, at)
        self._bounds = bounds

    def root(self) -> str:
        with told(self.at):
            real = os.path.realpath(self._given)
            os.stat(real)
        if not within(os.path.realpath(self._bounds), real):
            raise AccessRefused(f"{self.at} leads out of the files by a link")
        return real

    def real(self, path: str) -> str:
        virtual, real = normal(path), super().real(path)
        if not all(map(self.shows, virtual[len(self.at) :].split("/"))) or not self._belongs(real, self.root()):
            raise Missing(f"{virtual} does not exist")
        return real

    def _belongs(self, real: str, root: str) -> bool:
        return all(map(self.shows, real[len(root) :].split("/")))

    def shows(self, name: str) -> bool:
        return not name.startswith(".")


def below(folder: str, path: str) -> bool:
    """Is the path the folder, or of something in it?"""
    return folder == "/" or path == folder or path.startswith(f"{folder}/")


def within(root: str, real: str) -> bool:
    return os.path.commonpath([root, real]) == root


def text_of(path: str, data: bytes) -> str:
    """Raises UnreadableFile for what is not text in UTF-8. A byte order mark stays in it."""
    if encoding := _wide(data):
        raise UnreadableFile(f"{path} is text in {encoding}, and I read UTF-8: {_CONVERT.format(encoding)}")
    if b"\0" in data:
        raise UnreadableFile(f"{path} is a binary file, not text")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise UnreadableFile(
            f"{path} is not text in UTF-8. If it is text in another encoding, {_CONVERT.format('WINDOWS-1252')}"
        ) from None


def _wide(data: bytes) -> str:
    """The encoding of a text whose characters have two or four bytes each, as a byte order mark or its zeros tell;
    empty for others.
    """
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return encoding
    begin = data[:_LOOKED_AT]
    for encoding, zeros, others in (("UTF-16LE", begin[1::2], begin[::2]), ("UTF-16BE", begin[::2], begin[1::2])):
        if len(begin) > 1 and 0 not in others and zeros.count(0) > 0.9 * len(zeros):
            return encoding
    return ""


def bytes_of(path: str, text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise UnreadableFile(f"the text for {path} has half a character in it (a lone surrogate)") from None


@contextmanager
def told(path: str) -> Iterator[None]:
    """What the system says of a file becomes a FilesError that calls it `path`, without a trace of its real place."""
    try:
        yield
    except OSError as error:
        raise _as_told(path, error) from None


def _as_told(path: str, error: OSError) -> FilesError:
    match error.errno:
        case errno.ENOENT:
            return Missing(f"{path} does not exist")
        case errno.EISDIR:
            return WrongKind(f"{path} is a folder, not a file")
        case errno.ENOTDIR | errno.EEXIST:
            return WrongKind(f"{path} lies below something that is a file, not a folder")
        case errno.ELOOP:
            return Looped(f"{path}: its links go in a circle")
        case errno.EACCES | errno.EPERM:
            return Forbidden(f"{path}: I may not open or change it ({error.strerror})")
        case _:
            return Failed(f"{path}: {error.strerror or type(error).__name__}")


def _regular(path: str, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise WrongKind(f"{path} is a folder, not a file")
    if not stat.S_ISREG(status.st_mode):
        raise WrongKind(f"{path} is a pipe, a socket or a device, not a file")
