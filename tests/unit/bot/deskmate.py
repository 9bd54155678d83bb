"""The command as its own process, in an environment of its own."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.forked import completed

ROOT = Path(__file__).parents[3]
COMMAND = (sys.executable, "-m", "bot.cli")
TOKENS = {"SLACK_BOT_TOKEN": "xoxb-not-a-real-token", "SLACK_APP_TOKEN": "xapp-not-a-real-token"}


def environment(folder: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Data and workspace below `folder`; nothing of what is set outside."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "error",
        "LANG": "C.UTF-8",
        "DESKMATE_DATA_DIR": str(folder / "data"),
        "DESKMATE_WORKSPACE": str(folder / "workspace"),
        **(more or {}),
    }


def workspace(folder: Path, text: str) -> Path:
    """A workspace of those settings, where `environment` says that it is."""
    file = folder / "workspace" / "workspace.yaml"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    return file


def deskmate(folder: Path, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    """Runs it to its end."""
    return completed(arguments, environment(folder, more), folder)


def deskmate_from_nothing(folder: Path, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    """The same by an interpreter of its own, as on a command line."""
    return deskmate_of(Path(sys.executable), folder, *arguments, **more)


def deskmate_of(python: Path, folder: Path, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    """The same by the Python of another environment."""
    return subprocess.run(
        [str(python), *COMMAND[1:], *arguments],
        env=environment(folder, more),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
