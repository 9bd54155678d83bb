"""Commands in a container of docker, by its command line: of an image that is pinned by its digest, with the files and
nothing else of this machine (docker run, reference).
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import MappingProxyType

from adapters.sandboxes.environment import git_settings, passed_on
from adapters.sandboxes.guarded import Guarded
from adapters.sandboxes.running import Running, mounted
from harness.files.paths import printable
from harness.files.scratch import VARIABLE
from harness.toolbox.shell import Hidden, Reach, ShellError

PROGRAM = "docker"
AT = "/workspace"
HOME = "/home/deskmate"
LARGEST_FILE = 2 * 1024**3
TEMPORARY = "1g"
PROBED = 5.0
_CLIENT = (
    "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "DOCKER_CERT_PATH", "DOCKER_TLS", "DOCKER_TLS_VERIFY",
    "DOCKER_API_VERSION", "XDG_RUNTIME_DIR",
)  # fmt: skip
"""What its command line goes by to find the engine (docker CLI reference, environment variables); the last is for
contexts of an engine that runs without root. No command sees any of it.
"""
_JOINED = ("/bin/sh", "-c", 'exec 2>&1; exec /bin/sh -c "$1"', "joined")
"""The engine hands on stdout and stderr apart: in what order they were written, it does not say."""
_TO_QUOTE = re.compile(r'[,"\s]')
_NUMBERS = count(1)
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Docker(Running):
    """Implements Shell in `folder`, by the image of that name. Commands see LANG and TERM of `environment`, and all of
    `extra`.
    """

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str],
        extra: Mapping[str, str] = _NOTHING,
        *,
        image: str,
        network: bool = False,
        memory: int = 2 * 1024**3,
        processes: int = 256,
        grace: float = 2.0,
    ) -> None:
        super().__init__(grace)
        self._folder, self._image, self._network = folder, image, network
        self._memory, self._processes = memory, processes
        passed = {name: value for name, value in passed_on(environment).items() if name in ("LANG", "TERM")}
        self._plain = {**passed, "HOME": HOME, "TMPDIR": "/tmp", **git_settings()}  # noqa: S108
        self._extra = dict(extra)
        self._ours = _of_client(environment)

    @property
    def reach(self) -> Reach:
        name = f"docker ({self._image.partition('@')[0]})"
        return Reach(
            name if not self._network else f"{name} with network",
            self._network,
            tuple(sorted(self._extra)),
            self._memory,
            self._processes,
        )

    def _prepared(self, command: str, hidden: Hidden) -> Guarded:
        self._folder.mkdir(exist_ok=True)
        name = f"deskmate-{os.getpid()}-{next(_NUMBERS)}"
        return _Contained(
            [
                *(PROGRAM, *self._arguments(name), *_beside(hidden), *_mounts(self._folder, hidden)),
                *(self._image, *_JOINED, command),
            ],
            {**self._ours, **self._extra},
            name,
        )

    def _arguments(self, container: str) -> list[str]:
        return [
            *("run", "--rm", "--init", "--name", container, "--pull", "never", "--log-driver", "none"),
            *("--network", "bridge" if self._network else "none", "--read-only", "--cap-drop", "ALL"),
            *("--security-opt", "no-new-privileges", "--user", f"{os.getuid()}:{os.getgid()}"),
            *("--memory", str(self._memory), "--memory-swap", str(self._memory), "--pids-limit", str(self._processes)),
            *("--ulimit", f"fsize={LARGEST_FILE}", "--ulimit", "core=0"),
            *("--tmpfs", f"/tmp:rw,exec,size={TEMPORARY}", "--tmpfs", f"{HOME}:rw,exec,mode=1777,size={TEMPORARY}"),  # noqa: S108
            *(word for name, value in self._plain.items() for word in ("--env", f"{name}={value}")),
            # the names alone: a value on a command line is seen by everybody on the machine
            *(word for name in self._extra for word in ("--env", name)),
        ]


def _mounts(folder: Path, hidden: Hidden) -> list[str]:
    """What a command does not change, or not see: docker mounts outer folders before inner ones, however they come, and
    one at a place.
    """
    at = dict(_mounted(os.path.realpath(folder), folder, hidden))
    mounts = (_in_fields(*what, f"target={AT}{path}") for path, what in at.items())
    return ["--workdir", AT, *(word for mount in mounts for word in ("--mount", mount))]


def _in_fields(*fields: str) -> str:
    """One line of CSV, which is how docker reads it. Raises ShellError."""
    for one in fields:
        if not _sayable(one):
            what = printable(one.partition("=")[2])
            raise ShellError(
                f"the command was not started: docker cannot keep {what} from it, whose name is not UTF-8: rename it"
            )
    return ",".join(f'"{one.replace(chr(34), chr(34) * 2)}"' if _TO_QUOTE.search(one) else one for one in fields)


def _sayable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _mounted(root: str, folder: Path, hidden: Hidden) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Where, and what; the later counts."""
    yield "", _bind(root, hidden.changes("/"))
    for path, real, changed in mounted(folder, hidden):
        if path != "/":
            yield path, _bind(real, changed)
    for path in hidden.folders:
        if os.path.isdir(root + path):
            yield path, ("type=tmpfs",)
            for own in hidden.but:
                if own.startswith(f"{path}/") and os.path.isdir(root + own):
                    yield own, _bind(root + own, hidden.changes(own))
    for path in hidden.files:
        if os.path.isfile(root + path):
            yield path, _bind(os.devnull, False)


