"""A command and all that it starts, in a process group of its own that does not outlive us.

A *holder* leads the group: a shell that waits for "go" before it runs the command, tells how it ended, and waits again
until it is let go. As long as it is not reaped the group's number is its own, so that no signal can hit a stranger. A
*watchdog* in another session waits for us to die, which closes its stdin, and then kills the group. The command starts
only once both are there. Neither needs more than POSIX, and none of our code runs between fork and exec. Called `sh`,
bash reads no startup file either, whatever its stdin.

What leaves its group (`setsid`) is out of reach.
"""

import asyncio
import os
import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress

from adapters.sandboxes.groups import Group

# It lets go of the output before it tells: whoever still holds it then was left in the background.
_HOLDER = 'read -r go || exit 125; "$@" </dev/null; code=$?; exec >&- 2>&-; echo "$code" >&0; read -r go'
# dash takes no other spelling of `kill` with --
_WATCHDOG = 'read -r go || { kill -s KILL -- "-$1"; shift; [ $# = 0 ] || "$@" >/dev/null 2>&1; }'


class Guarded:
    """One command, not yet begun. Whoever makes it calls `close`, whatever happens in between.

    `output` is the descriptor from which to read, without blocking, what it says: stdout and stderr in their order.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: str,
        environment: Mapping[str, str],
        group: Group | None = None,
        passed: Sequence[int] = (),
        bequest: Sequence[str] = (),
    ) -> None:
        """The program and its arguments; `passed` are descriptors that it has, too. With a `group` it is in that, which
        goes with it. The `bequest` is run if we die before it ends. Raises OSError if it cannot be started: nothing is
        left then.
        """
        self._status, self._group = b"", group
        with ExitStack() as ours, ExitStack() as theirs:
            if group:
                ours.callback(group.close)
                command = group.joined(command)
            self._line, line = socket.socketpair()
            ours.callback(self._line.close)
            theirs.callback(line.close)
            self._line.setblocking(False)
            self.output, write = os.pipe()
            ours.callback(os.close, self.output)
            theirs.callback(os.close, write)
            os.set_blocking(self.output, False)
            self._holder = _shell(
                _HOLDER,
                "holder",
                *command,
                cwd=folder,
                env=environment,
                stdin=line.fileno(),
                stdout=write,
                passed=passed,
            )
            ours.callback(self._end_holder)
            self._watchdog = _shell(_WATCHDOG, "watchdog", str(self._holder.pid), *bequest, cwd="/", env=environment)
            ours.callback(self._end_watchdog)
            # Closed is in the opposite order: the group is killed before the watchdog goes, and reaped after it.
            ours.callback(self.signal, signal.SIGKILL)
            self._close = ours.pop_all().close

    async def run(self) -> int:
        """Begins the command; returns its exit code once it has ended, whatever it left in the background."""
        loop = asyncio.get_running_loop()
        with suppress(BrokenPipeError, ConnectionResetError):  # the holder was killed: there is no status then
            await loop.sock_sendall(self._line, b"go\n")
            while not self.ended:
                said = await loop.sock_recv(self._line, 16)
                if not said:
                    break
                self._status += said
        if self.ended:
            return int(self._status)
        # The command killed its own group. The holder is reaped in close() alone, so that what is left can be ended.
        return 128 + signal.SIGKILL

    @property
    def ended(self) -> bool:
        """Has the command ended, rather than been killed with whoever waited for it?"""
        return self._status.endswith(b"\n")

    def refused(self) -> bool:
        """Has it ended without having begun what it was to run?"""
        return False

    def out_of_memory(self) -> bool:
        """Was something of it killed since it used more than it may?"""
        return self._group is not None and self._group.killed()

    def signal(self, number: signal.Signals) -> None:
        """To the command and all that it started."""
        with suppress(ProcessLookupError, PermissionError):  # all ended, or run as somebody else
            os.killpg(self._holder.pid, number)

    def close(self) -> None:
        """Kills what is left of it and lets everything go. It takes a moment, not a wait: it reaps two shells."""
        self._close()

    def _end_holder(self) -> None:
        self.signal(signal.SIGKILL)
        self._holder.wait()

    def _end_watchdog(self) -> None:
        self._watchdog.kill()
        self._watchdog.communicate()


def _shell(
    script: str,
    name: str,
    *arguments: str,
    cwd: str,
    env: Mapping[str, str],
    stdin: int = subprocess.PIPE,
    stdout: int = subprocess.DEVNULL,
    passed: Sequence[int] = (),
) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        ["/bin/sh", "-c", script, name, *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.STDOUT,
        cwd=cwd,
        env=env,
        start_new_session=True,
        pass_fds=tuple(passed),
    )
