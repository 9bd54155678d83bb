"""The tool that speaks elsewhere."""

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.cards import Block
from harness.chat.port import ChatError
from harness.chat.rooms import Rooms
from harness.toolbox.elsewhere import called, reader, recipient
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.previews import Preview, Recipient
from harness.tools.tool import Tool, ToolContext

CATEGORY = "message"
"""Speaking to others: asked, unless the workspace says otherwise."""


class PostMessage(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    to: str = Field(
        description="A channel (#ops), a person (@ana), or a link to a message, to answer in its thread.", min_length=1
    )
    text: str = Field(description="In Markdown.", min_length=1)


def post_message(rooms: Rooms) -> Tool[PostMessage]:
    async def run(arguments: PostMessage, context: ToolContext) -> ToolResult:
        try:
            known = context.preview if isinstance(context.preview, Recipient) else None
            place = known.place if known else await rooms.find(arguments.to, reader(context))
            await rooms.post(place, f"{context.thread}:{context.call.id}", arguments.text)
        except ChatError as error:
            return ToolResult(f"Not posted: {error}.", ok=False)
        return ToolResult(f"Posted to {arguments.to}.")

    async def preview(arguments: PostMessage, context: ToolContext) -> Preview:
        return await recipient(rooms, arguments.to, context)

    return Tool(
        name="post_message",
        description=(
            "Say something in another channel or thread, or to a person directly. To answer where you were asked, "
            "simply answer."
        ),
        category=CATEGORY,
        arguments=PostMessage,
        run=run,
        repeatable=True,
        subject=lambda arguments: arguments.to,
        preview=preview,
        act=_act,
    )


def _act(arguments: PostMessage, seen: Preview | None) -> Act:
    return Act(
        "Post to",
        "Posted to",
        called(arguments.to, seen),
        blocks=(Block(arguments.text, "markdown", name="message"),),
        about="to",
        says=frozenset({"text"}),
    )
