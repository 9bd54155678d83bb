"""Disarms what a command left behind that would act outside of its sandbox: setuid programs, folders that hand on
their group, sockets, and git's hooks and settings that run programs. Also finds the sockets that it must not reach,
and the files that changed. All functions block.

Another command may move folders meanwhile, so each change opens its folders one by one and follows no link.
"""

import errno
import os
import socket
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from adapters.sandboxes.git_config import without_programs
from harness.files.paths import printable

NAMED = 5
"""Maximum number of paths that a note names."""
LARGEST = 1_000_000
"""Characters of a config file that are read."""
_CONFIGS = ("config", "config.worktree")
_O_PATH = getattr(os, "O_PATH", os.O_RDONLY | os.O_NONBLOCK)


@dataclass(frozen=True, slots=True)
class Repository:
    """Where git takes programs from: the lines of each config file, and each hook with its identity (`_identity`)."""

    lines: Mapping[str, frozenset[str]] = field(default_factory=dict)
    hooks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Before:
    """What a folder had when a command began, by path: its sockets, its repositories, and the folders with a setgid
    bit, which hand on their group.
    """

    sockets: tuple[str, ...]
    repositories: Mapping[str, Repository]
    shared: frozenset[str] = frozenset()


def look(folder: Path) -> Before:
    """Call this before a command starts. Unreadable folders are skipped."""
    sockets, repositories, shared = list[str](), dict[str, Repository](), set[str]()
    for path, entries in _folders(folder):
        sockets += _sockets(path, entries)
        if _is_repository(entries):
            repositories[path] = _repository(folder, path)
        if _privileged(folder, path):
            shared.add(path)
    return Before(tuple(sockets), repositories, frozenset(shared))


def settle(folder: Path, before: Before) -> tuple[str, ...]:
    """Disarms what would act outside, and returns a note on each kind of change."""
    special, programs, hooks, sockets, shared = list[str](), list[str](), list[str](), list[str](), before.shared
    for path, entries in _folders(folder):
        privileged, listening = _special(path, entries)
        special += [one for one in privileged if _limit(folder, one, 0o6000)]
        if path not in shared and _privileged(folder, path):
            if path and path.rpartition("/")[0] in shared:  # it inherited the bit (inode(7))
                shared |= {path}
            elif _limit(folder, path, 0o6000):
                special.append(path or "/")
        sockets += [one for one in listening if one not in before.sockets and _removed(folder, one)]
        if _is_repository(entries):
            known = before.repositories.get(path, Repository())
            programs += _disarmed(folder, path, known)
            hooks += _unhooked(folder, path, known)
    notes = (
        _note("I cleared the setuid and setgid bits of", special),
        _note("I removed sockets of programs that have ended:", sockets),
        _note("I switched off git settings that run programs; only a person may add those:", programs),
        _note("I made git hooks non-executable; only a person may enable those:", hooks),
    )
    return tuple(filter(None, notes))


def cleared(folder: Path) -> None:
    """Clears setuid and setgid bits in a thread's own folder."""
    for path, entries in _folders(folder):
        for one in _special(path, entries)[0]:
            _limit(folder, one, 0o6000)
        if _privileged(folder, path):
            _limit(folder, path, 0o6000)


