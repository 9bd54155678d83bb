"""Commands in bubblewrap: they see the system, read only, and the files; nothing of ours, and no network unless the
workspace says so (bwrap(1)). Without a user of its own: whatever it writes in the files is ours.
"""

import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from adapters.sandboxes.environment import NO_RETRIES, git_settings, passed_on
from adapters.sandboxes.groups import Group, Limits, groups_can_be_made
from adapters.sandboxes.guarded import Guarded
from adapters.sandboxes.keyring import without_keys
from adapters.sandboxes.mounts import Mounted, mounts
from adapters.sandboxes.programs import in_system, programs
from adapters.sandboxes.running import Running
from harness.files.scratch import FOLDER as SCRATCH_AT
from harness.files.scratch import VARIABLE
from harness.toolbox.shell import Hidden, Isolation

PROGRAM = "bwrap"
AT = "/workspace"
"""Where a command finds the files."""
HOME = "/home/deskmate"
LARGEST_FILE = 2 * 1024**3
"""Bytes of the largest file that a command may write."""
TEMPORARY = 1024**3
"""Bytes of /tmp and of HOME, each."""
SHARED = 256 * 1024**2
"""Bytes of /dev/shm and of /run, each."""
IN_MEMORY = 2 * (TEMPORARY + SHARED)
"""Bytes that a command can keep in all of these folders, where no group counts them as memory."""
PROBED = 5.0
"""Seconds for a look whether it runs at all."""
_APART = ("--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--cap-drop", "ALL")
_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_ETC = (
    "alternatives", "ca-certificates", "ca-certificates.conf", "crypto-policies", "debian_version", "default/locale",
    "fonts", "group", "hosts", "java-11-openjdk", "java-17-openjdk", "java-21-openjdk", "ld.so.cache", "ld.so.conf",
    "ld.so.conf.d", "locale.alias", "locale.conf", "localtime", "magic", "mime.types", "nsswitch.conf", "os-release",
    "passwd", "perl", "pki", "profile", "protocols", "python3", "python3.11", "python3.12", "python3.13", "services",
    "shells", "ssl/certs", "ssl/openssl.cnf", "terminfo", "timezone", "vim", "X11/fonts",
)  # fmt: skip
"""What of /etc programs need to run: no keys and no passwords are there."""
_NETWORK = ("gai.conf", "host.conf", "resolv.conf")
_KEYS = "/proc/keys"
"""What keys there are for our user, by their names (proc_keys(5))."""
_LIMITED = 'ulimit -c 0; ulimit -f "$1"; [ "$2" = 0 ] || ulimit -d "$2"; shift 2; exec "$@"'
"""In units of 512 and of 1,024 bytes (POSIX, ulimit; dash(1))."""
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Bubblewrap(Running):
    """Implements Shell in `folder`. Commands see PATH, LANG and TERM of `environment` and all of `extra`."""

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str],
        extra: Mapping[str, str] = _NOTHING,
        *,
        network: bool = False,
        memory: int = 2 * 1024**3,
        processes: int = 256,
        private: Sequence[Path] = (),
        author: tuple[str, str] | None = None,
        grace: float = 2.0,
    ) -> None:
        """What is `private` is shown in no folder that is."""
        super().__init__(grace, folder)
        self._private = sorted({os.path.realpath(one) for one in (folder.absolute().parent, *private)})
        self._folder, self._network, self._limits = folder, network, Limits(memory, processes)
        passed = {name: value for name, value in passed_on(environment).items() if name in ("PATH", "LANG", "TERM")}
        ours = {"HOME": HOME, "USER": "deskmate", "TMPDIR": "/tmp"}  # noqa: S108
        self._environment = {**passed, **ours, **git_settings(author), **({} if network else NO_RETRIES), **extra}
        self._path = passed.get("PATH", os.defpath)
        folders = dict.fromkeys(self._path.split(":"))
        self._looked_at = tuple(dict.fromkeys(each for one in folders for each in (one, os.path.dirname(one))))
        self._found: tuple[tuple[int, ...], Mapping[str, str]] = ((), _NOTHING)
        self._named = tuple(sorted(extra))
        self._newer = tuple(_supported())
        self._counted_together = groups_can_be_made()

    @property
    def isolation(self) -> Isolation:
        return Isolation(
            PROGRAM if not self._network else f"{PROGRAM} with network",
            self._network,
            self._named,
            self._limits.memory,
            self._limits.processes if self._counted_together else 0,
            held_each=not self._counted_together,
        )

    def _prepared(self, command: str, hidden: Hidden) -> Guarded:
        self._folder.mkdir(exist_ok=True)
        group = Group.made(self._limits)
        each = 0 if group else self._limits.memory // 1024
        limited = ["/bin/sh", "-c", _LIMITED, "limited", str(LARGEST_FILE // 512), str(each)]
        inside = [*limited, "/bin/sh", "-c", command]
        environment = {**self._environment, **({VARIABLE: SCRATCH_AT} if hidden.scratch else {})}
        told = _unseen(("--clearenv", *_set(environment)))
        try:
            whole = [PROGRAM, *self._arguments(hidden), "--args", str(told), "--", *inside]
            return without_keys(lambda: Guarded(whole, "/", {"PATH": self._path}, group, (told,)))
        finally:
            os.close(told)

    def _arguments(self, hidden: Hidden) -> list[str]:
        return [
            *_APART,
            *("--uid", "1000", "--gid", "1000", "--hostname", "deskmate", *self._newer),
            *(("--share-net",) if self._network else ()),
            *("--ro-bind", "/usr", "/usr", *_system(), *_etc(self._network)),
            *("--proc", "/proc", "--dev", "/dev", *_in_memory(SHARED, "/dev/shm", "/run")),  # noqa: S108
            *_in_memory(TEMPORARY, "/tmp", HOME),  # noqa: S108
            *self._programs(),
            *_mounted(mounts(self._folder, AT, hidden)),
            # What is written below /proc/sys is the whole machine's, and root outside is not stopped there by having
            # no capabilities inside.
            *(("--ro-bind", os.devnull, _KEYS) if os.path.exists(_KEYS) else ()),
            *("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", AT),
        ]

    def _programs(self) -> Iterator[str]:
        """What of ours lies in a folder of the system, as in a container it does in /usr/src, is an empty folder there,
        with our programs.
        """
        within = [one for one in self._private if in_system(one)]
        shut = [one for one in within if os.path.isdir(one)]
        for place in within:
            yield from ("--tmpfs", place) if place in shut else ("--ro-bind", os.devnull, place)
        for place, real in self._on_path().items():
            yield from ("--ro-bind-try", real, place)  # it may be gone since
        for place in shut:
            yield from ("--remount-ro", place)

    def _on_path(self) -> Mapping[str, str]:
        """Programs elsewhere than in /usr; looked up again only if a folder of the PATH, or one around it, changed."""
        state = tuple(map(_changed, self._looked_at))
        if state != self._found[0]:
            self._found = state, programs(self._path, self._folder, self._private)
        return self._found[1]


def _changed(folder: str) -> int:
    """Nanoseconds since the epoch; 0 without such a folder."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0


def hindrance(environment: Mapping[str, str]) -> str:
    """Why it does not run here, in words; empty if it does."""
    try:
        done = subprocess.run(
            [PROGRAM, *_APART, "--ro-bind", "/", "/", "--proc", "/proc", "true"],
            env={"PATH": passed_on(environment)["PATH"]},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PROBED,
            check=False,
        )
    except FileNotFoundError:
        return "it is not installed"
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"it cannot be started ({error})"
    said = " ".join(done.stderr.split())
    return (said or f"exit code {done.returncode}") if done.returncode else ""


def _supported() -> Iterator[str]:
    """What newer releases have: no further namespaces inside (0.8)."""
    with suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run(
            [PROGRAM, "--help"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PROBED, check=False
        )
        if "--disable-userns" in done.stdout:
            yield "--disable-userns"


def _unseen(arguments: Iterable[str]) -> int:
    """A descriptor to read them from: a value on a command line is seen by everybody on the machine."""
    descriptor = os.memfd_create("arguments")
    os.write(descriptor, "".join(f"{one}\0" for one in arguments).encode(errors="surrogateescape"))
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _set(environment: Mapping[str, str]) -> Iterator[str]:
    for name, value in environment.items():
        yield from ("--setenv", name, value)


def _in_memory(size: int, *places: str) -> Iterator[str]:
    """Folders in memory: `--size` holds for one alone, and without it half of the machine's memory goes."""
    for place in places:
        yield from ("--size", str(size), "--tmpfs", place)


def _system() -> Iterator[str]:
    for folder in _SYSTEM:
        if os.path.islink(folder):
            yield from ("--symlink", os.readlink(folder), folder)
        elif os.path.isdir(folder):
            yield from ("--ro-bind", folder, folder)


def _etc(network: bool) -> Iterator[str]:
    for name in (*_ETC, *(_NETWORK if network else ())):
        path = f"/etc/{name}"
        if os.path.exists(path):
            yield from ("--ro-bind", os.path.realpath(path), path)


def _mounted(found: Sequence[Mounted]) -> Iterator[str]:
    """What is empty is made read only once all that is in it is mounted."""
    for one in found:
        if one.source:
            yield from ("--bind" if one.writable else "--ro-bind", one.source, one.at)
        else:
            yield from ("--tmpfs", one.at)
    for one in found:
        if not one.source:
            yield from ("--remount-ro", one.at)
