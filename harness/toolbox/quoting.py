"""What a tool reads of a large message is that message's words: they are gone from its result once they are deleted."""

from dataclasses import replace
from typing import Any

from harness.context.results import FOLDER, LargeTexts
from harness.tools.calls import Awaiting, ToolResult
from harness.tools.previews import Outdated
from harness.tools.tool import AnyTool, ToolContext


def quoting(tool: AnyTool, large: LargeTexts) -> AnyTool:
    """The tool, whose results name the messages that they show. It raises JournalError, too."""

    async def run(arguments: Any, context: ToolContext) -> ToolResult | Awaiting | Outdated:
        assert tool.run
        result = await tool.run(arguments, context)
        if not isinstance(result, ToolResult):
            return result
        shown = f"{tool.subject(arguments)}\n{result.text}"
        quotes = await large.messages(context.thread, shown) if FOLDER in shown else ()
        return replace(result, quotes=(*result.quotes, *quotes)) if quotes else result

    return replace(tool, run=run)
