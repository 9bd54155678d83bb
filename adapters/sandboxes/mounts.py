"""What a command finds of the files and beside them, as mounts: one list, whichever sandbox makes them."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from harness.toolbox.shell import Hidden, ShellError, above

_SETTINGS = ("config", "config.worktree", "commondir")
"""Of a repository (gitrepository-layout(5))."""


@dataclass(frozen=True, slots=True)
class Mounted:
    """What a command finds `at` that path: the file or folder that lies at `source`, or, without one, an empty folder
    to which only other mounts add anything.
    """

    at: str
    source: str = ""
    writable: bool = False


def mounts(folder: Path, at: str, hidden: Hidden) -> list[Mounted]:
    """All of `folder` at that path, but for what is hidden, and what lies beside it; outer ones before inner ones, and
    one at a place. Makes the folders that are to be kept empty. Raises ShellError for what has become a link, and
    OSError.
    """
    root = os.path.realpath(folder)
    hidden = replace(hidden, folders=tuple(path for path in hidden.folders if _is_folder(root + path)))
    found = {at: Mounted(at, root, hidden.changes("/"))}
    for path, changed in _apart(root, hidden):
        if hidden.sees(path):  # what is mounted in a hidden folder would be seen
            found[at + path] = Mounted(at + path, root + path, changed)
    for path in hidden.folders:
        found[at + path] = Mounted(at + path)
    for path in hidden.but:
        if os.path.exists(root + path) and _is_itself(root + path) and hidden.sees(path):
            found[at + path] = Mounted(at + path, root + path, hidden.changes(path))
    for path in hidden.files:
        if _is_file(root + path) and hidden.sees(path):
            found[at + path] = Mounted(at + path, os.devnull)
    for mount in hidden.beside:
        found[mount.at] = Mounted(mount.at, mount.folder, mount.writable)
        for path in above(mount.hidden):  # what is mounted cannot be moved to where the next command would see it
            if _is_folder(os.path.realpath(mount.folder) + path):
                found[mount.at + path] = Mounted(mount.at + path, mount.folder + path, mount.writable)
        for path in mount.hidden:
            nothing = "" if os.path.isdir(mount.folder + path) else os.devnull
            found[mount.at + path] = Mounted(mount.at + path, nothing)
    return [found[place] for place in sorted(found)]


def _apart(root: str, hidden: Hidden) -> Iterator[tuple[str, bool]]:
    """What is mounted anew so that a command does not change or move it, each with whether it may be changed."""
    hidden = replace(hidden, kept=(*hidden.kept, *_run_outside(root)))
    found = [(path.rstrip("/"), changed) for path, changed in hidden.bound()]
    for path, changed in found:
        if os.path.realpath(root + path) != root + path:
            raise ShellError(f"the command was not started: {path} has just become a link, and rules are on it")
        if not changed and not os.path.exists(root + path):
            _make(root, path)
    # Not before all are there: a folder around what is kept would be missed, and be moved.
    yield from (one for one in found if os.path.exists(root + one[0]))


def _make(root: str, path: str) -> None:
    try:
        os.makedirs(root + path)
    except (NotADirectoryError, FileExistsError):
        raise ShellError(
            f"the command was not started: rules keep {path} from being written, and a file stands where its folder "
            "would be: move that file"
        ) from None
    except PermissionError:
        raise ShellError(
            f"the command was not started: rules keep {path} from being written, and I may not make that folder: make "
            "it, or let the rule name a folder that is there"
        ) from None


def _run_outside(root: str) -> Iterator[str]:
    """What somebody's git outside would run, as far as mounts can hold that: the hooks of repositories that the files
    are, or that lie right in them, also where there are none yet; and of the one that the files are what says where
    those and its settings are.
    """
    with os.scandir(root) as entries:
        within = sorted(f"/{one.name}" for one in entries if one.is_dir(follow_symlinks=False))
    for repository in ("", *within):
        folder = f"{repository}/.git"
        if _is_folder(root + folder):
            found = [f"{folder}/hooks"]
            if not repository:
                found += [each for name in _SETTINGS if os.path.exists(root + (each := f"{folder}/{name}"))]
            yield from (each for each in found if _is_itself(root + each))
        elif not repository and os.path.isfile(root + folder) and _is_itself(root + folder):
            yield folder


def _is_folder(path: str) -> bool:
    return os.path.isdir(path) and _is_itself(path)


def _is_file(path: str) -> bool:
    """True for a file or a socket. Nothing answers on the mount that covers a socket."""
    return os.path.isfile(path) or (os.path.lexists(path) and stat.S_ISSOCK(os.lstat(path).st_mode))


def _is_itself(path: str) -> bool:
    return os.path.realpath(path) == path
