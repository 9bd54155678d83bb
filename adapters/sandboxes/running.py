"""What all have in common that run commands here: what a command says is read while it runs, and it ends in time."""

import asyncio
import errno
import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from adapters.sandboxes.aftermath import Before, cleared, look, settle
from adapters.sandboxes.failure_notes import notes_on
from adapters.sandboxes.guarded import Guarded
from adapters.sandboxes.hidden_tracked import WITHIN, HiddenTracked, Marked
from adapters.sandboxes.output import Output
from harness.toolbox.shell import (
    LONGEST_OUTPUT,
    NOTHING_HIDDEN,
    Begun,
    Completed,
    Hidden,
    Isolation,
    ShellError,
    to_the_end,
)

FLOOD = 50_000_000
"""Bytes of output after which a command is killed: reading on would take all of a processor."""
_CHUNK = 65_536
_ANSWER = "answer:"


class Running(ABC):
    """Implements Shell by `_prepared`."""

    def __init__(self, grace: float, watched: Path | None = None) -> None:
        """`grace` is how many seconds a command has between TERM and KILL, unless it lets go of its output earlier.
        `watched` is the folder in which no command leaves anything behind that acts outside of the sandbox.
        """
        self._grace, self._watched, self._tracked = grace, watched, HiddenTracked()

    @property
    @abstractmethod
    def isolation(self) -> Isolation: ...

    @abstractmethod
    def _prepared(self, command: str, hidden: Hidden) -> Guarded:
        """The command, ready to begin. Raises OSError and ShellError."""

    async def run(
        self, command: str, timeout: float, output: Callable[[str], None], hidden: Hidden = NOTHING_HIDDEN
    ) -> Completed:
        return await self._whole(await self._made(command, hidden), Output(LONGEST_OUTPUT), timeout, output)

    async def begin(self, command: str, timeout: float, hidden: Hidden = NOTHING_HIDDEN) -> Begun:
        made, kept = await self._made(command, hidden), Output(LONGEST_OUTPUT)
        completed = asyncio.ensure_future(self._whole(made, kept, timeout, lambda text: None))
        completed.add_done_callback(lambda _: made.guarded.close())  # also if it is cancelled before its first step
        return Begun(completed, lambda: str(kept))

    async def _made(self, command: str, hidden: Hidden, ours: bool = False) -> "_Made":
        """The command, ready to begin, made on a thread: that starts processes, and looks at files and programs."""
        making = asyncio.get_running_loop().run_in_executor(None, self._make, command, hidden, ours)
        try:
            return await asyncio.shield(making)
        except asyncio.CancelledError:
            await asyncio.wait({making})
            if not making.exception():
                making.result().guarded.close()
            raise

    def _make(self, command: str, hidden: Hidden, ours: bool) -> "_Made":
        before = look(Path(self._root)) if self._watched and not ours else None
        hidden = self._without_sockets(hidden, before)
        return _Made(self._guarded(command, hidden), hidden, before)

    async def _whole(self, made: "_Made", kept: Output, timeout: float, output: Callable[[str], None]) -> Completed:
        """Runs a command, with the work before and after it (`hidden_tracked`, `aftermath`)."""
        guarded, hidden, before = made
        if before is None:
            return await self._attended(guarded, kept, timeout, output)
        marked, notes = list[Marked](), list[str]()
        try:
            await self._tracked.mark(self._root, hidden, partial(self._ran, hidden), marked)
            completed = await self._attended(guarded, kept, timeout, output)
        finally:
            await _closed(guarded)
            found, undone = await to_the_end(self._settled(before, hidden, marked))
            notes += found
        notes += notes_on(completed.output, self.isolation.network)
        if completed.exit_code and marked:
            notes += self._tracked.limits(marked)
        for note in notes:  # people read only the output of a command in the background
            kept.add(f"\n[{note}]\n".encode(errors="replace"))
        return replace(completed, exit_code=completed.exit_code or int(undone), notes=tuple(notes))

    async def _ran(self, hidden: Hidden, script: str) -> tuple[int, str]:
        """Runs a script of ours in the same sandbox. Returns its exit code and its stdout, or its stderr if it fails.
        Its stdout follows a mark, since docker itself writes warnings first.
        """
        told = f"told=$(exec 2>/tmp/complaint; {script}\n); code=$?; [ $code = 0 ] || told=$(cat /tmp/complaint)"
        told = f'{told}; printf %s {_ANSWER} "$told"; exit $code'
        made = await self._made(told, hidden, ours=True)
        done = await self._attended(made.guarded, Output(LONGEST_OUTPUT), WITHIN, lambda text: None)
        _, mark, answer = done.output.partition(_ANSWER)
        return done.exit_code, answer if mark else done.output

    @property
    def _root(self) -> str:
        return os.path.realpath(self._watched) if self._watched else ""

    def _without_sockets(self, hidden: Hidden, before: Before | None) -> Hidden:
        """Hides the sockets among the files if there is no network: programs of the machine listen there."""
        if before is None or self.isolation.network or not before.sockets:
            return hidden
        return replace(hidden, files=(*hidden.files, *before.sockets))

    async def _settled(self, before: Before, hidden: Hidden, marked: Sequence[Marked]) -> tuple[list[str], bool]:
        """Returns notes, and whether a commit of the command was undone."""
        taken_back = await self._tracked.take_back(self._root, marked, partial(self._ran, hidden))
        for mount in hidden.beside:
            if mount.writable:
                await asyncio.to_thread(cleared, Path(mount.folder))
        writes = hidden.changed or hidden.changes("/")
        notes = await asyncio.to_thread(settle, Path(self._root), before) if writes else ()
        return [*taken_back.notes, *notes], taken_back.undone

    async def _attended(
        self, guarded: Guarded, kept: Output, timeout: float, output: Callable[[str], None]
    ) -> Completed:
        reader = _Reader(guarded.output, kept, output)
        try:
            return await self._completed(guarded, reader, kept, timeout)
        except asyncio.CancelledError:
            await self._end(guarded, reader)
            raise
        finally:
            reader.close()
            await _closed(guarded)

    async def _completed(self, guarded: Guarded, reader: "_Reader", kept: Output, timeout: float) -> Completed:
        running = asyncio.ensure_future(guarded.run())
        flooded = asyncio.ensure_future(reader.flooded.wait())
        try:
            await asyncio.wait({running, flooded}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                exit_code = running.result()
                if not await reader.ended(0.1):  # somebody in the background holds on to the output
                    await self._end(guarded, reader)
                if guarded.refused():
                    raise ShellError(f"the command could not be started: {' '.join(str(kept).split())}")
                return Completed(exit_code, str(kept), "memory" if guarded.out_of_memory() else "exited")
            too_much = flooded.done()
            await self._end(guarded, reader)
            if too_much:
                return Completed(128 + signal.SIGKILL, str(kept), "flooded")
            return Completed(124, str(kept), "timed-out")  # 124 is what timeout(1) says
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

    def _guarded(self, command: str, hidden: Hidden) -> Guarded:
        try:
            return self._prepared(command, hidden)
        except OSError as error:
            if error.errno == errno.E2BIG:
                raise ShellError("the command is too long to start: write it to a file and run that") from None
            raise ShellError(f"the command could not be started: {error.strerror}") from None


async def _closed(guarded: Guarded) -> None:
    """Closes it on a thread: that waits for processes to end."""
    await to_the_end(asyncio.to_thread(guarded.close))


class _Made(NamedTuple):
    """A command that is ready to begin, what it doesn't see, and the folder as it was; None where nobody watches it."""

    guarded: Guarded
    hidden: Hidden
    before: Before | None


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