class Changes:
    """What changed among the files. Implements `harness.toolbox.outside_files.Disk`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def folders(self) -> Mapping[int, str] | None:
        found, left = dict[int, str](), [""]
        while left:
            above = left.pop()
            if (entries := _entries(f"{self._folder}{above}")) is None:
                return None
            inside = {one.inode(): f"{above}/{one.name}" for one in entries if _is_folder(one)}
            found |= inside
            left += inside.values()
        return found

    def since(self, time: float, before: Mapping[int, str] | None = None) -> tuple[str, ...]:
        return changed_since(self._folder, time, before)

    def missing(self, paths: Iterable[str]) -> frozenset[str]:
        return frozenset(path for path in paths if self._gone(path))

    def _gone(self, path: str) -> bool:
        try:
            os.lstat(f"{self._folder}{path.rstrip('/')}")
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False  # in a folder that can't be read
        return False


def changed_since(folder: Path, since: float, before: Mapping[int, str] | None = None) -> tuple[str, ...]:
    """Files changed, moved or made since then, in seconds since the epoch, by the kernel's time: no command sets it.
    `before` has the folders of that time by inode. A folder that was moved, or that can't be read any more, stands for
    everything in it; a new one is listed by its name alone, with a slash at its end. Without `before`, each folder that
    changed stands for everything in it: renaming a folder changes nothing in it.
    """
    found, left = list[str](), [""]
    while left:
        above = left.pop()
        if (entries := _entries(f"{folder}{above}")) is None and not above:
            return ("/",)
        for one in entries or ():
            path = f"{above}/{one.name}"
            with suppress(OSError):
                status = one.stat(follow_symlinks=False)
                changed = status.st_ctime >= since
                if not stat.S_ISDIR(status.st_mode):
                    found += [path] if changed else []
                elif (changed and (before is None or not os.access(one.path, os.R_OK | os.X_OK))) or (
                    before is not None and before.get(one.inode(), path) != path
                ):
                    found.append(path)
                else:
                    found += [f"{path}/"] if before is not None and one.inode() not in before else []
                    left.append(path)
    return tuple(found)


def _entries(folder: str) -> list["os.DirEntry[str]"] | None:
    """None if the folder can't be read."""
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return None


def _folders(folder: Path) -> Iterator[tuple[str, list["os.DirEntry[str]"]]]:
    """Each folder, by its path within `folder`, and its entries. Unreadable folders are skipped."""
    left = [""]
    while left:
        path = left.pop()
        if (entries := _entries(f"{folder}{path}")) is None:
            continue
        left += [f"{path}/{one.name}" for one in entries if _is_folder(one)]
        yield path, entries


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _plain(entry: "os.DirEntry[str]") -> bool:
    """True for a file, a folder or a link, by the folder's own listing: no call for each entry."""
    try:
        return entry.is_file(follow_symlinks=False) or _is_folder(entry) or entry.is_symlink()
    except OSError:
        return True


def _sockets(path: str, entries: list["os.DirEntry[str]"]) -> list[str]:
    return _special(path, [one for one in entries if not _plain(one)])[1]


def _special(path: str, entries: list["os.DirEntry[str]"]) -> tuple[list[str], list[str]]:
    """Paths of files with a setuid or setgid bit, and of sockets."""
    privileged, sockets = list[str](), list[str]()
    for one in entries:
        try:
            mode = one.stat(follow_symlinks=False).st_mode
        except OSError:
            continue
        if mode & 0o6000 and stat.S_ISREG(mode):
            privileged.append(f"{path}/{one.name}")
        elif stat.S_ISSOCK(mode):
            sockets.append(f"{path}/{one.name}")
    return privileged, sockets


def _removed(folder: Path, path: str) -> bool:
    """Removes a socket if nobody listens. False if somebody does: a program of the machine, or another command."""
    above, _, name = path.rpartition("/")
    try:
        with _opened(folder, above) as here, socket.socket(socket.AF_UNIX) as asked:
            asked.setblocking(False)
            if asked.connect_ex(f"/proc/self/fd/{here}/{name}") != errno.ECONNREFUSED:
                return False
            os.unlink(name, dir_fd=here)
    except OSError:
        return False
    return True


def _privileged(folder: Path, path: str) -> bool:
    """True if that folder has a setuid or setgid bit."""
    try:
        return bool(os.lstat(f"{folder}{path}").st_mode & 0o6000)
    except OSError:
        return False


def _is_repository(entries: list["os.DirEntry[str]"]) -> bool:
    """True if git takes the folder for a repository, whatever its name (gitrepository-layout(5))."""
    names = {one.name for one in entries}
    return "HEAD" in names and not names.isdisjoint(("objects", "commondir"))


def _repository(folder: Path, path: str) -> Repository:
    lines, hooks = dict[str, frozenset[str]](), dict[str, tuple[int, ...]]()
    with suppress(OSError), _opened(folder, path) as here:
        for name in _CONFIGS:
            with suppress(OSError):
                lines[name] = frozenset(_read(here, name).splitlines())
        hooks = dict(_hooks(here))
    return Repository(lines, hooks)


