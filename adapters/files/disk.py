"""A folder of this machine, seen from within: it takes paths of the tree and never says where the tree really lies.

All of it blocks.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from harness.files.errors import AccessRefused, Failed, FilesError, Looped, Missing, Unreadable, WrongKind
from harness.files.paths import joined, normal, printable
from harness.files.port import Entry

LARGEST = 20_000_000
"""Bytes of the largest file that is read whole."""

_TEMPORARY = ".deskmate-"
"""Files whose name begins so are being written; nobody is shown them."""


class Disk:
    """The root is made when it is first needed, and may be a link itself."""

    def __init__(self, root: Path) -> None:
        self._given = root

    def root(self) -> str:
        with told("/"):
            self._given.mkdir(parents=True, exist_ok=True)
            return os.path.realpath(self._given)

    def real(self, path: str) -> str:
        """Where it lies, or would lie, all links followed. Raises AccessRefused if that is not below the root."""
        virtual = normal(path)
        root = self.root()
        with told(virtual):
            real = os.path.realpath(root + virtual)
        if not within(root, real):
            raise AccessRefused(f"{virtual} leads out of the files by a link")
        return real

    def read_bytes(self, path: str, real: str) -> bytes:
        """The whole file; `path` is what messages call it. Pipes and devices, which could make it wait, are refused."""
        with told(path):
            # The links are followed already: one that appears only now leads nobody astray.
            descriptor = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with os.fdopen(descriptor, "rb") as file:
                status = os.fstat(descriptor)
                _regular(path, status)
                data = file.read(LARGEST + 1) if status.st_size <= LARGEST else b""
        if status.st_size > LARGEST or len(data) > LARGEST:
            size = max(status.st_size, len(data))
            raise Unreadable(f"{path} is too large to read whole: it has {size:,} bytes, and the most is {LARGEST:,}")
        return data

    def write_bytes(self, path: str, real: str, data: bytes) -> None:
        """Makes `data` the file, wholly or not at all; it is on the disk when this returns.

        The folders above it are made, and a file that exists keeps its permissions.
        """
        with told(path):
            mode = None
            with suppress(FileNotFoundError):
                status = os.stat(real)
                _regular(path, status)
                mode = stat.S_IMODE(status.st_mode)
                if not os.access(real, os.W_OK):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            folder = os.path.dirname(real)
            os.makedirs(folder, exist_ok=True)
            descriptor, temporary = _temporary(folder)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    if mode is not None:
                        os.fchmod(descriptor, mode)
                    file.write(data)
                    file.flush()
                    os.fsync(descriptor)
                os.replace(temporary, real)
            except BaseException:
                with suppress(OSError):
                    os.unlink(temporary)
                raise

    def entries(self, path: str) -> tuple[Entry, ...]:
        """What lies directly in the folder, by name."""
        virtual, root, real = normal(path), self.root(), self.real(path)
        found = []
        with told(virtual):
            if not stat.S_ISDIR(os.stat(real).st_mode):
                raise WrongKind(f"{virtual} is a file, not a folder")
            with os.scandir(real) as scan:
                for entry in scan:
                    status = seen(root, entry)
                    if status is not None:
                        folder = stat.S_ISDIR(status.st_mode)
                        name = joined(virtual, printable(entry.name))
                        found.append(Entry(name, folder, 0 if folder else status.st_size))
        return tuple(sorted(found, key=lambda entry: entry.path))


def seen(root: str, entry: "os.DirEntry[str]") -> os.stat_result | None:
    """What a folder's entry is, links followed.

    None for what is not shown: links out of the tree, in circles or to nowhere, and files half written.
    """
    if entry.name.startswith(_TEMPORARY):
        return None
    try:
        if entry.is_symlink() and not within(root, os.path.realpath(entry.path)):
            return None
        return entry.stat()
    except OSError:
        return None


def within(root: str, real: str) -> bool:
    return os.path.commonpath([root, real]) == root


def text_of(path: str, data: bytes) -> str:
    """Raises Unreadable for what is not text in UTF-8. A byte order mark stays in it."""
    if b"\0" in data:
        raise Unreadable(f"{path} is a binary file, not text")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is not text in UTF-8: it is a binary file, or in another encoding") from None


def bytes_of(path: str, text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise Unreadable(f"the text for {path} has half a character in it (a lone surrogate)") from None


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
        case _:
            return Failed(f"{path}: {error.strerror or type(error).__name__}")


def _regular(path: str, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise WrongKind(f"{path} is a folder, not a file")
    if not stat.S_ISREG(status.st_mode):
        raise WrongKind(f"{path} is a pipe, a socket or a device, not a file")


def _temporary(folder: str) -> tuple[int, str]:
    """A new file beside the one that it will take the place of, with the permissions of any new file."""
    for number in count():
        name = os.path.join(folder, f"{_TEMPORARY}{os.getpid()}-{number}.tmp")
        with suppress(FileExistsError):
            return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666), name
    raise AssertionError("count() never ends")
