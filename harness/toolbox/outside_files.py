"""Knows the files that hold text from outside: those that a command wrote while it could read such text, and those that
a turn wrote unasked after it had read some. See docs/decisions/0045.

Each start of the program on a machine has one row in the database. The row is written before a command starts, so a
crash loses nothing: the next start looks for files that changed since then.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Protocol

from harness.chat.port import Marks
from harness.files.paths import ATTACHMENTS
from harness.files.scratch import FOLDER as SCRATCH
from harness.sessions.journal import JournalError
from harness.toolbox.shell import ShellError
from harness.tools.calls import Awaiting, ToolResult
from harness.tools.origins import ATTACHMENT
from harness.tools.previews import Outdated
from harness.tools.tool import AnyTool, ToolContext
from harness.tools.values import replace as replaced

log = logging.getLogger(__name__)

LISTED = 500
"""Maximum number of files that are listed one by one. Above that, their folders are listed."""
COARSE = 0.05
"""Seconds by which the kernel's time of a change can lag behind the clock."""
WRITES_ALL = "write_file"
"""The tool that replaces a file's whole text."""
_ROW = "outside-files:"
_APART = (SCRATCH, ATTACHMENTS)
"""Folders whose files have a known origin, or none that counts."""


class Disk(Protocol):
    """Looks at the files. All methods block."""

    def folders(self) -> Mapping[int, str] | None:
        """The folders by inode; None if one can't be read."""

    def since(self, time: float, before: Mapping[int, str] | None = None) -> Iterable[str]:
        """What changed, was moved or made since then, in seconds since the epoch: files, folders with everything in
        them, and by its name alone, with a slash at its end, each new folder. `before` has the folders of that time.
        Without it, a folder in which something changed counts with everything in it.
        """

    def missing(self, paths: Iterable[str]) -> frozenset[str]:
        """Those that certainly aren't there."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One start of the program.

    Attributes:
        files: origins, by file or folder; with a slash at its end, by a folder's name alone
        before: origins that files had before a turn rewrote them, for Undo
        running: commands, by call: each one's start, in seconds since the epoch, and the origin of the text it can read
    """

    files: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[str, str] = field(default_factory=dict)
    running: Mapping[str, tuple[float, str]] = field(default_factory=dict)


