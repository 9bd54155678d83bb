"""Running one tool as the runner does, on a real folder."""

import asyncio
import json
from pathlib import Path

from adapters.files.folder import Folder
from adapters.files.routed import Routed
from adapters.files.scratch_files import ScratchFiles
from harness.files.changes import digest
from harness.files.port import Files
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import FileSeen
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext


def run(tool: AnyTool, **arguments: object) -> ToolResult:
    return run_after(tool, (), **arguments)


def run_after(tool: AnyTool, seen: tuple[str, ...], **arguments: object) -> ToolResult:
    """`seen` are the files that were read before."""
    call = ToolCall("1.1.0", tool.name, json.dumps(arguments))
    result = asyncio.run(Runner({tool.name: tool}).run(call, ToolContext(call, "thread", seen=seen)))
    assert isinstance(result, ToolResult)
    return result


def linked_scratch(root: Path) -> Files:
    """Files with a folder of the thread's own, in which a command has made a link: /scratch/way.md leads to
    /scratch/kept/plan.md.
    """
    scratch = ScratchFiles()
    scratch.kept_in(root / "scratch")
    own = scratch.of("thread")
    assert own
    (own / "kept").mkdir()
    (own / "kept" / "plan.md").write_text("plan")
    (own / "way.md").symlink_to("kept/plan.md")
    return Routed(Folder(root / "files"), more=scratch.routes)


def seen_of(*paths: str) -> tuple[str, ...]:
    return tuple(digest(path)[:16] for path in paths)


def seen_in(result: ToolResult) -> tuple[str, ...]:
    """The files of which the model knows by that what they hold."""
    return tuple(change.file for change in result.changes if isinstance(change, FileSeen))


def subject(tool: AnyTool, **arguments: object) -> str:
    return tool.subject(tool.parse(json.dumps(arguments)))


def summary(tool: AnyTool, **arguments: object) -> str:
    said = tool.line(tool.parse(json.dumps(arguments)))
    assert len(said.splitlines()) == 1
    return said


def folder(root: Path, **files: str) -> Folder:
    """A folder with a file for each keyword; `_` in its name stands for a dot."""
    for name, text in files.items():
        (root / name.replace("_", ".")).write_text(text)
    return Folder(root)
