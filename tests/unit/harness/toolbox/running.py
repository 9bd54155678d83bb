"""Running one tool as the runner does, on a real folder."""

import asyncio
import json
from pathlib import Path

from adapters.files.folder import Folder
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.runner import Runner
from harness.tools.tool import AnyTool, ToolContext


def run(tool: AnyTool, **arguments: object) -> ToolResult:
    call = ToolCall("1.1.0", tool.name, json.dumps(arguments))
    result = asyncio.run(Runner({tool.name: tool}).run(call, ToolContext(call, "thread")))
    assert isinstance(result, ToolResult)
    return result


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