class OutsideFiles:
    """Origins of the files in one folder, on one machine. All methods but `came_from` can raise JournalError."""

    def __init__(self) -> None:
        self._marks: Marks | None = None
        self._disk: Disk | None = None
        self._now: Callable[[], float] = lambda: 0.0
        self._own = self._machine = _ROW
        self._healed, self._writing = False, asyncio.Lock()
        self._before = dict[str, Mapping[int, str] | None]()
        """The folders as each command of this process found them."""

    def kept_in(self, marks: Marks, disk: Disk, now: Callable[[], float], node: str, boot: str) -> None:
        """Connects to the storage. `now` is the clock by which files change."""
        self._marks, self._disk, self._now = marks, disk, now
        self._machine = f"{_ROW}{node}:"
        self._own = f"{self._machine}{boot}"

    async def begins(self, call: str, origin: str) -> None:
        """Call this before a command starts that can read text of that origin; empty if it can read none. Raises
        ShellError without the storage: nobody would know what the command wrote.
        """
        if not origin:
            return
        since = self._now() - COARSE
        try:
            await self._change(lambda row: replace(row, running={**row.running, call: (since, origin)}))
            if self._disk:
                self._before[call] = await asyncio.to_thread(self._disk.folders)
        except JournalError as error:
            raise ShellError(f"the command was not started: I can't reach my storage just now ({error})") from error

    async def ends(self, call: str, origin: str) -> None:
        """Marks the files that the command wrote. Without the storage, it counts as running until the next start."""
        if not origin:
            return
        try:
            row = (await self._rows()).get(self._own, _Row())
            if known := row.running.get(call):
                since, origin = known
                wrote = dict.fromkeys(await self._changed(since, call), origin)
                await self._change(lambda row: _settled(row, wrote, call))
            self._before.pop(call, None)
        except JournalError as error:
            log.warning(
                "the end of command %s isn't recorded, so all files that change count as text from outside: %s",
                call,
                error,
            )

    async def wrote(self, path: str, origin: str) -> None:
        """Call this when a tool writes text of that origin into the file; empty if it has replaced all of the file with
        the team's own text.
        """
        if _apart(path) or not (origin or path in await self._files()):
            return
        parts = path.split("/")
        above = [f"{'/'.join(parts[:depth])}/" for depth in range(2, len(parts))] if origin else []
        missing = await self._missing(above)
        new = {folder: origin for folder in above if folder in missing}  # their names are the turn's own words
        await self._change(lambda row: _settled(_written(row, path, origin), new))

    async def undone(self, path: str) -> None:
        """Restores the file's origin from before its last rewrite."""
        await self._change(
            lambda row: replace(row, files={**row.files, path: row.before[path]}) if path in row.before else row
        )

    async def any(self) -> str:
        """The origin of some file that is there; empty if none holds text from outside."""
        files = await self._files()
        missing = await self._missing(files)
        return next((origin for path, origin in files.items() if path not in missing), "")

    async def came_from(self, paths: Iterable[str], text: str = "") -> str:
        """The origin of text that was read from these paths, or that names files in `text`; empty if it is the team's
        own. Without the storage, it comes from outside.
        """
        try:
            marks = (await self._noted()).values()
            named = _Named(paths, text)
            for mark in marks:
                if origin := named.among(_known(mark)):
                    return origin
            for call, (since, origin) in (running for mark in marks for running in _read(mark).running.items()):
                if named.among(_folded(dict.fromkeys(in_short(await self._changed(since, call)), origin))):
                    return origin
        except JournalError:
            return ATTACHMENT
        return ""

    async def _files(self) -> Mapping[str, str]:
        """Origins by file or folder, including what running commands have written so far."""
        found = dict[str, str]()
        for row in (await self._rows()).values():
            for call, (since, origin) in row.running.items():
                found |= dict.fromkeys(in_short(await self._changed(since, call)), origin)
            found |= row.files
        return {path: origin for path, origin in found.items() if not _apart(path)}

    async def _missing(self, paths: Iterable[str]) -> frozenset[str]:
        return await asyncio.to_thread(self._disk.missing, tuple(paths)) if self._disk else frozenset()

    async def _changed(self, since: float, call: str = "") -> Iterable[str]:
        if self._disk is None:
            return ()
        return await asyncio.to_thread(self._disk.since, since, self._before.get(call))

    async def _rows(self) -> dict[str, _Row]:
        return {name: _read(mark) for name, mark in (await self._noted()).items()}

    async def _noted(self) -> dict[str, str]:
        """The rows as the database has them: another process may have changed them."""
        if self._marks is None:
            return {}
        if not self._healed:
            await self._heal(self._marks)
        return {name: mark for name, mark in (await self._marks.below(_ROW)).items() if mark}

    async def _heal(self, marks: Marks) -> None:
        """Takes over the rows of earlier starts on this machine: their commands have ended with them."""
        async with self._writing:
            earlier = {name: mark for name, mark in (await marks.below(self._machine)).items() if mark}
            row = _read(earlier.pop(self._own, ""))
            for mark in earlier.values():
                other = _read(mark)
                row = replace(row, files={**other.files, **row.files}, before={**other.before, **row.before})
                for since, origin in other.running.values():
                    row = _settled(row, dict.fromkeys(await self._changed(since), origin))
            missing = await self._missing(row.files)
            for path in missing:
                row = _written(row, path, "")  # Undo still knows it
            if earlier or missing:
                await marks.note(self._own, _spelt(row))
                for name in earlier:
                    await marks.note(name, "")
            self._healed = True

    async def _change(self, change: Callable[[_Row], _Row]) -> None:
        if self._marks is None:
            return
        await self._rows()
        async with self._writing:
            row = _read((await self._marks.below(self._own)).get(self._own, ""))
            after = change(row)
            if after != row:
                await self._marks.note(self._own, _spelt(after))


