"""The port to where commands run."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal, Protocol, TypeVar

from harness.files.scratch import FOLDER as SCRATCH

T = TypeVar("T")

LONGEST_OUTPUT = 9_900_000
"""Bytes of a command's output that are kept: with what is said around it, less than the runner lets a result have."""


class ShellError(Exception):
    """The command could not be started; it has done nothing. The message is for the model to read."""


@dataclass(frozen=True, slots=True)
class Isolation:
    """What a command may see and reach there.

    Attributes:
        sandbox: what keeps it in, by its name; empty where nothing does, and it may do all that we may
        network: may it speak to other machines?
        environment: names of variables of ours that it sees, beside PATH, LANG and the like
        memory: bytes that it may use in all, and processes at once; 0 where nothing holds it
        held_each: is `memory` what each of its processes may use, since nothing here counts them together?
    """

    sandbox: str = ""
    network: bool = True
    environment: tuple[str, ...] = ()
    memory: int = 0
    processes: int = 0
    held_each: bool = False


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder of this machine that a command finds `at` that path, beside the files. What is `hidden` of it, by paths
    within it, is not seen.
    """

    at: str
    folder: str
    writable: bool = False
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hidden:
    """What of the files a command does not see, by normal paths: `folders`, all but what of them is in `but`, and
    single `files`; and what it sees and does not change: what is `kept`, files and whole folders, but what of these is
    `changed`. Of two that lie within each other the inner counts. And what it finds `beside` the files. Of the folders,
    those `unseen` are hidden as a whole since they hold too much to look through.
    """

    folders: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    beside: tuple[Mount, ...] = ()
    unseen: tuple[str, ...] = ()

    @property
    def scratch(self) -> Mount | None:
        """Its folder for what is its thread's own, if there is one."""
        return next((mount for mount in self.beside if mount.at == SCRATCH), None)

    def changes(self, path: str) -> bool:
        """May a command change what lies there?"""
        inner = _innermost(path, (*self.kept, *self.changed))
        return not inner or inner in self.changed

    def sees(self, path: str) -> bool:
        """Does a command see what lies there? What is named as hidden is, though it is in `but` as well."""
        return _innermost(path, (*self.folders, *self.but)) not in self.folders

    def bound(self) -> Iterator[tuple[str, bool]]:
        """The paths that a sandbox mounts anew for that, outer ones before inner ones, each with whether a command may
        change it. Among them are the folders around what is kept or not seen: what is mounted cannot be moved, and what
        was moved would be found where no rule keeps it.
        """
        named = {*self.kept, *self.changed}
        around = above((*named, *self.folders, *self.files))
        for path in sorted({*named, *filter(self.changes, around)}):
            yield path, self.changes(path)


NOTHING_HIDDEN = Hidden()


def above(paths: Iterable[str]) -> set[str]:
    """The folders in which they lie, but for the root."""
    return {str(each) for path in paths for each in PurePosixPath(path).parents[:-1]}


def _innermost(path: str, places: Iterable[str]) -> str:
    """Of them the innermost that is at that path, or around it; empty, if there is none."""
    return max((each for each in places if f"{path}/".startswith(f"{each.rstrip('/')}/")), key=len, default="")


@dataclass(frozen=True, slots=True)
class Completed:
    """How a command ended, and what it said: stdout and stderr as they came, LONGEST_OUTPUT bytes at most.

    Where it said more, the middle is left out, and the output says how much. `exit_code` is 128 and the number of a
    signal that ended it. A command that did not end by itself was killed: it `timed-out` (124), used more `memory` than
    it may or, by far too much output, `flooded`. `notes` are sentences about my changes after it.
    """

    exit_code: int
    output: str
    ended: Literal["exited", "timed-out", "flooded", "memory"] = "exited"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """A command that runs in the background. Cancelling `completed` ends it, with all that it has started; `said` is
    what it has said by now, as a Completed has it.
    """

    completed: "asyncio.Future[Completed]"
    said: Callable[[], str]


class Shell(Protocol):
    """Runs commands in the folder of the files, with nothing to read from stdin. By the variable SCRATCH they know the
    folder that is their thread's own, if there is one.
    """

    @property
    def isolation(self) -> Isolation: ...

    async def run(
        self, command: str, timeout: float, output: Callable[[str], None], hidden: Hidden = NOTHING_HIDDEN
    ) -> Completed:
        """Runs `command` with `sh` for `timeout` seconds at most, and hands what it says to `output` as it comes. In a
        sandbox it does not see what is `hidden`.

        What it leaves running in the background ends with it; so does all of it when this is cancelled, and when the
        program dies. Raises ShellError.
        """

    async def begin(self, command: str, timeout: float, hidden: Hidden = NOTHING_HIDDEN) -> Begun:
        """The same, without waiting for its end. It runs as soon as the caller lets others go on, so a caller can still
        cancel it unrun. Raises ShellError.
        """


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Awaits the work to its end, even if the caller is cancelled meanwhile; then raises CancelledError."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise
