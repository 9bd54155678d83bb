"""`deskmate` by a clock that begins on the Monday morning: a process of its own, since what is imported binds it."""

import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from signal import Signals

from tests.gallery.clocks import morning


class InTheMorning:
    """As `Forked`, by that clock. It begins with this object."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: Path | None = None,
        *,
        stdin: int,
        stdout: int,
        stderr: int,
        session: bool,
    ) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, *arguments],
            env=dict(environment),
            cwd=folder,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            start_new_session=session,
        )

    def send_signal(self, number: Signals) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        self._process.kill()

    def wait(self, within: float | None = None) -> int:
        return self._process.wait(within)


if __name__ == "__main__":
    time.time = morning()  # before anything of ours is imported

    from bot.cli import main

    sys.exit(main(sys.argv[1:]))
