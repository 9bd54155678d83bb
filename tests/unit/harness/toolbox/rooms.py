"""One room that Ana can see, for the tools that look and speak elsewhere."""

import asyncio
import json
from collections.abc import Sequence

from harness.chat.people import Person, Place
from harness.chat.port import ChatLine, NotThere
from harness.chat.rooms import Named
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext

ANA, BOB = Person("slack", "T1", "U1", "Ana"), Person("slack", "T1", "U2", "Bob")
OPS = Place("slack", "T1", "C1")


class Ops:
    def __init__(self, *lines: ChatLine) -> None:
        self.lines, self.said = lines, dict[str, str]()

    async def find(self, named: str, reader: Person) -> Place:
        if reader != ANA:
            raise NotThere(f"there is no {named}, or whoever asked cannot see it")
        return OPS

    async def named(self, place: Place) -> Named:
        return Named(place.channel, "#ops")

    async def shown(self, place: Place, where: Place) -> bool:
        return where == OPS

    async def sees(self, person: Person, place: Place) -> bool:
        return person == ANA and place == OPS

    async def read(self, place: Place, most: int) -> Sequence[ChatLine]:
        assert place == OPS
        return self.lines[-most:]

    async def post(self, place: Place, key: str, text: str) -> None:
        self.said.setdefault(key, text)

    async def zone(self, person: Person) -> str:
        return "Asia/Tokyo" if person == BOB else ""


def asked(tool: AnyTool, by: Person | None = ANA, **arguments: object) -> ToolResult:
    call = ToolCall("1.1.0", tool.name, json.dumps(arguments))
    result = asyncio.run(Runner({tool.name: tool}).run(call, ToolContext(call, "t", requester=by, place=OPS)))
    assert isinstance(result, ToolResult)
    return result
