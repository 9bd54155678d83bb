"""The tool that ends a command which runs in the background."""

from pydantic import BaseModel, ConfigDict, Field

from harness.toolbox.background_commands import BackgroundCommands
from harness.toolbox.poll import unknown
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.origins import OURS
from harness.tools.tool import Tool, ToolContext
from harness.wording.command_ends import over


class Kill(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="Which one, as execute has told you, for example 3.1.0.", max_length=100)


def kill(background: BackgroundCommands) -> Tool[Kill]:
    """Never asked: it only ends what was approved, and what is this thread's."""

    async def run(arguments: Kill, context: ToolContext) -> ToolResult:
        running = background.open(context.thread)
        if arguments.id not in running:
            return unknown(arguments.id, running)
        ended = await background.end(context.thread, arguments.id, "killed")
        told = f"It has ended: {over(ended.how, ended.exit_code)}. What it has said is in"
        return ToolResult(f"{told} {background.path(arguments.id)}.", outside=OURS)

    return Tool(
        name="kill",
        description=(
            "End a command that you have begun in the background, with all that it has started. Do so as soon as "
            "nobody needs it any more."
        ),
        category="read",
        arguments=Kill,
        run=run,
        repeatable=True,
        act=lambda arguments, _: Act("End", "Ended", (f"the command {arguments.id}",), about="id"),
    )
