"""A call becomes a result, whatever happens: the runner raises nothing but its own cancellation."""

import asyncio
from collections.abc import Mapping

from harness.tools.calls import Awaiting, ToolCall, ToolResult
from harness.tools.tool import AnyTool, MalformedArguments, ToolContext

LONGEST = 100_000
"""Characters of a result that the model and the journal are given; the rest is cut, and the result says so."""


class Runner:
    def __init__(self, tools: Mapping[str, AnyTool]) -> None:
        self._tools = tools

    async def run(self, call: ToolCall, context: ToolContext) -> ToolResult | Awaiting:
        """Runs one call that was cleared to run. An unknown tool, malformed arguments, an exception, a timeout and a
        value that is no result all become a ToolResult that is not ok and says what happened.
        """
        tool = self._tools.get(call.tool)
        if tool is None or tool.run is None:
            return ToolResult(f"there is no tool {call.tool} that runs", ok=False)
        try:
            arguments = tool.parse(call.arguments)
            async with asyncio.timeout(tool.timeout):
                result = await tool.run(arguments, context)
        except MalformedArguments as error:
            return ToolResult(str(error), ok=False)
        except TimeoutError:
            # A TimeoutError of the tool's own, from within its deadline, reads the same: it did not end in time.
            return ToolResult(f"{call.tool} did not end in time; it may have taken effect", ok=False)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # Nobody cancelled us: something that the tool waited for was cancelled, and that is the tool's failure.
            return ToolResult(f"{call.tool} failed: what it waited for was cancelled", ok=False)
        except Exception as error:  # whatever a tool raises is the model's to read, not ours to die of
            return ToolResult(f"{call.tool} failed: {type(error).__name__}: {error}", ok=False)
        if isinstance(result, Awaiting):
            return result
        if not isinstance(result, ToolResult) or not isinstance(result.text, str):
            return ToolResult(f"{call.tool} returned nonsense: {type(result).__name__}", ok=False)
        return _bounded(result)


def _bounded(result: ToolResult) -> ToolResult:
    if len(result.text) <= LONGEST:
        return result
    cut = len(result.text) - LONGEST
    return ToolResult(f"{result.text[:LONGEST]}\n[{cut} more characters were cut]", result.ok, result.changes)
