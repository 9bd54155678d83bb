"""Which of the files hold text from outside: what a command wrote while it could read such text, and what a turn wrote
unasked after it had read some. See docs/decisions/0045.

Each start of the program on a machine has one row of the database. A row is written before a command starts, so a
crash loses nothing: the next start looks which files changed since then.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

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
"""Files that are listed one by one. Of more, their folders are."""
COARSE = 0.05
"""Seconds by which the kernel's time of a change may be late."""
WRITES_ALL = "write_file"
"""The tool that leaves nothing of what a file held."""
_ROW = "outside-files:"
_APART = (SCRATCH, ATTACHMENTS)
"""Folders whose files are known by where they lie."""

Changed = Callable[[float], Awaitable[Iterable[str]]]
"""The files that were changed, moved or made since then, in seconds since the epoch."""


async def nothing_changed(since: float) -> Iterable[str]:
    """Where there are no files."""
    return ()


@dataclass(frozen=True, slots=True)
class _Row:
    """Origins by file or folder; of files that somebody wrote anew since; and the commands that run, by call, each with
    when it began and the origin of what it reads.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[str, str] = field(default_factory=dict)
    running: Mapping[str, tuple[float, str]] = field(default_factory=dict)


class OutsideFiles:
    """Of one folder of files, on one machine. All but `came_from` may raise JournalError."""

    def __init__(self) -> None:
        self._marks: Marks | None = None
        self._changed: Changed = nothing_changed
        self._now: Callable[[], float] = lambda: 0.0
        self._own = self._machine = _ROW
        self._healed, self._writing = False, asyncio.Lock()

    def kept_in(self, marks: Marks, changed: Changed, now: Callable[[], float], node: str, boot: str) -> None:
        """`now` is the clock by which files change."""
        self._marks, self._changed, self._now = marks, changed, now
        self._machine = f"{_ROW}{node}:"
        self._own = f"{self._machine}{boot}"

    async def begins(self, call: str, origin: str) -> None:
        """A command starts that reads text of that origin, if it is not empty. Raises ShellError if the storage is
        away, as nobody would know what the command wrote.
        """
        if not origin:
            return
        try:
            await self._change(lambda row: replace(row, running={**row.running, call: (self._now() - COARSE, origin)}))
        except JournalError as error:
            raise ShellError(f"the command was not started: the storage is not there just now ({error})") from error

    async def ends(self, call: str, origin: str) -> None:
        """What it wrote is of that origin. If the storage is away, it counts as running until the next start."""
        if not origin:
            return
        try:
            row = (await self._rows()).get(self._own, _Row())
            if known := row.running.get(call):
                since, origin = known
                wrote = dict.fromkeys(await self._changed(since), origin)
                await self._change(lambda row: _settled(row, wrote, call))
        except JournalError as error:
            log.warning("what the command %s wrote counts as text from outside, and so does all else: %s", call, error)

    async def wrote(self, path: str, origin: str) -> None:
        """A tool writes text of that origin into the file. If it is empty: it has written all of it, and none of the
        text from outside is left.
        """
        if not _apart(path) and (origin or path in await self._files()):
            await self._change(lambda row: _written(row, path, origin))

    async def undone(self, path: str) -> None:
        """The file is as it was before that."""
        await self._change(
            lambda row: replace(row, files={**row.files, path: row.before[path]}) if path in row.before else row
        )

    async def any(self) -> str:
        """The origin of some file; empty, if no file holds text from outside."""
        return next(iter((await self._files()).values()), "")

    async def came_from(self, paths: Iterable[str], text: str = "") -> str:
        """Where text comes from that was read of these paths, or that names files in `text`; empty, if it is the
        team's own. While that cannot be known, it comes from outside.
        """
        try:
            files = await self._files()
        except JournalError:
            return ATTACHMENT
        folded = text.casefold()
        for path, origin in files.items():
            known = path.casefold().rstrip("/")
            if known in folded or any(f"{one.casefold()}/".startswith(f"{known}/") for one in paths):
                return origin
        return ""

    async def _files(self) -> Mapping[str, str]:
        """With what commands that still run have written by now."""
        found = dict[str, str]()
        for row in (await self._rows()).values():
            for since, origin in row.running.values():
                found |= dict.fromkeys(in_short(await self._changed(since)), origin)
            found |= row.files
        return {path: origin for path, origin in found.items() if not _apart(path)}

    async def _rows(self) -> dict[str, _Row]:
        if self._marks is None:
            return {}
        if not self._healed:
            await self._heal(self._marks)
        return {name: _read(mark) for name, mark in (await self._marks.below(_ROW)).items() if mark}

    async def _heal(self, marks: Marks) -> None:
        """What earlier starts on this machine knew is ours now: their commands have ended with them."""
        async with self._writing:
            earlier = {name: mark for name, mark in (await marks.below(self._machine)).items() if mark}
            row = _read(earlier.pop(self._own, ""))
            for mark in earlier.values():
                other = _read(mark)
                row = replace(row, files={**other.files, **row.files}, before={**other.before, **row.before})
                for since, origin in other.running.values():
                    row = _settled(row, dict.fromkeys(await self._changed(since), origin))
            if earlier:
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
    """The tool, whose results say where the text comes from that it read of files; and what it writes unasked, after
    text from outside was read, is known as such.
    """

    async def run(arguments: Any, context: ToolContext) -> ToolResult | Awaiting | Outdated:
        assert tool.run
        touched = (tool.subject(arguments), *tool.leads(arguments))
        writes = tool.operation == "write"
        origin = next(iter(context.untrusted), "") if writes and not context.approved else ""
        try:
            if origin:  # first: whoever is killed in between has marked what was not written
                await outside.wrote(touched[-1], origin)
            result = await tool.run(arguments, context)
            if not isinstance(result, ToolResult):
                return result
            if tool.name == WRITES_ALL and result.ok and not origin:
                await outside.wrote(touched[-1], "")
        except JournalError as error:
            return ToolResult(f"not done: the storage is not there just now ({error})", ok=False)
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
    """The paths in order; where they are more than LISTED, the deeper ones as the folders that hold them."""
    found = set(paths)
    for depth in range(max((path.count("/") for path in found), default=0) - 1, -1, -1):
        if len(found) <= LISTED:
            break
        found = {"/".join(path.split("/")[: depth + 1]) or "/" for path in found}
    return tuple(sorted(found))


def _settled(row: _Row, wrote: Mapping[str, str], call: str = "") -> _Row:
    """With what a command wrote, which runs no more."""
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


def _read(mark: str) -> _Row:
    if not mark:
        return _Row()
    told = json.loads(mark)
    running = {str(call): (float(since), str(origin)) for call, (since, origin) in told["running"].items()}
    return _Row(dict(told["files"]), dict(told["before"]), running)
