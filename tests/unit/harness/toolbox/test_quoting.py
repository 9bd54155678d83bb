"""What is read of a large message is taken back with it."""

import asyncio
import json

from adapters.files.read_only import NoFiles
from adapters.files.result_files import result_files
from adapters.files.routed import Routed
from harness.context.results import LARGE_MESSAGE, LargeTexts
from harness.context.transcript import UNQUOTED, transcript
from harness.sessions import facts as f
from harness.toolbox.grep import grep
from harness.toolbox.quoting import quoting
from harness.toolbox.read_file import read_file
from harness.tools.calls import Quoted, ToolCall, ToolResult
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext
from tests.fakes.journal import MemoryJournal
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.harness.sessions.script import Script


def test_what_is_read_or_found_in_a_large_message_names_it_and_is_gone_with_it() -> None:
    script = Script().tell(f.MessageReceived(BOB, CHANNEL, f"the code is 4711 {'x' * LARGE_MESSAGE}", "m1"))

    async def read(name: str, **arguments: str) -> ToolResult:
        journal, large = MemoryJournal(lambda: 0.0), LargeTexts()
        large.kept_in(journal.results, journal)
        await journal.append("t", [row.fact for row in script.rows])
        files = Routed(NoFiles(), more=lambda context: result_files(large, context))
        tools: dict[str, AnyTool] = {"read_file": read_file(files), "grep": grep(files)}
        tool = quoting(tools[name], large)
        call = ToolCall("1.1.0", name, json.dumps(arguments))
        result = await Runner({name: tool}).run(call, ToolContext(call, "t", requester=BOB, place=CHANNEL))
        assert isinstance(result, ToolResult)
        return result

    found = asyncio.run(read("grep", pattern="4711", path="/results", output_mode="content"))
    whole = asyncio.run(read("read_file", file_path="/results/message-1.txt"))
    assert "4711" in found.text
    assert "4711" in whole.text
    assert found.quotes == whole.quotes == (Quoted("t", "m1"),)
    assert asyncio.run(read("read_file", file_path="/results/message-2.txt")).quotes == ()
    script.replies(("read", "a")).starts("1.1.0").tell(f.ToolReturned("1.1.0", whole))
    script.tell(f.MessageDeleted(BOB, CHANNEL, "m1"))
    shown = str(transcript(script.rows))
    assert UNQUOTED in shown
    assert "4711" not in shown
