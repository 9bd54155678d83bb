"""How a command in the background stands."""

import asyncio
import json
from pathlib import Path

from harness.toolbox.poll import poll
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.behind import ID, THREAD, Behind, until
from tests.unit.harness.toolbox.running import summary


async def polled(behind: Behind, id: str = ID, thread: str = THREAD) -> ToolResult:
    tool = poll(behind.commands)
    call = ToolCall("4.1.0", tool.name, json.dumps({"id": id}))
    result = await Runner({tool.name: tool}).run(call, ToolContext(call, thread))
    assert isinstance(result, ToolResult)
    return result


def test_it_says_how_it_stands_what_is_new_and_where_it_is_kept(tmp_path: Path) -> None:
    async def main() -> None:
        behind = Behind(tmp_path)
        await behind.begin("echo one; until [ -e go ]; do sleep 0.02; done; exit 2", limit=3_600.0)
        await behind.has_said("one\n")
        behind.now += 65.0
        running = "It has been running for 1 min 5 s, and may for 58 min 55 s more."
        where = "What it says is in /results/3.1.0.txt."
        assert await polled(behind) == ToolResult(f"{running} {where} This is new:\none", outside="command")
        nothing = await polled(behind)
        assert nothing == ToolResult(f"{running} {where} It has said nothing new.", outside=None)
        (tmp_path / "go").touch()
        await behind.over()
        assert (await polled(behind)).text.startswith("It has ended: exit code 2. What it says")
        await behind.commands.close()

    asyncio.run(main())


def test_of_much_it_says_that_there_is_more(tmp_path: Path) -> None:
    async def main() -> None:
        behind = Behind(tmp_path)
        await behind.begin("head -c 8010 /dev/zero | tr '\\0' x")
        await behind.over()
        assert "This is new:\n[… 10 characters before this are only there …]\nxxx" in (await polled(behind)).text

    asyncio.run(main())


def test_there_is_none_of_another_thread(tmp_path: Path) -> None:
    async def main() -> None:
        behind = Behind(tmp_path)
        await behind.begin("sleep 60")
        theirs = await polled(behind, thread="another")
        assert (theirs.ok, theirs.outside) == (False, None)
        assert theirs.text.startswith("No command 3.1.0 runs in the background. None runs here.")
        assert "These run: 3.1.0." in (await polled(behind, "9.9.9")).text
        await behind.commands.close()

    asyncio.run(main())


def test_where_what_it_says_is_not_kept_no_file_is_named(tmp_path: Path) -> None:
    async def main() -> None:
        behind = Behind(tmp_path)
        behind.results.down = True
        await behind.begin("head -c 8010 /dev/zero | tr '\\0' x; echo; until [ -e go ]; do sleep 0.02; done; echo two")
        await until(lambda: behind.begun[ID].said().endswith("\n"))
        away = (await polled(behind)).text
        assert "What it says could not be kept. This is new:\n[… 11 characters before this are left out …]\nxxx" in away
        behind.results.down, behind.results.broken = False, True
        (tmp_path / "go").touch()
        await behind.over()
        over = (await polled(behind)).text
        assert over == "It has ended: exit code 0. What it says could not be kept. This is new:\ntwo"

    asyncio.run(main())


def test_of_one_that_was_lost_a_file_is_named_only_where_something_is_kept(tmp_path: Path) -> None:
    unknown = (
        "No command 3.1.0 runs in the background. None runs here. If it has ended, and not by kill, you are told how."
    )

    async def main() -> None:
        behind = Behind(tmp_path)
        assert (await polled(behind)).text == unknown
        await behind.results.keep(THREAD, f"{ID}.txt", "one\n")
        assert (await polled(behind)).text == f"{unknown} What is kept of it is in /results/3.1.0.txt."
        assert (await polled(behind, thread="another")).text == unknown
        behind.results.down = True
        assert (await polled(behind)).text == unknown

    asyncio.run(main())


def test_it_only_looks_and_is_never_asked(tmp_path: Path) -> None:
    tool = poll(Behind(tmp_path).commands)
    assert (tool.category, tool.repeatable, tool.unsandboxed) == ("read", True, False)
    assert summary(tool, id="3.1.0") == "Look at the command 3.1.0"
