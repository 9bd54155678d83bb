"""Commands on the machine itself, with all that we may do."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from adapters.sandboxes.environment import git_settings, passed_on
from adapters.sandboxes.guarded import Guarded
from adapters.sandboxes.running import Running
from harness.files.scratch import VARIABLE
from harness.toolbox.shell import Hidden, Isolation

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Unsandboxed(Running):
    """Implements Shell in `folder`. Commands see PASSED_ON of `environment` and all of `extra`, and have git run no
    hooks, monitors and pagers.
    """

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str],
        extra: Mapping[str, str] = _NOTHING,
        author: tuple[str, str] | None = None,
        grace: float = 2.0,
    ) -> None:
        super().__init__(grace)
        self._folder = folder
        self._environment = {**passed_on(environment), **git_settings(author), **extra}
        self._named = tuple(sorted(extra))

    @property
    def isolation(self) -> Isolation:
        return Isolation(environment=self._named)

    def _prepared(self, command: str, hidden: Hidden) -> Guarded:
        self._folder.mkdir(exist_ok=True)
        own = {VARIABLE: hidden.scratch.folder} if hidden.scratch else {}
        return Guarded(["/bin/sh", "-c", command], str(self._folder), {**self._environment, **own})
