"""A terminal with `deskmate try` on it: a person types, and reads what comes."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from tests.fakes.clock import WITHIN
from tests.flows.terminal.vt import Cell, Vt
from tests.forked import Forked

ROOT = Path(__file__).parents[3]
ROWS, COLUMNS = 40, 200
NO_MORE: Mapping[str, str] = {}
CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"
_BELOW = re.compile(r" (\S )?(Robin|Deskmate) (listens|waits|is )")
"""How the line below begins."""


def is_below(line: str) -> bool:
    """Is it the line below, which says what goes on?"""
    return bool(_BELOW.match(line))


class Program(Protocol):
    """`deskmate` on the terminal, as it was started there."""

    def send_signal(self, number: signal.Signals) -> None: ...
    def kill(self) -> None: ...
    def wait(self, within: float | None = None) -> int: ...


class Starting(Protocol):
    """Starts it, as Forked does."""

    def __call__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: Path | None = None,
        *,
        stdin: int,
        stdout: int,
        stderr: int,
        session: bool,
    ) -> Program: ...


class NotShown(AssertionError):
    """It did not appear in time; the message ends with what did."""


class Screen:
    """Reads on from where it has read to: what it has once seen it does not see again."""

    def __init__(self, program: Program, master: int, rows: int = ROWS, columns: int = COLUMNS) -> None:
        self.program, self._master = program, master
        self._vt = Vt(rows, columns, lambda answer: self.types(answer, ""))
        self._seen = 0

    @property
    def text(self) -> str:
        """Everything that stands there, with what has scrolled away, and without the line below."""
        return "\n".join(line for line in [*self._vt.scrolled, *self._vt.screen] if not _BELOW.match(line))

    @property
    def cells(self) -> list[list[Cell]]:
        """All rows, with how they look."""
        return self._vt.cells

    def types(self, line: str, end: str = ENTER) -> None:
        os.write(self._master, (line + end).encode())

    def shows(self, words: str) -> "re.Match[str]":
        """Waits until a pattern stands below what was waited for before. Raises NotShown."""
        found = self._until(lambda: re.compile(words).search(self.text, self._seen), words)
        self._seen = found.end()
        return found

    def below(self, words: str) -> None:
        """Waits until the line below says that."""
        self._until(lambda: re.search(words, next(filter(_BELOW.match, self._vt.screen), "")), words)

    def _until(self, look: "Callable[[], re.Match[str] | None]", words: str) -> "re.Match[str]":
        until = time.monotonic() + WITHIN
        while not (found := look()):
            if not self.reads(until - time.monotonic()):
                raise NotShown(f"{words!r} did not appear. The screen:\n{chr(10).join(self._vt.screen).rstrip()}")
        return found

    def chooses(self, label: str) -> None:
        """Types the number of a choice that is about to be shown."""
        self.types(self.shows(rf"│? +(\d+)  {re.escape(label)}")[1])

    def ends(self) -> int:
        """Its exit status, once it has ended."""
        until = time.monotonic() + WITHIN
        while self.reads(until - time.monotonic()):
            pass
        return self.program.wait(max(0.1, until - time.monotonic()))

    def reads(self, seconds: float) -> bool:
        """Takes in what comes. False at the end, or if nothing came in time."""
        if seconds <= 0 or not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            more = os.read(self._master, 65536)
        except OSError:  # Linux says so when the other side has been closed
            return False
        self._vt.write(more)
        return bool(more)


@contextmanager
def trying(
    folder: Path,
    environment: Mapping[str, str] = NO_MORE,
    rows: int = ROWS,
    columns: int = COLUMNS,
    starting: Starting = Forked,
) -> Iterator[Screen]:
    """`deskmate try` on a terminal of its own, with its data and its workspace below `folder`, and with more in its
    `environment`. It is killed at the end, if it has not ended by then.
    """
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    program = starting(
        ["try", "--workspace", str(folder / "workspace")],
        {
            "PATH": "/usr/bin:/bin",
            "HOME": str(folder),
            "USER": "ana",
            "LOGNAME": "ana",
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            "PYTHONPATH": str(ROOT),
            "DESKMATE_DATA_DIR": str(folder / "data"),
            **environment,
        },
        folder,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        session=True,
    )
    os.close(slave)
    try:
        yield Screen(program, master, rows, columns)
    finally:
        program.kill()
        program.wait()
        os.close(master)
