"""The tool that takes a note back."""

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.cards import Block
from harness.context.notes import Memory, NoteUnknown
from harness.toolbox.remember import CATEGORY
from harness.toolbox.wording import one_line
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.changes import NoteForgotten
from harness.tools.previews import NoteNamed, Preview
from harness.tools.tool import Tool, ToolContext


class Forget(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="The id of the note, as it is listed.", min_length=1, max_length=100)


def forget(memory: Memory) -> Tool[Forget]:
    async def run(arguments: Forget, context: ToolContext) -> ToolResult:
        gone = await memory.forget(arguments.id, memory.layers(context.place, context.requester))
        if gone is None:
            return ToolResult(f"{_unknown(arguments.id)}.", ok=False)
        return ToolResult("Forgotten.", changes=(NoteForgotten(gone.id, gone.text),))

    async def preview(arguments: Forget, context: ToolContext) -> Preview:
        """Raises NoteUnknown."""
        for note in await memory.notes.of(memory.layers(context.place, context.requester)):
            if note.id == arguments.id:
                return NoteNamed(note.text)
        raise NoteUnknown(_unknown(arguments.id))

    return Tool(
        name="forget",
        description="Take back a note that is wrong or that nobody needs any more.",
        category=CATEGORY,
        arguments=Forget,
        run=run,
        repeatable=True,
        subject=lambda arguments: arguments.id,
        preview=preview,
        act=_act,
    )


def _unknown(id: str) -> str:
    return f"there is no note {one_line(id, 40)} here"


def _act(arguments: Forget, seen: Preview | None) -> Act:
    text = seen.text if isinstance(seen, NoteNamed) else ""
    blocks = (Block(text, "text", name="note"),) if text else ()
    return Act("Forget", "Forgot", ("this note",), blocks=blocks, about="id", says=frozenset({"id"}))
