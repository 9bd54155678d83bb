"""Files that are being written, and folders that are going, of which nobody is to see anything. All of it blocks.

Where the system can, a file has no name until it is whole: if we are killed meanwhile, nothing is left. Else, and for
the moment in which it takes the place of another, it has a name that is `ours`, and so has a folder that goes. What a
process that is no more has left by such a name is taken away by whoever comes upon it on the same machine. Of one on
another machine nobody knows whether it still works with that: it stays.
"""

import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from itertools import count
from platform import node

from adapters.files.nested import take_away

_PREFIX = ".deskmate-"
_NAME = re.compile(rf"{re.escape(_PREFIX)}([0-9a-f]{{8}})-([1-9][0-9]{{0,9}})-[0-9]+\.(?:tmp|gone)")
_DESCRIPTORS = "/proc/self/fd"
_NAMELESS = getattr(os, "O_TMPFILE", 0)
_numbers = count()
"""No two threads get the same."""
_in_use = set[tuple[int, int, str]]()
"""Names that this process works with, each with its folder."""


class _Unnamed(Exception):
    """A file without a name can be given none here."""


def ours(name: str) -> bool:
    """Is it one that nobody is shown?"""
    return name.startswith(_PREFIX)


def put(folder: int, name: str, data: bytes, mode: int | None, check: Callable[[], None], new: bool = False) -> None:
    """The file of that name in the folder holds `data`, wholly or not at all, with the permissions `mode` if they are
    given; it is on the disk by then. `check` is the last thing that is done before. Raises OSError; FileExistsError if
    it is to be `new`, and is there.
    """
    if _NAMELESS and os.path.isdir(_DESCRIPTORS):
        with suppress(_Unnamed):
            _put(folder, name, data, mode, check, new, nameless=True)
            return
    _put(folder, name, data, mode, check, new, nameless=False)


def take_folder(folder: int, name: str) -> None:
    """The folder of that name in it is gone with all in it, for whoever looks at once; where it cannot be renamed, as
    one of a container's image, bit by bit. Raises OSError; what is left then is there by its name.
    """
    with _a_name(folder, "gone") as away:
        try:
            os.rename(name, away, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            take_away(folder, name)
            return
        try:
            take_away(folder, away)
        except OSError:
            with suppress(OSError):
                os.rename(away, name, src_dir_fd=folder, dst_dir_fd=folder)
            raise


def tidy(folder: int, name: str) -> None:
    """What lies there by that name, which is `ours`, is gone, if nobody works with it any more."""
    known = _NAME.fullmatch(name)
    if known is None or known[1] != _machine() or _works(folder, name, int(known[2])):
        return
    with suppress(OSError):
        if stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            take_away(folder, name)
        else:
            os.unlink(name, dir_fd=folder)


def _put(
    folder: int, name: str, data: bytes, mode: int | None, check: Callable[[], None], new: bool, nameless: bool
) -> None:
    """As `put`, by a file that is `nameless` until it is whole: then it raises _Unnamed, too, with nothing changed."""
    with _a_name(folder, "tmp") as temporary:
        try:
            with os.fdopen(_begun(folder, "" if nameless else temporary), "wb") as file:
                if mode is not None:
                    os.fchmod(file.fileno(), mode)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                check()
                source = f"{_DESCRIPTORS}/{file.fileno()}" if nameless else temporary
                if new and _linked(folder, source, name, nameless):
                    return
                if nameless:
                    _linked(folder, source, temporary, nameless)
                os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(temporary, dir_fd=folder)


def _begun(folder: int, name: str) -> int:
    """A new file, with the permissions of any new one. Raises _Unnamed, if it has no name and must have one."""
    if name:
        return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666, dir_fd=folder)
    try:
        return os.open(".", _NAMELESS | os.O_WRONLY | os.O_CLOEXEC, 0o666, dir_fd=folder)
    except OSError as error:
        raise _Unnamed from error


def _linked(folder: int, source: str, name: str, nameless: bool) -> bool:
    """Gives a file that name, too, if no other has it. Where the disk cannot do that it raises _Unnamed for one that is
    `nameless`, and returns False for any other. Raises FileExistsError.
    """
    try:
        os.link(source, name, src_dir_fd=folder, dst_dir_fd=folder)
    except FileExistsError:
        raise
    except OSError as error:
        if nameless:
            raise _Unnamed from error
        return False
    return True


@contextmanager
def _a_name(folder: int, ending: str) -> Iterator[str]:
    """One that nothing has there, for as long as it is needed."""
    status = os.fstat(folder)
    for number in _numbers:
        name = f"{_PREFIX}{_machine()}-{os.getpid()}-{number}.{ending}"
        if _there(folder, name):
            continue
        known = (status.st_dev, status.st_ino, name)
        _in_use.add(known)
        try:
            yield name
        finally:
            _in_use.discard(known)
        return


def _there(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


@cache
def _machine() -> str:
    """Where the numbers of processes mean the same: a machine, or a container."""
    try:
        apart = os.readlink("/proc/self/ns/pid")
    except OSError:
        apart = ""
    return blake2b(f"{node()} {apart}".encode(errors="replace"), digest_size=4).hexdigest()


def _works(folder: int, name: str, process: int) -> bool:
    """Does whoever has chosen that name still work with it?"""
    if process == os.getpid():
        status = os.fstat(folder)
        return (status.st_dev, status.st_ino, name) in _in_use
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True
