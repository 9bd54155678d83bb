"""The tool that reads another channel."""

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.rooms import Rooms
from harness.toolbox.elsewhere import MOST, called, read, recipient
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.origins import CHANNEL
from harness.tools.previews import Outdated, Preview
from harness.tools.tool import Tool, ToolContext


class ReadChannel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    channel: str = Field(description="Its name, like #ops, or its id.", min_length=1)
    limit: int = Field(30, description="How many of the last messages.", ge=1, le=MOST)


def read_channel(rooms: Rooms) -> Tool[ReadChannel]:
    async def run(arguments: ReadChannel, context: ToolContext) -> ToolResult | Outdated:
        return await read(rooms, arguments.channel, arguments.limit, context)

    async def preview(arguments: ReadChannel, context: ToolContext) -> Preview:
        return await recipient(rooms, arguments.channel, context)

    return Tool(
        name="read_channel",
        description="Read the last messages of a channel, if all who take part here can see it.",
        category="read",
        arguments=ReadChannel,
        run=run,
        repeatable=True,
        outside=CHANNEL,
        subject=lambda arguments: arguments.channel,
        preview=preview,
        act=lambda arguments, seen: Act("Read", "Read", called(arguments.channel, seen), about="channel"),
    )
