"""How long a command takes that does nothing: on the machine itself, and in the sandbox that is usual."""

import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path

from adapters.sandboxes.bubblewrap import Bubblewrap, hindrance
from adapters.sandboxes.unsandboxed import Unsandboxed
from harness.toolbox.shell import Shell

TIMES = 30


def measure() -> dict[str, float]:
    """Milliseconds of the median one; without the sandbox, where that does not run."""
    environment = {"PATH": os.environ["PATH"]}
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        taken = {"bare": asyncio.run(_median(Unsandboxed(Path(folder), environment)))}
        if not hindrance(environment):
            taken["bubblewrap"] = asyncio.run(_median(Bubblewrap(Path(folder), environment)))
        return taken


async def _median(shell: Shell) -> float:
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        await shell.run("true", 10.0, lambda text: None)
        taken.append((time.perf_counter() - began) * 1_000)
    return statistics.median(taken)
