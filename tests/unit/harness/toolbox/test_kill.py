"""A command in the background ends once the model does not need it any more."""

import asyncio
import json
from pathlib import Path

from harness.toolbox.background_commands import Ended
from harness.toolbox.kill import kill
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.behind import ID, THREAD, Behind, until
from tests.unit.harness.toolbox.running import summary


async def killed(behind: Behind, id: str = ID, thread: str = THREAD) -> ToolResult:
    tool = kill(behind.commands)
    call = ToolCall("4.1.0", tool.name, json.dumps({"id": id}))
    result = await Runner({tool.name: tool}).run(call, ToolContext(call, thread))
    assert isinstance(result, ToolResult)
    return result


def test_it_ends_with_all_that_it_has_started_and_what_it_said_is_kept(tmp_path: Path) -> None:
    async def main() -> None:
        behind = Behind(tmp_path)
        await behind.begin("echo one; sleep 60 & echo $! >pid; wait")
        await until((tmp_path / "pid").exists)
        text = "It has ended: ended by kill. What it has said is in /results/3.1.0.txt."
        assert await killed(behind) == ToolResult(text, outside=None)
        assert behind.commands.ended(THREAD, ID) == Ended("killed")
        assert await behind.kept() == "one\n[ended by kill]"
        assert (await killed(behind)).text.startswith("No command 3.1.0 runs in the background")
        await behind.commands.close()

    asyncio.run(main())


def test_where_what_it_said_could_not_be_kept_no_file_is_named(tmp_path: Path) -> None:
    async def main() -> None:
        behind = Behind(tmp_path)
        behind.results.broken = True
        await behind.begin("echo one; sleep 60")
        assert (await killed(behind)).text == "It has ended: ended by kill. What it says could not be kept."
        assert "/results" not in (await killed(behind)).text

    asyncio.run(main())


def test_nobody_ends_one_of_another_thread(tmp_path: Path) -> None:
    async def main() -> None:
        behind = Behind(tmp_path)
        await behind.begin("sleep 60")
        assert not (await killed(behind, thread="another")).ok
        assert behind.commands.open(THREAD) == (ID,)
        await behind.commands.close()

    asyncio.run(main())


def test_it_ends_only_what_was_approved_and_is_never_asked(tmp_path: Path) -> None:
    tool = kill(Behind(tmp_path).commands)
    assert (tool.category, tool.repeatable, tool.unsandboxed) == ("read", True, False)
    assert summary(tool, id="3.1.0") == "End the command 3.1.0"
