"""What is read of a large message is taken back with it."""

import asyncio
import json
from dataclasses import replace

import pytest

from adapters.files.read_only import NoFiles
from adapters.files.result_files import result_files
from adapters.files.routed import Routed
from harness.context.results import LARGE_MESSAGE, LargeTexts
from harness.context.transcript import UNQUOTED, transcript
from harness.sessions import facts as f
from harness.toolbox.glob import glob
from harness.toolbox.grep import grep
from harness.toolbox.quoting import quoting
from harness.toolbox.read_file import read_file
from harness.tools.calls import Quoted, ToolCall, ToolResult
from harness.tools.changes import CommandStarted
from harness.tools.origins import CHANNEL as ANOTHER
from harness.tools.origins import COMMAND, OURS
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext
from tests.fakes.journal import MemoryJournal
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.harness.sessions.script import Script


async def read(script: Script, name: str, **arguments: str) -> ToolResult:
    """By that tool, in the thread of these rows, in which each call has left a text."""
    journal, large = MemoryJournal(lambda: 0.0), LargeTexts()
    large.kept_in(journal.results, journal)
    await journal.append("t", [row.fact for row in script.rows])
    for row in script.rows:
        if isinstance(row.fact, f.ToolReturned):
            await large.keep("t", row.fact.call, "the code is 4711")
    files = Routed(NoFiles(), more=lambda context: result_files(large, context))
    tools: dict[str, AnyTool] = {"read_file": read_file(files), "grep": grep(files), "glob": glob(files)}
    tool = quoting(tools[name], large)
    call = ToolCall("9.1.0", name, json.dumps(arguments))
    result = await Runner({name: tool}).run(call, ToolContext(call, "t", requester=BOB, place=CHANNEL))
    assert isinstance(result, ToolResult)
    return result


def test_what_is_read_or_found_in_a_large_message_names_it_and_is_gone_with_it() -> None:
    script = Script().tell(f.MessageReceived(BOB, CHANNEL, f"the code is 4711 {'x' * LARGE_MESSAGE}", "m1"))
    found = asyncio.run(read(script, "grep", pattern="4711", path="/results", output_mode="content"))
    whole = asyncio.run(read(script, "read_file", file_path="/results/message-1.txt"))
    assert "4711" in found.text
    assert "4711" in whole.text
    assert found.quotes == whole.quotes == (Quoted("t", "m1"),)
    assert found.outside is whole.outside is None
    assert asyncio.run(read(script, "read_file", file_path="/results/message-2.txt")).quotes == ()
    script.replies(("read", "a")).starts("1.1.0").tell(f.ToolReturned("1.1.0", whole))
    script.tell(f.MessageDeleted(BOB, CHANNEL, "m1"))
    shown = str(transcript(script.rows))
    assert UNQUOTED in shown
    assert "4711" not in shown


BEGUN = (CommandStarted("here", "b1", "make", 60.0, outside=COMMAND),)


@pytest.mark.parametrize(
    ("result", "outside"),
    [
        (ToolResult("much", outside=ANOTHER), ANOTHER),
        (ToolResult("It runs.", changes=BEGUN), COMMAND),
        (ToolResult("It runs.", changes=(replace(BEGUN[0], outside=OURS),)), None),
        (ToolResult("much"), None),
    ],
)
def test_what_is_read_or_found_in_a_result_that_is_kept_comes_from_where_that_came_from(
    result: ToolResult, outside: str | None
) -> None:
    script = Script().says(BOB).replies(("read", "a"), ("read", "b")).starts("1.1.0").starts("1.1.1")
    script.tell(f.ToolReturned("1.1.0", result), f.ToolReturned("1.1.1", ToolResult("ours")))
    assert asyncio.run(read(script, "read_file", file_path="/results/1.1.0.txt")).outside == outside
    assert asyncio.run(read(script, "grep", pattern="4711", path="/results", output_mode="content")).outside == outside
    assert asyncio.run(read(script, "read_file", file_path="/results/1.1.1.txt")).outside is None
    names = asyncio.run(read(script, "glob", pattern="*.txt", path="/results"))
    assert (names.text, names.outside) == ("/results/1.1.0.txt\n/results/1.1.1.txt", None)
