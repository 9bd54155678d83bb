"""Watching real processes: whether they run, and waiting until they do not."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.fakes.clock import WITHIN


def runs(pid: int) -> bool:
    """Is there such a process, not merely one that has ended and waits to be reaped?"""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


def ended(pid: int, within: float = WITHIN) -> bool:
    return eventually(lambda: not runs(pid), within)


def pid_in(file: Path, within: float = WITHIN) -> int:
    """The number that a process has written to `file`, with a line break, once it has."""
    assert eventually(lambda: file.exists() and file.read_text().endswith("\n"), within)
    return int(file.read_text())


def eventually(true: Callable[[], bool], within: float) -> bool:
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.02)
    return true()
