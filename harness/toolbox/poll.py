"""The tool that looks at a command which runs in the background."""

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.wording import duration
from harness.context.results import kept_in
from harness.sessions.journal import JournalError
from harness.toolbox.background_commands import BackgroundCommands, Look
from harness.tools.acts import Act
from harness.tools.calls import POLL, ToolResult
from harness.tools.origins import OURS
from harness.tools.tool import Tool, ToolContext
from harness.wording.command_ends import over

NOT_KEPT = "What it says could not be kept."


class Poll(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="Which one, as execute has told you, for example 3.1.0.", max_length=100)


def poll(background: BackgroundCommands) -> Tool[Poll]:
    async def run(arguments: Poll, context: ToolContext) -> ToolResult:
        look = await background.look(context.thread, arguments.id)
        if look is None:
            return await unknown(arguments.id, context.thread, background)
        kept = f"{kept_in(background.path(arguments.id), 'What it says is')}." if look.kept else NOT_KEPT
        told = f"{_state(look)} {kept}"
        if not look.new.strip():
            return ToolResult(f"{told} It has said nothing new.", outside=OURS)
        only = "only there" if look.kept else "left out"
        before = f"[… {look.left_out:,} characters before this are {only} …]\n" if look.left_out else ""
        return ToolResult(f"{told} This is new:\n{before}{look.new.rstrip()}", outside=look.outside)

    return Tool(
        name=POLL,
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


async def unknown(id: str, thread: str, background: BackgroundCommands) -> ToolResult:
    """What the model is told where none of that id runs, as far as is known here."""
    running = background.open(thread)
    listed = f"These run: {', '.join(running)}." if running else "None runs here."
    told = f"No command {id} runs in the background. {listed} If it has ended, and not by kill, you are told how."
    if await may_be_read(id, thread, background):
        told += f" {kept_in(background.path(id), 'What is kept of it is')}."
    return ToolResult(told, ok=False, outside=OURS)


async def may_be_read(id: str, thread: str, background: BackgroundCommands) -> bool:
    """Is there a file of what it said, as far as the storage answers?"""
    try:
        return await background.is_kept(thread, id)
    except JournalError:
        return False


def _state(look: Look) -> str:
    if look.ended:
        return f"It has ended: {over(look.ended.how, look.ended.exit_code)}."
    left = max(0.0, look.limit - look.seconds)
    return f"It has been running for {duration(look.seconds)}, and may for {duration(left)} more."
