"""Commands in a container of docker, by its command line: of an image that is pinned by its digest, with the files and
nothing else of this machine (docker run, reference).
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import MappingProxyType

from adapters.sandboxes.environment import NO_RETRIES, git_settings, passed_on
from adapters.sandboxes.guarded import Guarded
from adapters.sandboxes.mounts import Mounted, mounts
from adapters.sandboxes.running import Running
from harness.files.paths import printable
from harness.files.scratch import VARIABLE
from harness.toolbox.shell import Hidden, Isolation, ShellError

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
        author: tuple[str, str] | None = None,
        grace: float = 2.0,
    ) -> None:
        super().__init__(grace, folder)
        self._folder, self._image, self._network = folder, image, network
        self._memory, self._processes = memory, processes
        passed = {name: value for name, value in passed_on(environment).items() if name in ("LANG", "TERM")}
        self._plain = {**passed, "HOME": HOME, "TMPDIR": "/tmp", **git_settings(author)}  # noqa: S108
        self._plain |= {} if network else NO_RETRIES
        self._extra = dict(extra)
        self._ours = _of_client(environment)

    @property
    def isolation(self) -> Isolation:
        name = f"docker ({self._image.partition('@')[0]})"
        return Isolation(
            name if not self._network else f"{name} with network",
            self._network,
            tuple(sorted(self._extra)),
            self._memory,
            self._processes,
        )

    def _prepared(self, command: str, hidden: Hidden) -> Guarded:
        self._folder.mkdir(exist_ok=True)
        name = f"deskmate-{os.getpid()}-{next(_NUMBERS)}"
        arguments = [*self._arguments(name, hidden), self._image, *_JOINED, command]
        return _Contained([PROGRAM, *arguments], {**self._ours, **self._extra}, name)

    def _arguments(self, container: str, hidden: Hidden) -> list[str]:
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
            *(("--env", f"{VARIABLE}={hidden.scratch.at}") if hidden.scratch else ()),
            *(word for one in mounts(self._folder, AT, hidden) for word in ("--mount", _mount(one))),
            *("--workdir", AT),
        ]


def _mount(one: Mounted) -> str:
    """Docker mounts outer folders before inner ones, however they come. Raises ShellError."""
    kind = ("type=bind", f"source={one.source}") if one.source else ("type=tmpfs",)
    return _in_fields(*kind, *(("readonly",) if one.source and not one.writable else ()), f"target={one.at}")


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
