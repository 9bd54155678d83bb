"""Commands on the machine itself, with all that we may do."""

import asyncio
import errno
import os
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from adapters.sandboxes.guarded import Guarded
from adapters.sandboxes.output import Output
from harness.toolbox.shell import LONGEST_OUTPUT, Completed, ShellError

PASSED_ON = ("PATH", "HOME", "LANG", "TERM", "USER", "TMPDIR")
"""What a command sees of our environment: no token and no key is among it."""

_GIT = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "safe.bareRepository": "explicit",
}
"""What git takes in place of what its configuration in the files says: no monitor, no hooks, no pager, and no
repository that a mere folder with the right files in it would be. An alias takes no command's place (git docs,
git-config: "aliases that hide existing Git commands are ignored"). What has a name that is not known, as a filter, or
could only be replaced (diff.external), stays: so what git reads is written only by an edit that somebody approved
(harness/files/configuration).
"""

FLOOD = 50_000_000
"""Bytes of output after which a command is killed: reading on would take all of a processor."""

_CHUNK = 65_536
_NOTHING: Mapping[str, str] = MappingProxyType({})


def _git() -> dict[str, str]:
    """Settings by the environment (git docs, git-config, GIT_CONFIG_COUNT): above any file, and passed on to the gits
    that git runs.
    """
    found = {"GIT_PAGER": "cat", "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_COUNT": str(len(_GIT))}
    for number, (key, value) in enumerate(_GIT.items()):
        found |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return found


def seen(environment: Mapping[str, str]) -> dict[str, str]:
    """What a command sees of it."""
    return {"PATH": os.defpath} | {name: environment[name] for name in PASSED_ON if name in environment}


class Unsandboxed:
    """Implements Shell in `folder`. Commands see PASSED_ON of `environment` and all of `extra`, and have git run no
    hooks, monitors and pagers.
    """

    def __init__(
        self, folder: Path, environment: Mapping[str, str], extra: Mapping[str, str] = _NOTHING, grace: float = 2.0
    ) -> None:
        """`grace` is how many seconds a command has between TERM and KILL, unless it lets go of its output earlier."""
        self._folder = folder
        self._environment = {**seen(environment), **_git(), **extra}
        self._grace = grace

    async def run(self, command: str, timeout: float, output: Callable[[str], None]) -> Completed:
        kept = Output(LONGEST_OUTPUT)
        guarded = self._guarded(command)
        reader = _Reader(guarded.output, kept, output)
        try:
            return await self._completed(guarded, reader, kept, timeout)
        except asyncio.CancelledError:
            await self._end(guarded, reader)
            raise
        finally:
            reader.close()
            guarded.close()

    async def _completed(self, guarded: Guarded, reader: "_Reader", kept: Output, timeout: float) -> Completed:
        running = asyncio.ensure_future(guarded.run())
        flooded = asyncio.ensure_future(reader.flooded.wait())
        try:
            await asyncio.wait({running, flooded}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                exit_code = running.result()
                if not await reader.ended(0.1):  # somebody in the background holds on to the output
                    await self._end(guarded, reader)
                return Completed(exit_code, str(kept))
            too_much = flooded.done()
            await self._end(guarded, reader)
            if too_much:
                return Completed(128 + signal.SIGKILL, str(kept), "flooded")
            return Completed(124, str(kept), "timed_out")  # 124 is what timeout(1) says
        finally:
            running.cancel()
            flooded.cancel()
            await asyncio.gather(running, flooded, return_exceptions=True)

    async def _end(self, guarded: Guarded, reader: "_Reader") -> None:
        """TERM, then KILL once it had time to go; what it said last is read."""
        guarded.signal(signal.SIGTERM)
        if not await reader.ended(self._grace):
            guarded.signal(signal.SIGKILL)
            await reader.ended(0.1)

    def _guarded(self, command: str) -> Guarded:
        try:
            self._folder.mkdir(exist_ok=True)
            return Guarded(command, str(self._folder), self._environment)
        except OSError as error:
            if error.errno == errno.E2BIG:
                raise ShellError("the command is too long to start: write it to a file and run that") from None
            raise ShellError(f"the command could not be started: {error.strerror}") from None


class _Reader:
    """Reads what a command says while it runs, until nobody is left who could say more."""

    def __init__(self, descriptor: int, kept: Output, output: Callable[[str], None]) -> None:
        self._descriptor, self._kept, self._output = descriptor, kept, output
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        self.flooded = asyncio.Event()
        self._loop.add_reader(descriptor, self._read)

    async def ended(self, within: float) -> bool:
        try:
            async with asyncio.timeout(within):
                await self._ended.wait()
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        self._loop.remove_reader(self._descriptor)

    def _read(self) -> None:
        try:
            data = os.read(self._descriptor, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self.close()
            self._ended.set()
            return
        said = self._kept.add(data)
        if self._kept.total > FLOOD:
            self.flooded.set()
        if said:
            self._output(said)
