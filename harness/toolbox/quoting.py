"""What a tool reads of a large message is that message's words: they are gone from its result once they are deleted.
What it reads of a result that is kept comes from where that came from.
"""

from dataclasses import replace
from typing import Any

from harness.context.results import FOLDER, LargeTexts
from harness.tools.calls import Awaiting, ToolResult
from harness.tools.previews import Outdated
from harness.tools.tool import AnyTool, ToolContext

_NAMES = frozenset({"ls", "glob"})
"""Tools that show names alone, which are ours."""


def quoting(tool: AnyTool, large: LargeTexts) -> AnyTool:
    """The tool, whose results name the messages that they show, and the origin of what they show of a result that is
    kept. It raises JournalError, too.
    """

    async def run(arguments: Any, context: ToolContext) -> ToolResult | Awaiting | Outdated:
        assert tool.run
        result = await tool.run(arguments, context)
        if not isinstance(result, ToolResult):
            return result
        shown = f"{tool.subject(arguments)}\n{result.text}"
        if FOLDER not in shown:
            return result
        outside, quotes = result.outside, await large.messages(context.thread, shown)
        if outside is None and tool.name not in _NAMES:
            outside = await large.came_from(context.thread, shown) or None
        return replace(result, outside=outside, quotes=(*result.quotes, *quotes))

    return replace(tool, run=run)
