"""One step changes a path once: of calls that run side by side nobody could say what is there then.

Edits are the exception, since each is of lines of its own: which of two comes first is of no matter.
"""

import json

from harness.files.errors import FilesError, Overtaken
from harness.files.port import Files
from harness.toolbox.wording import path_subject
from harness.tools.calls import ToolCall
from harness.tools.tool import ToolContext

_EDITS = "edit_file"
_WRITES = frozenset({"write_file", "delete", _EDITS})


def check(files: Files, path: str, context: ToolContext) -> None:
    """Raises Overtaken, if a call before it in its step changes what lies there, in it, or above it: whatever becomes
    of that, and whichever of them runs first.
    """
    for call in context.earlier:
        other = _changes(call)
        if other is None or (call.tool == _EDITS and context.call.tool == _EDITS):
            continue
        own, others = (_lies(files, each, context) for each in (path, other))
        if _in(own, others) or _in(others, own):
            raise Overtaken(
                f"a call before this one in the same step changes {path_subject(other)} too, so this one was not made: "
                "see first what became of that, and make it in the next step"
            )


def _changes(call: ToolCall) -> str | None:
    """The path that it is to change, if it changes one."""
    if call.tool not in _WRITES:
        return None
    try:
        path = json.loads(call.arguments).get("file_path")
    except (ValueError, AttributeError):
        return None
    return path if isinstance(path, str) else None


def _lies(files: Files, path: str, context: ToolContext) -> str:
    try:
        return files.of(context).lies(path)
    except FilesError:
        return path_subject(path)


def _in(folder: str, path: str) -> bool:
    return f"{path}/".startswith(f"{folder.rstrip('/')}/")
