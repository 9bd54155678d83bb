"""The tool by which the colleague stops looking by itself."""

from pydantic import BaseModel, ConfigDict

from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.changes import TimerDropped
from harness.tools.heartbeats import OWN
from harness.tools.tool import Tool, ToolContext


class EndHeartbeat(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


async def _run(arguments: EndHeartbeat, context: ToolContext) -> ToolResult:
    return ToolResult("You do not look here by yourself any more.", changes=(TimerDropped(OWN),))


def end_heartbeat() -> Tool[EndHeartbeat]:
    return Tool(
        name="end_heartbeat",
        description="End the heartbeat of this thread: nobody needs you to look at its list any more.",
        category="read",
        arguments=EndHeartbeat,
        run=_run,
        repeatable=True,
        act=lambda arguments, _: Act("End", "Ended", ("the heartbeat here",)),
    )
