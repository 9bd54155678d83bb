"""Control groups: what the processes of one command may use together, where we may make such groups (Linux,
cgroup-v2.rst, and cgroup-v1/pids.rst and memory.rst). Nothing else holds them together: RLIMIT_NPROC counts the
processes of a user, and root's not at all (setrlimit(2)); RLIMIT_AS and RLIMIT_DATA are each process's own.
"""

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_NEEDED = frozenset({"memory", "pids"})
_OURS = "deskmate"
"""Where we are ourselves, beside the groups of commands."""
_JOIN = (
    'n=$1; shift; while [ "$n" -gt 0 ]; do echo 0 >"$1/cgroup.procs" || exit 126; shift; n=$((n-1)); done; exec "$@"'
)
"""A shell puts itself there, and becomes the command."""
_NUMBERS = count(1)
_WAIT = 0.5
"""Seconds for the last process to be gone, after which a group is left to be found by the next of us."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of memory, and processes at once."""

    memory: int
    processes: int


@dataclass(frozen=True, slots=True)
class Group:
    """One command's. Its processes join all of `folders`: one, or with the first version one for each limit."""

    folders: tuple[Path, ...]

    @classmethod
    def made(cls, limits: Limits) -> "Group | None":
        """None, where no groups can be made. What holds only in part is none."""
        name = f"deskmate-{os.getpid()}-{next(_NUMBERS)}"
        group = cls(tuple(parent / name for parent in _parents()))
        if not group.folders:
            return None
        try:
            for folder in group.folders:
                folder.mkdir()
            group._limit(limits)
        except OSError:
            group.close()
            return None
        return group

    def _limit(self, limits: Limits) -> None:
        """Raises OSError."""
        for folder in self.folders:
            for name, value in (
                ("pids.max", limits.processes),
                ("memory.max", limits.memory),
                ("memory.swap.max", 0),
                ("memory.limit_in_bytes", limits.memory),
                ("memory.memsw.limit_in_bytes", limits.memory),
            ):
                if (folder / name).exists():
                    (folder / name).write_text(str(value))

    def joined(self, command: Sequence[str]) -> list[str]:
        """The command, which joins first."""
        return ["/bin/sh", "-c", _JOIN, "join", str(len(self.folders)), *map(str, self.folders), *command]

    def killed(self) -> bool:
        """Was a process killed for want of memory?"""
        for folder in self.folders:
            for name in ("memory.events", "memory.oom_control"):
                with suppress(OSError):
                    for line in (folder / name).read_text().splitlines():
                        if line.startswith("oom_kill ") and line.split()[1] != "0":
                            return True
        return False

    def close(self) -> None:
        """Kills its processes, where a group can (the second version), and removes it. It waits for the last of them
        for half a second at most, and holds up the loop for that long.
        """
        for folder in self.folders:
            kill = folder / "cgroup.kill"
            with suppress(OSError):
                if kill.exists():
                    kill.write_text("1")
        until = time.monotonic() + _WAIT
        for folder in self.folders:
            while folder.exists():
                try:
                    folder.rmdir()
                except OSError:
                    if time.monotonic() > until:
                        break
                    time.sleep(0.002)


def groups_can_be_made() -> bool:
    """Can a command have one here, with all that is needed? It makes one to see, and takes it away again."""
    group = Group.made(Limits(64 * 1024**2, 16))
    if group:
        group.close()
    return group is not None


@cache
def _parents() -> tuple[Path, ...]:
    """Where groups can be made for us: below ours, or at the top where that is all that we see. Empty, if nowhere."""
    for found in (_of_second_version(), _of_first_version()):
        if found and all(_may_be_made(parent) for parent in found):
            _sweep(found)
            return found
    return ()


def _of_second_version() -> tuple[Path, ...]:
    """The one below which all limits can be set; empty, if there is none."""
    with suppress(OSError):
        here = _ROOT / next((line[3:] for line in _our_groups() if line.startswith("0::")), "/").strip("/")
        parent = here.parent if here.name == _OURS else here
        if set((parent / "cgroup.subtree_control").read_text().split()) >= _NEEDED or _hands_down(parent):
            return (parent,)
    return ()


def _hands_down(parent: Path) -> bool:
    """Does it leave counting to groups below, now that it is asked to? Only a group without processes of its own does
    (cgroup-v2.rst, "No Internal Process Constraint"): so we go into one below, with whoever has started us, if nobody
    else is there. Raises OSError.
    """
    if not set((parent / "cgroup.controllers").read_text().split()) >= _NEEDED:
        return False
    ours, family = parent / _OURS, _family()
    moved = [pid for pid in (parent / "cgroup.procs").read_text().split() if pid in family]
    try:
        ours.mkdir(exist_ok=True)
        for pid in moved:
            (ours / "cgroup.procs").write_text(pid)
        (parent / "cgroup.subtree_control").write_text(" ".join(f"+{one}" for one in sorted(_NEEDED)))
    except OSError:
        with suppress(OSError):
            for pid in moved:
                (parent / "cgroup.procs").write_text(pid)
            ours.rmdir()
        return False
    return True


def _family() -> frozenset[str]:
    """We, and all above us: a shell that has started us, and waits. Raises OSError."""
    found, pid = list[str](), str(os.getpid())
    while pid not in ("0", *found):
        found.append(pid)
        status = Path(f"/proc/{pid}/status").read_text()
        pid = next(line.split()[1] for line in status.splitlines() if line.startswith("PPid:"))
    return frozenset(found)


def _of_first_version() -> tuple[Path, ...]:
    """One for each limit; empty, if any is missing."""
    folders = (_ROOT / "pids", _ROOT / "memory")
    return folders if all((folder / "cgroup.procs").exists() for folder in folders) else ()


def _our_groups() -> list[str]:
    """Those that we are in, in lines of `hierarchy:controllers:path` (cgroups(7)). Raises OSError."""
    return Path("/proc/self/cgroup").read_text().splitlines()


def _may_be_made(parent: Path) -> bool:
    folder = parent / f"deskmate-{os.getpid()}-0"
    try:
        folder.mkdir()
        folder.rmdir()
    except OSError:
        return False
    return True


def _sweep(parents: Sequence[Path]) -> None:
    """Removes what processes of ours have left there that ended before they could."""
    for parent in parents:
        for folder in parent.glob("deskmate-*-*"):
            pid = folder.name.split("-")[1]
            if pid.isdigit() and not Path(f"/proc/{pid}").exists():
                with suppress(OSError):
                    folder.rmdir()
