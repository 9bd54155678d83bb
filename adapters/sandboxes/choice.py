"""Which sandbox commands run in: what the workspace names, or the best that runs on this machine."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from adapters.sandboxes import bubblewrap, docker
from adapters.sandboxes.bubblewrap import Bubblewrap
from adapters.sandboxes.docker import Docker
from adapters.sandboxes.unsandboxed import Unsandboxed
from harness.toolbox.shell import NOTHING_HIDDEN, Begun, Completed, Hidden, Isolation, Shell, ShellError
from harness.workspace.sandbox import SandboxSettings

INSTALL = "install it (apt install bubblewrap, dnf install bubblewrap)"


@dataclass(frozen=True, slots=True)
class Choice:
    """What commands run in. `why`: what is in the way of a better one, or of the one that is named, and what to do
    about it; empty, if nothing is.
    """

    shell: Shell
    why: str = ""
    wrong: bool = False
    """What is named does not run, so that no command does."""


class Sandboxes:
    """For the files in `folder`; what is looked at once on this machine is remembered. What lies beside the files is
    not seen, nor is what else is `private`.
    """

    def __init__(self, folder: Path, environment: Mapping[str, str], private: Sequence[Path] = ()) -> None:
        self._folder, self._environment, self._private = folder, environment, private
        self.of: Callable[[SandboxSettings], Choice] = lru_cache(maxsize=8)(self._chosen)

    def _chosen(self, settings: SandboxSettings) -> Choice:
        if settings.backend == "none":
            return Choice(self._unsandboxed(settings))
        of_docker = docker.hindrance(self._environment, settings.image) if settings.image else "no `image` is named"
        if settings.backend == "docker":
            return Choice(self._docker(settings)) if not of_docker else _refused("docker", of_docker)
        why = bubblewrap.hindrance(self._environment)
        if not why:
            return Choice(self._bubblewrap(settings))
        if settings.backend == "bubblewrap":
            return _refused("bubblewrap", _with_remedy(why))
        if not of_docker:
            return Choice(self._docker(settings))
        return Choice(self._unsandboxed(settings), f"bubblewrap does not run here: {_with_remedy(why)}")

    def _unsandboxed(self, settings: SandboxSettings) -> Unsandboxed:
        return Unsandboxed(self._folder, self._environment, self._extra(settings), settings.author)

    def _bubblewrap(self, settings: SandboxSettings) -> Bubblewrap:
        return Bubblewrap(
            self._folder,
            self._environment,
            self._extra(settings),
            network=settings.network,
            memory=settings.memory,
            processes=settings.processes,
            author=settings.author,
            private=self._private,
        )

    def _docker(self, settings: SandboxSettings) -> Docker:
        return Docker(
            self._folder,
            self._environment,
            self._extra(settings),
            image=settings.image,
            network=settings.network,
            memory=settings.memory,
            processes=settings.processes,
            author=settings.author,
        )

    def _extra(self, settings: SandboxSettings) -> dict[str, str]:
        return {name: self._environment[name] for name in settings.environment if name in self._environment}


class Refusing:
    """Implements Shell where the sandbox that is named does not run: nothing does, rather than without it."""

    def __init__(self, why: str) -> None:
        self._why = why

    @property
    def isolation(self) -> Isolation:
        return Isolation("none that runs", network=False)

    async def run(
        self, command: str, timeout: float, output: Callable[[str], None], hidden: Hidden = NOTHING_HIDDEN
    ) -> Completed:
        raise ShellError(self._why)

    async def begin(self, command: str, timeout: float, hidden: Hidden = NOTHING_HIDDEN) -> Begun:
        raise ShellError(self._why)


def _refused(backend: str, why: str) -> Choice:
    said = f"the workspace wants commands to run in {backend}, and that does not run here: {why}"
    return Choice(Refusing(said), said, wrong=True)


def _with_remedy(why: str) -> str:
    if "not installed" in why:
        return f"{why}; {INSTALL}"
    if any(word in why for word in ("uid map", "namespace", "Operation not permitted", "Permission denied")):
        return (
            f"{why}; this machine keeps users from namespaces of their own: allow them (sysctl "
            "kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0), or run the container "
            "that I am in with --security-opt seccomp=unconfined"
        )
    return why
