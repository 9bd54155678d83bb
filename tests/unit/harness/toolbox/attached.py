"""One file that somebody attached, for the tools that take and send files."""

import asyncio
import json
from dataclasses import replace

from harness.chat.attachments import Attachment
from harness.chat.people import Place
from harness.chat.port import NotThere, Unreachable
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext

HERE = Place("slack", "T1", "C1", "1.2")


class Attached:
    def __init__(self, name: str = "report.csv", content: bytes = b"a,b\n\x00", refuses: bool = False) -> None:
        self.name, self.content, self.refuses = name, content, refuses
        self.sent: dict[str, bytes] = {}

    def home(self, place: Place) -> Place:
        return replace(place, thread="")

    async def fetch(self, id: str, place: Place) -> Attachment:
        if id != "F1":
            raise NotThere(f"there is no file {id} here")
        return Attachment(self.name, "text/csv", self.content)

    async def send(self, place: Place, name: str, content: bytes) -> None:
        if self.refuses:
            raise Unreachable("is_archived")
        self.sent.setdefault(name, content)


def asked(tool: AnyTool, place: Place | None = HERE, **arguments: object) -> ToolResult:
    call = ToolCall("1.2.0", tool.name, json.dumps(arguments))
    result = asyncio.run(Runner({tool.name: tool}).run(call, ToolContext(call, "t", place=place)))
    assert isinstance(result, ToolResult)
    return result
