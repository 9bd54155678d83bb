"""What skills that a turn has read leave to be used: each of them narrows, and none lets anything run."""

from collections.abc import Iterable

from harness.approvals.patterns import means
from harness.tools.calls import KILL, NO_OP, POLL, REPORT, WRITE_TODOS
from harness.tools.changes import ToolsNarrowed
from harness.tools.skills import FOLDER, SKILL, AllowedTool
from harness.tools.tool import AnyTool

LEFT = frozenset({SKILL, NO_OP, WRITE_TODOS, REPORT, POLL, KILL})
"""What any skill leaves, as it does what asks people: a turn can always read on, ask, and end; and look at what it has
begun in the background, and end that.
"""
_READ = frozenset({"ls", "read_file", "glob", "grep"})
"""Tools that any skill leaves for the files of skills: it refers to its own."""


def kept_by(narrowed: Iterable[ToolsNarrowed], tool: AnyTool, touched: Iterable[str]) -> ToolsNarrowed | None:
    """What keeps a call of that tool from running, if anything does: all that it touches has to be left by each."""
    subjects = tuple(touched)
    if tool.kind != "action" or tool.name in LEFT:
        return None
    if tool.name in _READ and all(f"{subject}/".startswith(f"{FOLDER}/") for subject in subjects):
        return None
    return next((one for one in narrowed if not any(_leaves(left, tool, subjects) for left in one.leaves)), None)


def _leaves(left: AllowedTool, tool: AnyTool, subjects: tuple[str, ...]) -> bool:
    if left.tool != tool.name:
        return False
    return not left.match or all(means(left.match, subject, tool.shell) for subject in subjects)
