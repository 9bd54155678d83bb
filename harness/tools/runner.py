"""A call becomes a result, whatever happens: the runner raises nothing but its own cancellation."""

import asyncio
import logging
from collections.abc import Mapping
from math import isfinite
from typing import get_args

from harness.tools.arguments import MalformedArguments
from harness.tools.calls import Awaiting, Media, Quoted, ToolCall, ToolResult
from harness.tools.changes import (
    STATUSES,
    CommandStarted,
    FileChanged,
    FileSeen,
    HeartbeatWanted,
    NoteForgotten,
    NoteWritten,
    Reported,
    TimerDropped,
    TimerHeld,
    Todo,
    TodosWritten,
    ToolsNarrowed,
    UndoOutcome,
    WakeupWanted,
)
from harness.tools.masks import Masking, Masks, by_looks
from harness.tools.previews import Foreseen, Hidden, Outdated, Unfeasible
from harness.tools.schedules import Cron, Hours, Interval, Once
from harness.tools.skills import AllowedTool
from harness.tools.tool import AnyTool, ToolContext
from harness.tools.unforeseen import unforeseen
from harness.tools.values import replace

log = logging.getLogger(__name__)

LONGEST = 10_000_000
"""Characters of a result that are kept; the rest is cut, and the result says so."""
LARGE_TEXT_CHARS = 500_000
"""Characters of a result that others need not wait for while it is masked."""
PREVIEWED_WITHIN = 15.0
"""Seconds for seeing what a call would do, before anybody is asked."""


class Runner:
    """`foreseen` are the failures whose messages say all that there is to say; the log has those of others whole. What
    is secret by `masking` is masked in all that tools give.
    """

    def __init__(
        self,
        tools: Mapping[str, AnyTool],
        foreseen: tuple[type[Exception], ...] = (),
        masking: Masking = by_looks,
    ) -> None:
        self._tools, self._masking = tools, masking
        self._foreseen: tuple[type[Exception], ...] = (MalformedArguments, *foreseen)

    async def preview(self, call: ToolCall, context: ToolContext) -> Foreseen | Unfeasible:
        """What the call would do as things are."""
        seen = await self._preview(call, context)
        masks = await self._masking()
        return Unfeasible(masks.masked(seen.why)) if isinstance(seen, Unfeasible) else masks.of_preview(seen)

    async def _preview(self, call: ToolCall, context: ToolContext) -> Foreseen | Unfeasible:
        tool = self._tools.get(call.tool)
        if tool is None or tool.preview is None or _another(tool, context):
            return Unfeasible(f"the tool {call.tool} no longer exists, so its effect can't be previewed")
        try:
            arguments = tool.parse(call.arguments)
            async with asyncio.timeout(PREVIEWED_WITHIN):
                seen = await tool.preview(arguments, _ruled(tool, arguments, context))
            return Foreseen(seen, tool.line(arguments, seen))
        except TimeoutError:
            return Unfeasible(f"the preview of {call.tool} took too long")
        except asyncio.CancelledError:
            if cancelled():
                raise
            return Unfeasible(f"the preview of {call.tool} was cancelled")
        except self._foreseen as error:
            return Unfeasible(str(error))
        except Exception as error:
            return Unfeasible(unforeseen(log, error, "%s: what the call %s would do", context.thread, _named(call)))

    async def run(self, call: ToolCall, context: ToolContext) -> ToolResult | Awaiting | Outdated:
        """Runs one call that was cleared to run, by the tool that it was cleared for: Outdated, if that is there no
        more. An unknown tool, malformed arguments, an exception, a timeout and a value that is no result all become a
        ToolResult that is not ok and says what happened. It says where its text comes from, and nothing in it is
        secret.
        """
        tool = self._tools.get(call.tool)
        masks = await self._masking()
        shown = masks.stream(context.output)
        try:
            result = await self._run(tool, call, replace(context, output=shown.add, masked=masks.masked))
        finally:
            shown.end()
        if not isinstance(result, ToolResult):
            return result
        outside = (tool.outside if tool and result.outside is None else result.outside) or None
        known = result if outside == result.outside else replace(result, outside=outside)
        return _bounded(await self._masked(known, masks))

    async def undo(self, call: ToolCall, change: FileChanged, context: ToolContext) -> tuple[UndoOutcome, str]:
        """What comes of having back what the call has changed, and why it failed, if it did. May raise what is not
        foreseen.
        """
        tool = self._tools.get(call.tool)
        if tool is None or tool.undo is None:
            return "failed", f"the tool {call.tool} no longer exists"
        try:
            arguments = tool.parse(call.arguments)
            return await tool.undo(arguments, change, _ruled(tool, arguments, context)), ""
        except self._foreseen as error:
            return "failed", str(error)

    async def _masked(self, result: ToolResult, before: Masks) -> ToolResult:
        """It goes by what was known to be secret `before`, and by now: the call may have made it so, or moved it."""
        masks = before.and_of(await self._masking())
        if len(result.text) > LARGE_TEXT_CHARS or masks.patterns:
            return await asyncio.to_thread(masks.of_result, result)
        return masks.of_result(result)

    async def _run(
        self, tool: AnyTool | None, call: ToolCall, context: ToolContext
    ) -> ToolResult | Awaiting | Outdated:
        if _another(tool, context):
            return Outdated("tool")
        if tool is None or tool.run is None:
            return ToolResult(f"there is no tool {call.tool} that runs", ok=False)
        try:
            arguments = tool.parse(call.arguments)
            async with asyncio.timeout(tool.timeout):
                result = await tool.run(arguments, _ruled(tool, arguments, context))
        except self._foreseen as error:
            return ToolResult(str(error), ok=False)
        except TimeoutError:
            # A TimeoutError of the tool's own, from within its deadline, reads the same: it did not end in time.
            return ToolResult(f"{call.tool} took too long and was ended; it may have taken effect", ok=False)
        except asyncio.CancelledError:
            if cancelled():
                raise
            return ToolResult(f"{call.tool} failed: it was cancelled", ok=False)
        except Exception as error:  # whatever a tool raises is the model's to read, not ours to die of
            why = unforeseen(log, error, "%s: the call %s failed", context.thread, _named(call))
            return ToolResult(f"{call.tool} failed: {why}", ok=False)
        if not _makes_sense(result):
            return ToolResult(f"{call.tool} returned something invalid: {type(result).__name__}", ok=False)
        return result


