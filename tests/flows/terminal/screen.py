"""A terminal with `deskmate try` on it: a person types, and reads what comes."""

import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fakes.clock import WITHIN
from tests.flows.terminal.vt import Vt
from tests.forked import Forked

ROOT = Path(__file__).parents[3]
ROWS, COLUMNS = 40, 200
CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"
_BELOW = re.compile(r" (\S )?Robin (listens|waits|is )")
"""How the line below begins."""


class NotShown(AssertionError):
    """It did not appear in time; the message ends with what did."""


class Screen:
    """Reads on from where it has read to: what it has once seen it does not see again."""

    def __init__(self, program: Forked, master: int) -> None:
        self.program, self._master = program, master
        self._vt = Vt(ROWS, COLUMNS, lambda answer: self.types(answer, ""))
        self._seen = 0

    @property
    def text(self) -> str:
        """Everything that stands there, with what has scrolled away, and without the line below."""
        return "\n".join(line for line in [*self._vt.scrolled, *self._vt.screen] if not _BELOW.match(line))

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
            if not self._read(until - time.monotonic()):
                raise NotShown(f"{words!r} did not appear. The screen:\n{chr(10).join(self._vt.screen).rstrip()}")
        return found

    def chooses(self, label: str) -> None:
        """Types the number of a choice that is about to be shown."""
        self.types(self.shows(rf"│? +(\d+)  {re.escape(label)}")[1])

    def ends(self) -> int:
        """Its exit status, once it has ended."""
        until = time.monotonic() + WITHIN
        while self._read(until - time.monotonic()):
            pass
        return self.program.wait(max(0.1, until - time.monotonic()))

    def _read(self, seconds: float) -> bool:
        """False at the end, or if nothing came in time."""
        if seconds <= 0 or not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            more = os.read(self._master, 65536)
        except OSError:  # Linux says so when the other side has been closed
            return False
        self._vt.write(more)
        return bool(more)


@contextmanager
def trying(folder: Path) -> Iterator[Screen]:
    """`deskmate try` on a terminal of its own, with its data and its workspace below `folder`. It is killed at the
    end, if it has not ended by then.
    """
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    program = Forked(
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
        },
        folder,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        session=True,
    )
    os.close(slave)
    try:
        yield Screen(program, master)
    finally:
        program.kill()
        program.wait()
        os.close(master)
