"""The tool by which the model stays silent."""

from pydantic import BaseModel, ConfigDict

from harness.tools.acts import Act
from harness.tools.calls import NO_OP, ToolResult
from harness.tools.tool import Tool, ToolContext


class NoOp(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


async def _run(arguments: NoOp, context: ToolContext) -> ToolResult:
    return ToolResult("Nothing was said.")


def no_op() -> Tool[NoOp]:
    """Alone in its step it ends the turn, and nobody sees that there was one."""
    return Tool(
        name=NO_OP,
        description=(
            "Say nothing and end here. Use it, alone and without a word beside it, when what was said is not for you "
            "and nobody needs an answer: an unwanted reply is worse than none."
        ),
        category="read",
        arguments=NoOp,
        run=_run,
        repeatable=True,
        act=lambda arguments, _: Act("Say nothing", "Said nothing"),
    )
