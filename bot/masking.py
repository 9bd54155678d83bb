"""What we know to be secret: what the environment gave us, what the `.env` files of a workspace hold, and what its
patterns mean.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adapters.workspaces.dotenv import DotEnv
from bot.logs import named_secrets
from harness.tools.masks import Masks, compiled
from harness.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a colleague knows besides its workspace: `known` has the name of each secret by its value, and `files` is
    where more stand.
    """

    known: Mapping[str, str] = field(default_factory=dict)
    files: DotEnv | None = None

    @classmethod
    def of(cls, folder: Path, environment: Mapping[str, str]) -> "Secrets":
        """Where the workspace is in `folder`."""
        return cls(named_secrets(environment), DotEnv(folder, time.time))


class MaskingInForce:
    """Fulfils `harness.tools.masks.Masking`."""

    def __init__(self, secrets: Secrets, workspace: Callable[[], Workspace]) -> None:
        self._secrets, self._workspace = secrets, workspace
        self._patterns: tuple[str, ...] = ()
        self._compiled: Sequence[Any] = ()

    async def __call__(self) -> Masks:
        in_files = await self._secrets.files.secrets() if self._secrets.files else {}
        patterns = self._workspace().mask
        if patterns != self._patterns:
            self._patterns, self._compiled = patterns, tuple(map(compiled, patterns))
        return Masks({**in_files, **self._secrets.known}, self._compiled)
