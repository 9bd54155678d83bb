"""Commands in a container of docker, by its command line: of an image that is pinned by its digest, with the files and
nothing else of this machine (docker run, reference).
"""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import MappingProxyType

from adapters.sandboxes.environment import git, seen
from adapters.sandboxes.guarded import Guarded
from adapters.sandboxes.running import Running, mounted
from harness.files.scratch import VARIABLE
from harness.toolbox.shell import Hidden, Reach

PROGRAM = "docker"
AT = "/workspace"
HOME = "/home/deskmate"
LARGEST_FILE = 2 * 1024**3
SCRATCH = "1g"
PROBED = 5.0
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
        passed = {name: value for name, value in seen(environment).items() if name in ("LANG", "TERM")}
        self._environment = {**passed, "HOME": HOME, "TMPDIR": "/tmp", **git(), **extra}  # noqa: S108
        self._named = tuple(sorted(extra))
        self._ours = seen(environment)

    @property
    def reach(self) -> Reach:
        name = f"docker ({self._image.partition('@')[0]})"
        return Reach(
            name if not self._network else f"{name} with network",
            self._network,
            self._named,
            self._memory,
            self._processes,
        )

    def _begun(self, command: str, hidden: Hidden) -> Guarded:
        self._folder.mkdir(exist_ok=True)
        name = f"deskmate-{os.getpid()}-{next(_NUMBERS)}"
        # the names alone: a value on a command line is seen by everybody on the machine
        environment = {**self._ours, **self._environment}
        return _Contained(
            [
                *(PROGRAM, *self._arguments(name), *_mounts(self._folder, hidden), *_beside(hidden)),
                *(self._image, "/bin/sh", "-c", command),
            ],
            environment,
            name,
        )

    def _arguments(self, name: str) -> list[str]:
        return [
            *("run", "--rm", "--init", "--name", name, "--pull", "never", "--log-driver", "none"),
            *("--network", "bridge" if self._network else "none", "--read-only", "--cap-drop", "ALL"),
            *("--security-opt", "no-new-privileges", "--user", f"{os.getuid()}:{os.getgid()}"),
            *("--memory", str(self._memory), "--memory-swap", str(self._memory), "--pids-limit", str(self._processes)),
            *("--ulimit", f"fsize={LARGEST_FILE}", "--ulimit", "core=0"),
            *("--tmpfs", f"/tmp:rw,exec,size={SCRATCH}", "--tmpfs", f"{HOME}:rw,exec,mode=1777,size={SCRATCH}"),  # noqa: S108
            *(word for variable in self._environment for word in ("--env", variable)),
        ]


def _mounts(folder: Path, hidden: Hidden) -> Iterator[str]:
    """What a command does not change, or not see: docker mounts outer folders before inner ones, however they come."""
    root = os.path.realpath(folder)
    yield from ("--mount", f"type=bind,source={root},target={AT}{_only(hidden, '/')}", "--workdir", AT)
    for path, real, _ in mounted(folder, hidden):
        if path != "/":
            yield from ("--mount", f"type=bind,source={real},target={AT}{path}{_only(hidden, path)}")
    for path in hidden.folders:
        if os.path.isdir(root + path):
            yield from ("--mount", f"type=tmpfs,target={AT}{path}")
            for own in hidden.but:
                if own.startswith(f"{path}/") and os.path.isdir(root + own):
                    yield from ("--mount", f"type=bind,source={root}{own},target={AT}{own}{_only(hidden, own)}")
    for path in hidden.files:
        if os.path.isfile(root + path):
            yield from ("--mount", f"type=bind,source={os.devnull},target={AT}{path},readonly")


def _beside(hidden: Hidden) -> Iterator[str]:
    if hidden.scratch:
        yield from ("--env", f"{VARIABLE}={hidden.scratch.at}")
    for mount in hidden.beside:
        only = "" if mount.writable else ",readonly"
        yield from ("--mount", f"type=bind,source={mount.folder},target={mount.at}{only}")
        for path in mount.hidden:
            if os.path.isdir(f"{mount.folder}{path}"):
                yield from ("--mount", f"type=tmpfs,target={mount.at}{path}")
            else:
                yield from ("--mount", f"type=bind,source={os.devnull},target={mount.at}{path},readonly")


def _only(hidden: Hidden, path: str) -> str:
    return "" if hidden.changes(path) else ",readonly"


class _Contained(Guarded):
    """The container is the engine's, and does not end with the process that has started it."""

    def __init__(self, command: list[str], environment: Mapping[str, str], name: str) -> None:
        self._name, self._environment_of = name, {"PATH": environment["PATH"], "HOME": environment.get("HOME", "/")}
        super().__init__(command, "/", environment)

    def close(self) -> None:
        with suppress(OSError):  # nobody waits for the engine
            subprocess.run(
                ["/bin/sh", "-c", '"$@" >/dev/null 2>&1 &', "kill", PROGRAM, "kill", self._name],
                env=self._environment_of,
                stdin=subprocess.DEVNULL,
                check=False,
            )
        super().close()


def hindrance(environment: Mapping[str, str], image: str) -> str:
    """Why it does not run here, in words; empty if it does."""
    try:
        done = subprocess.run(
            [PROGRAM, "image", "inspect", "--format", "{{.Id}}", image],
            env=seen(environment), stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
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