def _hooks(here: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Hooks that git would run. A `hooks` that is a link comes alone, under an empty name."""
    with suppress(OSError):
        if stat.S_ISLNK((status := os.stat("hooks", dir_fd=here, follow_symlinks=False)).st_mode):
            yield "", _identity(status)
            return
        hooks = os.open("hooks", os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
        try:
            for name in sorted(os.listdir(hooks)):
                with suppress(FileNotFoundError):  # another command may remove it meanwhile
                    status = os.stat(name, dir_fd=hooks, follow_symlinks=False)
                    file = stat.S_ISREG(status.st_mode) and status.st_mode & 0o111
                    if (file or stat.S_ISLNK(status.st_mode)) and not name.endswith(".sample"):
                        yield name, _identity(status)
        finally:
            os.close(hooks)


def _identity(status: os.stat_result) -> tuple[int, ...]:
    """Differs once the file was replaced or changed in any way."""
    return status.st_ino, status.st_ctime_ns, status.st_size, status.st_mode


def _disarmed(folder: Path, path: str, known: Repository) -> Iterator[str]:
    """Switches off new lines that run programs in a repository's config files, and yields what it changed."""
    with suppress(OSError), _opened(folder, path) as here:
        for name in _CONFIGS:
            with suppress(OSError):  # gone, or a link since
                if stat.S_ISLNK(os.stat(name, dir_fd=here, follow_symlinks=False).st_mode):
                    os.unlink(name, dir_fd=here)
                    yield f"{path}/{name} (a link)"
                    continue
                text = _read(here, name)
                left, keys = without_programs(text, known.lines.get(name, frozenset()))
                if keys:
                    _replace(here, name, left)
                    yield f"{path}/{name} ({', '.join(keys)})"


def _unhooked(folder: Path, path: str, known: Repository) -> Iterator[str]:
    """Takes new hooks out of use, and yields their paths."""
    with suppress(OSError), _opened(folder, path) as here:
        for name, identity in list(_hooks(here)):
            if known.hooks.get(name) == identity:
                continue
            if not name:
                os.unlink("hooks", dir_fd=here)
                yield f"{path}/hooks (a link)"
            elif stat.S_ISLNK(identity[-1]):
                with suppress(FileNotFoundError), _opened(folder, f"{path}/hooks") as hooks:
                    os.unlink(name, dir_fd=hooks)
                    yield f"{path}/hooks/{name} (a link)"
            elif _limit(folder, f"{path}/hooks/{name}", 0o111):
                yield f"{path}/hooks/{name}"


def _limit(folder: Path, path: str, bits: int) -> bool:
    """Clears these mode bits of a file or folder. False if it is gone or isn't ours."""
    above, _, name = path.rpartition("/")
    try:
        with _opened(folder, above) as here:
            file = os.open(name or ".", _O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
            try:
                mode = os.fstat(file).st_mode
                if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                    return False
                os.chmod(f"/proc/self/fd/{file}", stat.S_IMODE(mode) & ~bits)
            finally:
                os.close(file)
    except OSError:
        return False
    return True


def _read(here: int, name: str) -> str:
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=here)
    with open(file, encoding="utf-8", errors="surrogateescape", newline="") as text:
        read = text.read(LARGEST + 1)
    return read if len(read) <= LARGEST else f"{read}\0"  # too long to be read: nothing of it is trusted


def _replace(here: int, name: str, text: str) -> None:
    """Writes the file beside itself first, so git never reads half of it."""
    part = f"{name}.deskmate"
    with suppress(FileNotFoundError):
        os.unlink(part, dir_fd=here)
    file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644, dir_fd=here)
    with open(file, "w", encoding="utf-8", errors="surrogateescape") as written:
        written.write(text)
    os.rename(part, name, src_dir_fd=here, dst_dir_fd=here)


@contextmanager
def _opened(folder: Path, path: str) -> Iterator[int]:
    """Opens the folder at that path, following no link. Raises OSError."""
    here = os.open(folder, _O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for name in filter(None, path.split("/")):
            inside = os.open(name, _O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
            os.close(here)
            here = inside
        yield here
    finally:
        os.close(here)


def _note(what: str, paths: list[str]) -> str:
    if not paths:
        return ""
    more = f" and {len(paths) - NAMED} more" if len(paths) > NAMED else ""
    return f"{what} {', '.join(map(printable, paths[:NAMED]))}{more}."
