import asyncio
import json

from harness.toolbox.cancel_wakeup import cancel_wakeup
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import Wakeup, WakeupDropped
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext


def cancelled(id: str) -> ToolResult:
    tool, call = cancel_wakeup(), ToolCall("4.1.0", "cancel_wakeup", json.dumps({"id": id}))
    context = ToolContext(call, "t", wakeups=(Wakeup("3.1.0", 600.0, "is it there?"),))
    result = asyncio.run(Runner({tool.name: tool}).run(call, context))
    assert isinstance(result, ToolResult)
    return result


def test_what_has_not_come_is_taken_back():
    assert cancelled("3.1.0") == ToolResult("Cancelled: is it there?", changes=(WakeupDropped("3.1.0"),))


def test_what_there_is_not_is_told_with_what_there_is():
    result = cancelled("9.9.9")

    assert not result.ok
    assert result.text == "There is no wakeup 9.9.9. There are: 3.1.0: is it there?"
