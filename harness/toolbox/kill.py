"""The tool that ends a command which runs in the background."""

from pydantic import BaseModel, ConfigDict, Field

from harness.context.results import kept_in
from harness.toolbox.background_commands import BackgroundCommands
from harness.toolbox.poll import NOT_KEPT, may_be_read, unknown
from harness.tools.acts import Act
from harness.tools.calls import KILL, ToolResult
from harness.tools.origins import OURS
from harness.tools.tool import Tool, ToolContext
from harness.wording.command_ends import over


class Kill(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="Which one, as execute has told you, for example 3.1.0.", max_length=100)


def kill(background: BackgroundCommands) -> Tool[Kill]:
    """Never asked: it only ends what was approved, and what is this thread's."""

    async def run(arguments: Kill, context: ToolContext) -> ToolResult:
        id, thread = arguments.id, context.thread
        if id not in background.open(thread):
            return await unknown(id, thread, background)
        ended = await background.end(thread, id, "killed")
        kept = await may_be_read(id, thread, background)
        where = f"{kept_in(background.path(id), 'What it has said is')}." if kept else NOT_KEPT
        return ToolResult(f"It has ended: {over(ended.how, ended.exit_code)}. {where}", outside=OURS)

    return Tool(
        name=KILL,
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
