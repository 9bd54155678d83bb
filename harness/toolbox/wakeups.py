"""The tool by which the colleague looks after the times at which it is to be woken."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.wording import moment
from harness.tools.calls import ToolResult
from harness.tools.changes import Wakeup, WakeupDropped, WakeupHeld
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


def wakeups() -> Tool[Wakeups]:
    return Tool(
        name="wakeups",
        description="List the times at which you will be woken in this thread, or change one of them.",
        category="read",
        arguments=Wakeups,
        run=_run,
        repeatable=True,
        subject=lambda arguments: f"{arguments.action} {arguments.id}".strip(),
        summary=_summary,
    )


def _summary(arguments: Wakeups) -> str:
    return "List the wakeups" if arguments.action == "list" else f"Wakeup {arguments.id}: {arguments.action}"


async def _run(arguments: Wakeups, context: ToolContext) -> ToolResult:
    listed = "\n".join(map(_line, context.wakeups)) or "There are none."
    if arguments.action == "list":
        return ToolResult(listed)
    known = next((wakeup for wakeup in context.wakeups if wakeup.id == arguments.id), None)
    if known is None:
        return ToolResult(f"There is no wakeup {arguments.id}. These there are:\n{listed}", ok=False)
    match arguments.action:
        case "cancel":
            return ToolResult(f"Cancelled: {known.note}", changes=(WakeupDropped(known.id),))
        case "pause":
            return ToolResult(f"Paused: {known.note}", changes=(WakeupHeld(known.id, True),))
        case "resume":
            return ToolResult(f"It goes on: {known.note}", changes=(WakeupHeld(known.id, False),))
        case "run":
            return ToolResult(f"Do this now: {known.note}", changes=() if known.again else (WakeupDropped(known.id),))


def _line(wakeup: Wakeup) -> str:
    again = f", again and again: {wakeup.again}" if wakeup.again else ""
    return f"{wakeup.id}: {moment(wakeup.at)}{again}{', paused' if wakeup.paused else ''}: {wakeup.note}"
