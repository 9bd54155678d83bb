"""Programs elsewhere than in /usr, for a command to find: what of the folders on its PATH it is shown, and no more.
What stands beside such a folder is often somebody's: `~/.local/bin` beside `~/.local/share`, `/srv/app/bin` beside
`.env`.
"""

import os
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path

_PROGRAMS = frozenset({"bin", "sbin", "shims"})
_BESIDE = (
    "bin", "sbin", "lib", "lib32", "lib64", "libexec", "include", "share", "pyvenv.cfg",
    "versions", "version", "installs", "plugins",  # pyenv and its like, asdf
    "Cellar", "opt",  # Homebrew
)  # fmt: skip
"""What of the folder around programs they may need to run."""
_DATA = ("share",)
"""What of it is people's data in `~/.local` (XDG Base Directory Specification)."""
_SYSTEM = re.compile(r"/(usr|bin|sbin|lib|lib32|lib64|libx32)(/|$)")
_MOST = 500
"""Programs of a folder that are looked at."""


def programs(path: str, folder: Path, private: Sequence[str] = ()) -> dict[str, str]:
    """By where it is shown, what really lies there: folders and files, of each one with nothing of another in it. Never
    a home, what is `private` or what the files are in, as a whole, nor anything in the files.
    """
    return {place: os.path.realpath(place) for place in _Shown(folder, private).of(path.split(":"))}


def in_system(place: str) -> bool:
    """Is it seen with the system's own?"""
    return _SYSTEM.match(place) is not None


class _Shown:
    """Which folders and files a command is shown."""

    def __init__(self, folder: Path, private: Sequence[str]) -> None:
        home = Path.home()
        files = Path(os.path.realpath(folder))
        known = (folder.absolute(), files, home, home.resolve(), *map(Path, private))
        self._never = {"/root", *(str(each) for one in known for each in (one, *one.parents))}
        self._files, self._private = f"{files}/", private

    def of(self, path: Collection[str]) -> list[str]:
        """What the folders on `path` come to: those that are for programs, with what these need beside them; of others
        only the programs; and where links among them lead. None lies in another.
        """
        found = dict[str, None]()
        left = [os.path.normpath(one) for one in path if os.path.isabs(one)]
        while left:
            one = left.pop(0)
            if one not in found and os.path.isdir(one) and self._may_be_shown(one) and not _in_any(one, found):
                shown, further = self._of_folder(one)
                found |= dict.fromkeys(shown)
                left += further
        return [one for one in found if not _in_any(os.path.dirname(one), found)]

    def _of_folder(self, folder: str) -> tuple[list[str], list[str]]:
        """What of a folder on the path is shown, or for it; and the folders of programs to which links in it lead."""
        whole = os.path.basename(folder) in _PROGRAMS
        shown = [folder, *self._beside(os.path.dirname(folder))] if whole else []
        further = [real] if (real := os.path.realpath(folder)) != folder else []
        for program, link in islice(_executables(folder), _MOST):
            if not whole:
                shown.append(program)
            target = os.path.realpath(program) if link else ""
            place = os.path.dirname(target)
            if os.path.basename(place) in _PROGRAMS:
                further.append(place)
            elif os.path.isfile(target) and self._may_be_shown(target):
                shown.append(target)
        return shown, further

    def _beside(self, around: str) -> Iterator[str]:
        if not self._may_be_shown(around):
            return
        for name in _BESIDE:
            place = f"{around}/{name}"
            if (
                os.path.exists(place)
                and self._may_be_shown(place)
                and not (name in _DATA and around.endswith("/.local"))
            ):
                yield place

    def _may_be_shown(self, place: str) -> bool:
        real = os.path.realpath(place)
        if real in self._never or place in self._never or f"{real}/".startswith(self._files):
            return False
        if in_system(real) and not _in_any(real, self._private):
            return False
        return not re.fullmatch(r"/[^/]+|/home/[^/]+", real)


def _executables(folder: str) -> Iterator[tuple[str, bool]]:
    """With whether each is a link."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                link = entry.is_symlink()
                if link or (entry.is_file() and os.access(entry.path, os.X_OK)):
                    yield entry.path, link
    except OSError:
        return


def _in_any(place: str, folders: Collection[str]) -> bool:
    return any(place == each or place.startswith(f"{each}/") for each in folders)
