"""Notes as the tools that keep them see them: on a real database, from a channel and from a direct message."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adapters.storage.journal import SqlJournal
from harness.chat.people import Person, Place
from harness.context.notes import Memory, Note, NoteLayer
from harness.tools.acts import Act
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.previews import Preview
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext

BOB = Person("slack", "T", "U1", "Bob")
CHANNEL, PRIVATE = Place("slack", "T", "C1", "1.0"), Place("slack", "T", "D1", "1.0")


@contextmanager
def memory(folder: Path, *notes: Note) -> Iterator[Memory]:
    """That of the team T, with these notes."""
    with SqlJournal.open(f"sqlite:///{folder / 'journal.db'}", lambda: 0.0) as journal:
        kept = Memory()
        kept.kept_in(journal.notes, "T")
        for note in notes:
            asyncio.run(kept.write(note, (), "", ()))
        yield kept


def note(id: str, layer: NoteLayer, text: str) -> Note:
    return Note(id, layer, text, by=BOB.id)


def texts(kept: Memory, place: Place) -> list[str]:
    return [one.text for one in asyncio.run(kept.told(place, BOB))]


def run(tool: AnyTool, place: Place | None, **arguments: object) -> ToolResult:
    call = ToolCall("1.1.0", tool.name, json.dumps(arguments))
    result = asyncio.run(Runner({tool.name: tool}).run(call, ToolContext(call, "thread", requester=BOB, place=place)))
    assert isinstance(result, ToolResult)
    return result


def foreseen(tool: AnyTool, place: Place, **arguments: object) -> Act:
    """What a card says of it. Raises what the preview raises."""
    call = ToolCall("1.1.0", tool.name, json.dumps(arguments))
    parsed = tool.parse(call.arguments)

    async def seen() -> Preview:
        assert tool.preview
        return await tool.preview(parsed, ToolContext(call, "thread", requester=BOB, place=place))

    assert tool.act
    return tool.act(parsed, asyncio.run(seen()))
