"""The tool that looks at a command which runs in the background."""

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.wording import duration
from harness.toolbox.background_commands import BackgroundCommands, Look
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.origins import OURS
from harness.tools.tool import Tool, ToolContext
from harness.wording.command_ends import over


class Poll(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="Which one, as execute has told you, for example 3.1.0.", max_length=100)


def poll(background: BackgroundCommands) -> Tool[Poll]:
    async def run(arguments: Poll, context: ToolContext) -> ToolResult:
        look = await background.look(context.thread, arguments.id)
        if look is None:
            return unknown(arguments.id, background.open(context.thread))
        told = f"{_state(look)} All that it says is in {background.path(arguments.id)}."
        if not look.new.strip():
            return ToolResult(f"{told} It has said nothing new.", outside=OURS)
        before = f"[… {look.left_out:,} characters before this are only there …]\n" if look.left_out else ""
        return ToolResult(f"{told} This is new:\n{before}{look.new.rstrip()}", outside=look.outside)

    return Tool(
        name="poll",
        description=(
            "See how a command stands that you have begun in the background: whether it still runs, or how it has "
            "ended, and what it has said since you looked at it last."
        ),
        category="read",
        arguments=Poll,
        run=run,
        repeatable=True,
        act=lambda arguments, _: Act("Look at", "Looked at", (f"the command {arguments.id}",), about="id"),
    )


def unknown(id: str, running: tuple[str, ...]) -> ToolResult:
    """What the model is told where none of that id runs, as far as is known here."""
    listed = f"These run: {', '.join(running)}." if running else "None runs here."
    ended = "If it has ended, you were told how, and where to read what it has said."
    return ToolResult(f"No command {id} runs in the background. {listed} {ended}", ok=False, outside=OURS)


def _state(look: Look) -> str:
    if look.ended:
        return f"It has ended: {over(look.ended.how, look.ended.exit_code)}."
    left = max(0.0, look.limit - look.seconds)
    return f"It has been running for {duration(look.seconds)}, and may for {duration(left)} more."
