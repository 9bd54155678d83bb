"""The person's own editor, as a program beside us: what goes on meanwhile goes on."""

import asyncio
import os
import shlex
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path


class EditorFailed(Exception):
    """Nothing is to be taken from it. The message says why."""


class Editor:
    """`command` is what is run with the path of a file; with an empty one there is no editor."""

    def __init__(self, command: Sequence[str] = ()) -> None:
        self._command = tuple(command)
        self._running: asyncio.subprocess.Process | None = None
        self._ended = False

    @property
    def name(self) -> str:
        """Empty, if there is none."""
        return Path(self._command[0]).name if self._command else ""

    async def edit(self, text: str, suffix: str) -> str:
        """As it was saved, in a file that nobody else can read, with that `suffix`. Raises EditorFailed."""
        with _folder() as folder:
            file = Path(folder) / f"edit{suffix}"
            _write(file, text)
            if code := await self._run(file):
                raise EditorFailed(f"{self.name} failed (exit {code})")
            return _saved(file, text)

    def end(self) -> None:
        """Ends it, if it is open, or about to be."""
        self._ended = True
        if self._running and self._running.returncode is None:
            self._running.terminate()

    async def _run(self, file: Path) -> int:
        self._ended = False
        try:
            self._running = await asyncio.create_subprocess_exec(*self._command, str(file))
        except OSError as error:
            raise EditorFailed(f"{self.name} cannot be started: {error.strerror or error}") from error
        try:
            if self._ended:  # while it was being started
                self.end()
            return await self._running.wait()
        finally:
            self.end()
            self._running = None


def chosen(environment: Mapping[str, str]) -> Editor:
    """The one that the environment names, VISUAL before EDITOR, with its arguments."""
    command = environment.get("VISUAL", "").strip() or environment.get("EDITOR", "").strip()
    try:
        return Editor(shlex.split(command))
    except ValueError:  # a quote that is not closed
        return Editor()


def _folder() -> tempfile.TemporaryDirectory[str]:
    """Raises EditorFailed."""
    try:
        return tempfile.TemporaryDirectory(prefix="deskmate-", ignore_cleanup_errors=True)
    except OSError as error:
        raise EditorFailed(f"there is no room for a temporary file: {error.strerror or error}") from error


def _write(file: Path, text: str) -> None:
    """Raises EditorFailed."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        with open(os.open(file, flags, 0o600), "w", encoding="utf-8", newline="") as opened:
            opened.write(text)
    except (OSError, ValueError) as error:  # a full disk; a name that is too long, or is none
        raise EditorFailed(
            f"the temporary file cannot be written: {getattr(error, 'strerror', '') or error}"
        ) from error


def _saved(file: Path, before: str) -> str:
    """Editors end the last line: where it had no end it still has none. Raises EditorFailed."""
    try:
        text = file.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise EditorFailed(f"what was edited is not there: {error.strerror or error}") from error
    return text if before.endswith("\n") else text.removesuffix("\n")