def _bind(source: str, changed: bool) -> tuple[str, ...]:
    return ("type=bind", f"source={source}", *(() if changed else ("readonly",)))


def _beside(hidden: Hidden) -> Iterator[str]:
    if hidden.scratch:
        yield from ("--env", f"{VARIABLE}={hidden.scratch.at}")
    for mount in hidden.beside:
        yield from ("--mount", _in_fields(*_bind(mount.folder, mount.writable), f"target={mount.at}"))
        for path in mount.hidden:
            what = ("type=tmpfs",) if os.path.isdir(f"{mount.folder}{path}") else _bind(os.devnull, False)
            yield from ("--mount", _in_fields(*what, f"target={mount.at}{path}"))


class _Contained(Guarded):
    """The container is the engine's, and does not end with the process that has started it."""

    def __init__(self, command: list[str], environment: Mapping[str, str], name: str) -> None:
        self._notes = tempfile.TemporaryDirectory(prefix="deskmate-docker-")
        self._made = Path(self._notes.name) / "container"
        self._remove, self._environment = [PROGRAM, "rm", "--force", name], environment
        program, run, *rest = command
        command = [program, run, "--cidfile", str(self._made), *rest]
        try:
            super().__init__(command, "/", environment, bequest=self._remove)
        except OSError:
            self._notes.cleanup()
            raise

    def refused(self) -> bool:
        return self.ended and not self._made.exists()

    def close(self) -> None:
        if not self.ended:
            with suppress(OSError):  # nobody waits for the engine
                subprocess.run(
                    ["/bin/sh", "-c", '"$@" >/dev/null 2>&1 &', "remove", *self._remove],
                    env=self._environment,
                    stdin=subprocess.DEVNULL,
                    check=False,
                )
        super().close()
        self._notes.cleanup()


def _of_client(environment: Mapping[str, str]) -> dict[str, str]:
    return passed_on(environment) | {name: environment[name] for name in _CLIENT if name in environment}


def hindrance(environment: Mapping[str, str], image: str) -> str:
    """Why it does not run here, in words; empty if it does."""
    try:
        done = subprocess.run(
            [PROGRAM, "image", "inspect", "--format", "{{.Id}}", image],
            env=_of_client(environment), stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=PROBED, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        return "it is not installed"
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"it cannot be asked ({error})"
    said = " ".join(done.stderr.split())
    if done.returncode and "No such image" in said:
        return f"the image is not here: docker pull {image}"
    return (said or f"exit code {done.returncode}") if done.returncode else ""
