"""Folders in folders, however deep: looked through, and taken away. All of it blocks.

Nothing here calls itself, holds on to more than one folder, or uses a path that might be too long: it goes down by
names, follows no link, and comes up by `..`, where it has to find what it came from.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

LISTED = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Visit(NamedTuple):
    """One folder on the way.

    Attributes:
        way: the names that lead to it; it is another one as soon as it goes on
        here: the folder, open as long as it is the last
        entries: what lies in it, and what each is
        folders: those of them that come next; whoever takes one out keeps it from being looked into
    """

    way: Sequence[str]
    here: int
    entries: Sequence[tuple[str, os.stat_result]]
    folders: list[str]

    def path(self, name: str) -> str:
        """That of one of its entries, from where it began, with a slash before each name."""
        return "".join(f"/{each}" for each in (*self.way, name))


class _Level(NamedTuple):
    """A folder on the way: which it is, and those in it that are still to be looked into."""

    status: os.stat_result
    folders: list[str]


Opening = Callable[[int | None, str], int | None]
"""Opens a folder in a folder, as `opened` does, or gives None. Raises OSError."""


def opened(above: int | None, name: str) -> int:
    """A folder in a folder. Raises OSError."""
    return os.open(name, LISTED, dir_fd=above)


def visited(
    above: int | None, name: str, opened: Opening = opened, left: Callable[[int, str], None] = lambda above, name: None
) -> Iterator[Visit]:
    """The folder of that name (a path, where `above` is None), and all below it, each before what is in it. What
    `opened` gives None for is passed over; `left` is told of each but the first once all in it was visited. Raises
    OSError, EBUSY where somebody moves folders meanwhile.
    """
    here = opened(above, name)
    if here is None:
        return
    way, levels = list[str](), list[_Level]()
    try:
        yield _entered(here, way, levels)
        while levels:
            folders = levels[-1].folders
            if folders:
                inside = opened(here, name := folders.pop())
                if inside is not None:
                    way.append(name)
                    here = _instead(here, inside)
                    yield _entered(here, way, levels)
                continue
            levels.pop()
            if levels:
                here = _instead(here, _up(here, levels[-1].status))
                left(here, way.pop())
    finally:
        os.close(here)


def take_away(above: int | None, name: str) -> None:
    """The folder of that name is gone with all in it, also where its owner may not look into it. Raises OSError; what
    is left then is where it was.
    """
    for visit in visited(above, name, _opened_by_force, lambda above, name: os.rmdir(name, dir_fd=above)):
        for each, status in visit.entries:
            if not stat.S_ISDIR(status.st_mode):
                os.unlink(each, dir_fd=visit.here)
    os.rmdir(name, dir_fd=above)


def _entered(here: int, way: list[str], levels: list[_Level]) -> Visit:
    """The folder that is open `here`, as the last of the `levels` from now on. Raises OSError."""
    entries = tuple(_entries(here))
    folders = [name for name, status in entries if stat.S_ISDIR(status.st_mode)]
    levels.append(_Level(os.fstat(here), folders))
    return Visit(way, here, entries, folders)


def _entries(here: int) -> Iterator[tuple[str, os.stat_result]]:
    """What is gone meanwhile is left out."""
    for name in os.listdir(here):
        try:
            yield name, os.stat(name, dir_fd=here, follow_symlinks=False)
        except FileNotFoundError:
            continue


def _up(here: int, status: os.stat_result) -> int:
    """The folder that it lies in, which has to be that one."""
    above = opened(here, "..")
    if not os.path.samestat(os.fstat(above), status):
        os.close(above)
        raise OSError(errno.EBUSY, "somebody moves folders meanwhile")
    return above


def _instead(here: int, other: int) -> int:
    """The `other` one, in place of the one that is closed."""
    os.close(here)
    return other


def _opened_by_force(above: int | None, name: str) -> int:
    """As `opened`, also where its owner may not look into it or change it: who owns it, and nobody else, may from then
    on. A link that has taken its place meanwhile is not followed. Raises OSError.
    """
    try:
        here = opened(above, name)
    except PermissionError:
        passed = os.open(name, getattr(os, "O_PATH", os.O_RDONLY) | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=above)
        try:
            os.chmod(f"/proc/self/fd/{passed}", 0o700)
        finally:
            os.close(passed)
        here = opened(above, name)
    if os.fstat(here).st_mode & 0o300 != 0o300:
        os.fchmod(here, 0o700)
    return here