def marking(tool: AnyTool, outside: OutsideFiles) -> AnyTool:
    """The tool with tracing: its results have the origin of the files that it read, and files that it writes unasked
    after text from outside was read are marked.
    """

    async def run(arguments: Any, context: ToolContext) -> ToolResult | Awaiting | Outdated:
        assert tool.run
        touched = (tool.subject(arguments), *tool.leads(arguments))
        writes = tool.operation == "write"
        origin = next(iter(context.untrusted), "") if writes and not context.approved else ""
        try:
            if origin:  # first: a crash in between marks a file that was not written, and never the reverse
                await outside.wrote(touched[-1], origin)
            result = await tool.run(arguments, context)
            if not isinstance(result, ToolResult):
                return result
            if tool.name == WRITES_ALL and result.ok and not origin:
                await outside.wrote(touched[-1], "")
        except JournalError as error:
            return ToolResult(f"not done: I can't reach my storage just now ({error})", ok=False)
        if not writes and result.outside is None and (origin := await outside.came_from(touched, result.text)):
            return replaced(result, outside=origin)
        return result

    async def undo(arguments: Any, change: Any, context: ToolContext) -> Any:
        assert tool.undo
        outcome = await tool.undo(arguments, change, context)
        if outcome == "undone":
            await outside.undone((tool.subject(arguments), *tool.leads(arguments))[-1])
        return outcome

    return replace(tool, run=run, undo=undo if tool.undo else None)


def in_short(paths: Iterable[str]) -> tuple[str, ...]:
    """The paths, sorted. If they are more than LISTED, folders stand for the deepest ones."""
    found = set(paths)
    for depth in range(max((path.count("/") for path in found), default=0) - 1, -1, -1):
        if len(found) <= LISTED:
            break
        found = {"/".join(path.split("/")[: depth + 1]) or "/" for path in found}
    return tuple(sorted(found))


def _settled(row: _Row, wrote: Mapping[str, str], call: str = "") -> _Row:
    """The row once that command has ended and has written these files."""
    files = {**row.files, **{path: origin for path, origin in wrote.items() if not _apart(path)}}
    if len(files) > LISTED:
        some = next(iter(files.values()))
        files = {path: files.get(path, some) for path in in_short(files)}
    running = {id: known for id, known in row.running.items() if id != call}
    return replace(row, files=files, running=running)


def _written(row: _Row, path: str, origin: str) -> _Row:
    files = {each: known for each, known in row.files.items() if each != path}
    if origin:
        return _settled(replace(row, files=files), {path: origin})
    before = {**row.before, path: row.files[path]} if path in row.files else row.before
    return replace(row, files=files, before=dict(list(before.items())[-LISTED:]))


def _apart(path: str) -> bool:
    return any(f"{path}/".startswith(f"{folder}/") for folder in _APART)


def _spelt(row: _Row) -> str:
    return json.dumps({"files": dict(row.files), "before": dict(row.before), "running": dict(row.running)})


@lru_cache(maxsize=16)
def _read(mark: str) -> _Row:
    if not mark:
        return _Row()
    told = json.loads(mark)
    running = {str(call): (float(since), str(origin)) for call, (since, origin) in told["running"].items()}
    return _Row(dict(told["files"]), dict(told["before"]), running)


@lru_cache(maxsize=16)
def _known(mark: str) -> tuple[tuple[str, str], ...]:
    return _folded(_read(mark).files)


def _folded(files: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Files or folders in small letters, each with its origin. A slash at the end means a folder's name alone."""
    return tuple((path.casefold() if path != "/" else "", origin) for path, origin in files.items() if not _apart(path))


class _Named:
    """The files that a tool has read, or that its text names."""

    def __init__(self, paths: Iterable[str], text: str) -> None:
        self._paths = tuple(f"{path.casefold()}/" for path in paths)
        self._text = text.casefold() if "/" in text else ""

    def among(self, files: Iterable[tuple[str, str]]) -> str:
        """The origin of one of them; empty if none is among these."""
        for known, origin in files:
            if known in self._text or any(path.startswith(f"{known}/") for path in self._paths):
                return origin
        return ""