def _named(call: ToolCall) -> str:
    return f"{call.id} of {call.tool}"


def _another(tool: AnyTool | None, context: ToolContext) -> bool:
    """Is it another tool than the rules have judged?"""
    return bool(context.tool) and (tool is None or tool.digest != context.tool)


def _ruled(tool: AnyTool, arguments: object, context: ToolContext) -> ToolContext:
    """With what the rules leave it."""
    if not tool.permits and not tool.shows:
        return context
    permits = tool.permits(arguments, context) if tool.permits else context.permits
    return replace(context, permits=permits, shows=tool.shows(context) if tool.shows else context.shows)


def cancelled() -> bool:
    """For whoever meets a CancelledError: is it this task that is to end, rather than something that it waited for?"""
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0


def _makes_sense(result: object) -> bool:
    """Is it what tools may return, all the way down? What is journaled is read back, and folded, for ever."""
    match result:
        case ToolResult(
            text=str(),
            ok=bool(),
            changes=tuple() as changes,
            media=tuple() as media,
            outside=str() | None,
            quotes=tuple() as quotes,
        ):
            known = all(isinstance(one, Media) for one in media) and all(isinstance(one, Quoted) for one in quotes)
            return known and all(map(_is_change, changes))
        case Awaiting(until=None) | Outdated(what="world"):
            return True
        case Awaiting(until=float() | int() as until):
            return isfinite(until)
        case _:
            return False


def _is_change(change: object) -> bool:
    match change:
        case TodosWritten(todos=tuple() as todos):
            return all(isinstance(t, Todo) and isinstance(t.text, str) and t.status in STATUSES for t in todos)
        case WakeupWanted(at=float() | int() as at, note=str(), schedule=schedule, unasked=bool()):
            return isfinite(at) and _is_schedule(schedule)
        case HeartbeatWanted(schedule=Interval(since=0.0) as schedule, checklist=str()):
            return _is_schedule(schedule)
        case TimerDropped(id=str()) | TimerHeld(id=str(), held=bool()) | Reported(notify=bool(), text=str()):
            return True
        case NoteWritten(id=str(), layer="team" | "place" | "person", text=str(), instead=str(), replaces=str()):
            return True
        case NoteForgotten(id=str(), text=str()) | FileSeen(file=str(), version=str()):
            return True
        case CommandStarted(
            node=str(), boot=str(), command=str(), limit=float() | int() as limit, notify=bool(), outside=str()
        ):
            return isfinite(limit)
        case FileChanged(path=str(), file=str(), after=str(), before=str(), why=str() as why, mode=None | int()):
            return why in get_args(Hidden)
        case ToolsNarrowed(skill=str(), leaves=tuple() as leaves):
            return all(
                isinstance(one, AllowedTool) and isinstance(one.tool, str) and isinstance(one.match, str)
                for one in leaves
            )
        case _:
            return False


def _is_schedule(schedule: object) -> bool:
    match schedule:
        case Once(at=float() | int() as at):
            return isfinite(at)
        case Cron(expression=str(), zone=str()):
            return True
        case Interval(every=float() | int() as every, hours=None | Hours(), zone=str(), since=float() | int() as since):
            return isfinite(every) and every > 0 and isfinite(since)
        case _:
            return False


def _bounded(result: ToolResult) -> ToolResult:
    if len(result.text) <= LONGEST:
        return result
    cut = len(result.text) - LONGEST
    return replace(result, text=f"{result.text[:LONGEST]}\n[{cut:,} more characters were cut]")
