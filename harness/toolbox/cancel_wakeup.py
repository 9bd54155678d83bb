"""The tool by which the colleague takes back that it is to be woken."""

from pydantic import BaseModel, ConfigDict, Field

from harness.tools.calls import ToolResult
from harness.tools.changes import WakeupDropped
from harness.tools.tool import Tool, ToolContext


class CancelWakeup(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="As schedule_wakeup gave it, for example 3.1.0.")


async def _run(arguments: CancelWakeup, context: ToolContext) -> ToolResult:
    known = {wakeup.id: wakeup for wakeup in context.wakeups}
    if arguments.id not in known:
        there = "; ".join(f"{wakeup.id}: {wakeup.note}" for wakeup in context.wakeups) or "none"
        return ToolResult(f"There is no wakeup {arguments.id}. There are: {there}", ok=False)
    return ToolResult(f"Cancelled: {known[arguments.id].note}", changes=(WakeupDropped(arguments.id),))


def cancel_wakeup() -> Tool[CancelWakeup]:
    return Tool(
        name="cancel_wakeup",
        description="Take back a wakeup of this thread that has not come yet.",
        category="read",
        arguments=CancelWakeup,
        run=_run,
        repeatable=True,
        subject=lambda arguments: arguments.id,
        summary=lambda arguments: f"Cancel the wakeup {arguments.id}",
    )
