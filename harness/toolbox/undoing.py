"""What people have let a tool change of a file, they may have back, as long as it is as that has left it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

from harness.context.results import LargeTexts
from harness.files.changes import digest
from harness.files.errors import AccessRefused, Changed, FilesError, Looped, Missing, Ruled, UnreadableFile, WrongKind
from harness.files.port import Files, FileState
from harness.sessions.journal import JournalUnavailable
from harness.toolbox.seen_files import known_by
from harness.toolbox.wording import path_subject
from harness.tools.changes import FileChanged, UndoOutcome
from harness.tools.previews import Hidden
from harness.tools.tool import ToolContext

MOST = 2_000_000
"""Bytes of a file that is kept as it was."""
_IS_ANOTHER = (Changed, AccessRefused, Missing, WrongKind, Looped, UnreadableFile)
"""Something else lies there by now, such as a folder, or a link that leads out of the files: no later try helps."""
FINAL = "this cannot be undone"
"""What a card says of a change before it is made, where it is known by then."""


def is_final(hidden: Hidden, size: int = 0) -> bool:
    """Is it known before the change of a file that it cannot be undone? So it is if the file is not read, no text, or
    too large to be kept; what a rule keeps people from seeing is kept all the same.
    """
    return size > MOST or hidden not in ("", "ruled")


class OnFile(Protocol):
    """Arguments of a tool that changes one file."""

    @property
    def file_path(self) -> str: ...


class Before(NamedTuple):
    """What a file held: `data` is None of what was not there, and of what is not kept, as `why` says."""

    data: bytes | None = None
    why: Hidden = ""


class Undoing:
    """Keeps what files held in `large`, the last of each, as long as their thread is there."""

    def __init__(self, files: Files, large: LargeTexts) -> None:
        self._files, self._large = files, large
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def alone(self, path: str, context: ToolContext) -> AsyncIterator[None]:
        """Edits of one file that run side by side come one after another, so that it is known what each has left."""
        with suppress(FilesError):
            path = known_by(self._files, path, context)
        async with self._locks.setdefault(path, asyncio.Lock()):
            yield

    async def before(self, path: str, context: ToolContext) -> Before | None:
        """Asked before the change. None where nobody was asked about it: then there is no line to have it back from."""
        if context.preview is None:
            return None
        tree = self._files.of(context)
        try:
            state = await tree.state(path, context.permits)
            if not state.exists or state.why:
                return Before(why=state.why)
            data = await tree.read_bytes(path, context.permits, state.version)
        except FilesError:
            return None
        return Before(data) if len(data) <= MOST else Before(why="large")

    async def changed(
        self, path: str, before: Before | None, after: str | None, context: ToolContext, mode: int | None = None
    ) -> Sequence[FileChanged]:
        """Asked after it. The text `after` is what the file has to hold then, and None if it has to be gone: somebody
        may have been faster. What is gone had the permissions `mode`.
        """
        if before is None:
            return ()
        try:
            state = await self._files.of(context).state(path, context.permits)
            if not before.why and (state.exists, state.text) != (after is not None, after):
                return ()
            file = known_by(self._files, path, context)
            if before.data is not None and not await self._large.keep_before(
                context.thread, file, before.data.decode(errors="replace")
            ):
                return ()
        except (FilesError, JournalUnavailable):
            return ()
        held = "" if before.data is None else _digest(before.data)
        return (FileChanged(path_subject(path), file, state.version, held, before.why, mode),)

    async def undo(self, arguments: OnFile, change: FileChanged, context: ToolContext) -> UndoOutcome:
        """Raises FilesError, which leaves the file as it is, and JournalUnavailable."""
        try:
            return await self._undo(arguments.file_path, change, context)
        except Ruled:
            return "denied"
        except _IS_ANOTHER:
            return "changed"

    async def _undo(self, path: str, change: FileChanged, context: ToolContext) -> UndoOutcome:
        tree, data = self._files.of(context), None
        if change.before:
            kept = await self._large.before(context.thread, change.file)
            data = None if kept is None else kept.encode(errors="replace")
            if data is None or _digest(data) != change.before:
                return "changed"
        state = await tree.state(path, context.permits)
        if known_by(self._files, path, context) != change.file:
            return "changed"  # a link leads elsewhere by now
        if state.version != change.after:
            return "undone" if await self._holds(path, state, data, context) else "changed"
        if data is not None:
            await tree.write_bytes(path, data, context.permits, change.after, change.mode)
            return "undone"
        going = await tree.deletion(path, context.permits)
        if (await tree.state(path, context.permits)).version != change.after:
            return "changed"
        await tree.delete(path, context.permits, going.version)
        return "undone"

    async def _holds(self, path: str, state: FileState, data: bytes | None, context: ToolContext) -> bool:
        """Is it what it was already? So it is if we were stopped right after that."""
        if data is None or not state.exists:
            return data is None and not state.exists
        tree = self._files.of(context)
        return state.text is not None and await tree.read_bytes(path, context.permits, state.version) == data


def _digest(data: bytes) -> str:
    return digest(data)[:16]
