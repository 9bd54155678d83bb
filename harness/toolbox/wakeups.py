"""The tool by which the colleague looks after the times at which it is to be woken."""

from collections.abc import Callable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.rooms import Rooms
from harness.toolbox.clock import local, zone_of
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.changes import PendingWakeup, TimerDropped, TimerHeld
from harness.tools.previews import Preview
from harness.tools.tool import Tool, ToolContext


class Wakeups(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    action: Literal["list", "cancel", "pause", "resume", "run"] = Field(
        description=(
            "pause: it does not come until resume. run: its note, for you to do now; what comes again and again comes "
            "later all the same."
        )
    )
    id: str = Field("", description="Of which one, as the list has it, for example 3.1.0.")


def wakeups(now: Callable[[], float], rooms: Rooms) -> Tool[Wakeups]:
    """`now` is in seconds since the epoch; `rooms` tells where people live."""

    async def run(arguments: Wakeups, context: ToolContext) -> ToolResult:
        there = await zone_of(context, rooms)
        if arguments.action == "list":
            return ToolResult(f"It is {local(now(), there)}.\n{_listed(context, there)}")
        return _changed(arguments, context, there)

    return Tool(
        name="wakeups",
        description=(
            "List the times at which you will be woken in this thread, and what time it is for whoever you work for; "
            "or change one of them."
        ),
        category="read",
        arguments=Wakeups,
        run=run,
        repeatable=True,
        subject=lambda arguments: f"{arguments.action} {arguments.id}".strip(),
        act=_act,
    )


_ACTS = {"list": "List", "cancel": "Cancel", "pause": "Pause", "resume": "Resume", "run": "Run"}
_PAST = {"list": "Listed", "cancel": "Cancelled", "pause": "Paused", "resume": "Resumed", "run": "Ran"}


def _act(arguments: Wakeups, _: Preview | None) -> Act:
    what = f"wakeup {arguments.id}" if arguments.id else "the wakeups"
    return Act(_ACTS[arguments.action], _PAST[arguments.action], (what,), about="id", says=frozenset({"action"}))


def _changed(arguments: Wakeups, context: ToolContext, there: str) -> ToolResult:
    known = next((wakeup for wakeup in context.wakeups if wakeup.id == arguments.id), None)
    if known is None:
        listed = _listed(context, there)
        return ToolResult(f"There is no wakeup {arguments.id}. These there are:\n{listed}", ok=False)
    match arguments.action:
        case "cancel":
            return ToolResult(f"Cancelled: {known.note}", changes=(TimerDropped(known.id),))
        case "pause":
            return ToolResult(f"Paused: {known.note}", changes=(TimerHeld(known.id, True),))
        case "resume":
            return ToolResult(f"It goes on: {known.note}", changes=(TimerHeld(known.id, False),))
        case _:
            return ToolResult(f"Do this now: {known.note}", changes=() if known.recurs else (TimerDropped(known.id),))


def _listed(context: ToolContext, there: str) -> str:
    return "\n".join(_line(wakeup, there) for wakeup in context.wakeups) or "There are none."


def _line(wakeup: PendingWakeup, there: str) -> str:
    again = f", again and again: {wakeup.schedule}" if wakeup.recurs else ""
    return f"{wakeup.id}: {local(wakeup.at, there)}{again}{', paused' if wakeup.paused else ''}: {wakeup.note}"
