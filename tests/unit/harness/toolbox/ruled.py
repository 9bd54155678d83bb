"""The tools on a real folder, as what workspace.yaml says leaves them: judged as the gate does, and run as the runner
does.
"""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path

from adapters.files.folder import Folder
from harness.approvals.gate import Gate, Judged, Verdict
from harness.toolbox.delete import delete
from harness.toolbox.edit_file import edit_file
from harness.toolbox.glob import glob
from harness.toolbox.grep import grep
from harness.toolbox.ls import ls
from harness.toolbox.read_file import read_file
from harness.toolbox.send_file import send_file
from harness.toolbox.write_file import write_file
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.previews import Foreseen, Unfeasible
from harness.tools.registry import Registry
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from harness.workspace.gates import gate, ruled
from harness.workspace.loading import parse
from tests.unit.harness.toolbox.attached import Attached


@dataclass(frozen=True)
class Ruled:
    tools: Registry
    gate: Gate

    def judged(self, tool: str, **arguments: object) -> Judged:
        return self.gate.judge(self._call(tool, arguments), 0.0)

    def verdict(self, tool: str, **arguments: object) -> Verdict:
        return self.judged(tool, **arguments).verdict

    def does(self, tool: str, **arguments: object) -> ToolResult:
        """What comes of it, once it may run."""
        call = self._call(tool, arguments)
        result = asyncio.run(Runner(self.tools).run(call, ToolContext(call, "thread")))
        assert isinstance(result, ToolResult)
        return result

    def foreseen(self, tool: str, **arguments: object) -> Foreseen | Unfeasible:
        call = self._call(tool, arguments)
        return asyncio.run(Runner(self.tools).preview(call, ToolContext(call, "thread")))

    def _call(self, tool: str, arguments: dict[str, object]) -> ToolCall:
        return ToolCall("1.1.0", tool, json.dumps(arguments))


def by_rules(root: Path, text: str, *files: str) -> Ruled:
    """Where there are files of those paths, each of which says what it is called, by a word."""
    for path in files:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f"word in {path}\n")
    on = Folder(root)
    tools = Registry(
        [*(make(on) for make in (ls, read_file, glob, grep, write_file, edit_file, delete)), send_file(Attached(), on)]
    )
    workspace = parse(text, "workspace.yaml", tools)
    left = ruled(workspace, tools)
    return Ruled(left, gate(workspace, next(iter(workspace.modes.values())), left, {}))
