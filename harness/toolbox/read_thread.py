"""The tool that reads another thread."""

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.rooms import Rooms
from harness.toolbox.elsewhere import MOST, called, read, recipient
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.origins import THREAD
from harness.tools.previews import Outdated, Preview
from harness.tools.tool import Tool, ToolContext


class ReadThread(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    link: str = Field(description="The link to a message; the thread that it is in is read.", min_length=1)
    limit: int = Field(50, description="How many of the last messages.", ge=1, le=MOST)


def read_thread(rooms: Rooms) -> Tool[ReadThread]:
    async def run(arguments: ReadThread, context: ToolContext) -> ToolResult | Outdated:
        return await read(rooms, arguments.link, arguments.limit, context)

    async def preview(arguments: ReadThread, context: ToolContext) -> Preview:
        return await recipient(rooms, arguments.link, context)

    return Tool(
        name="read_thread",
        description="Read a thread by the link to one of its messages, if all who take part here can see it.",
        category="read",
        arguments=ReadThread,
        run=run,
        repeatable=True,
        outside=THREAD,
        subject=lambda arguments: arguments.link,
        preview=preview,
        act=lambda arguments, seen: Act("Read a thread of", "Read a thread of", called(arguments.link, seen)),
    )
