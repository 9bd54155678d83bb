import asyncio
import json

import pytest

from harness.chat.rooms import Nowhere
from harness.toolbox.wakeups import wakeups
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import Change, PendingWakeup, TimerDropped, TimerHeld
from harness.tools.runner import Runner
from harness.tools.schedules import Cron, Once
from harness.tools.tool import ToolContext

ONCE = PendingWakeup("3.1.0", 600.0, "is it there?", Once(600.0))
DAILY = PendingWakeup("3.1.1", 86_400.0, "the numbers", Cron("0 0 * * *", "UTC"), paused=True)


def called(*there: PendingWakeup, **arguments: str) -> ToolResult:
    tool, call = wakeups(lambda: 60.0, Nowhere()), ToolCall("4.1.0", "wakeups", json.dumps(arguments))
    result = asyncio.run(Runner({tool.name: tool}).run(call, ToolContext(call, "t", wakeups=there)))
    assert isinstance(result, ToolResult)
    return result


def test_those_that_there_are_are_listed_and_nothing_changes():
    assert called(ONCE, DAILY, action="list") == ToolResult(
        "It is Thursday, 1970-01-01 00:01 UTC.\n"
        "3.1.0: Thursday, 1970-01-01 00:10 UTC: is it there?\n"
        "3.1.1: Friday, 1970-01-02 00:00 UTC, again and again: every day at 0:00 (UTC), paused: the numbers"
    )
    assert called(action="list") == ToolResult("It is Thursday, 1970-01-01 00:01 UTC.\nThere are none.")


@pytest.mark.parametrize(
    ("action", "id", "told", "changes"),
    [
        ("cancel", "3.1.0", "Cancelled: is it there?", (TimerDropped("3.1.0"),)),
        ("pause", "3.1.0", "Paused: is it there?", (TimerHeld("3.1.0", True),)),
        ("resume", "3.1.1", "It goes on: the numbers", (TimerHeld("3.1.1", False),)),
        ("run", "3.1.0", "Do this now: is it there?", (TimerDropped("3.1.0"),)),
        ("run", "3.1.1", "Do this now: the numbers", ()),
    ],
)
def test_one_of_them_is_changed(action: str, id: str, told: str, changes: tuple[Change, ...]):
    assert called(ONCE, DAILY, action=action, id=id) == ToolResult(told, changes=changes)


def test_what_there_is_not_is_told_with_what_there_is():
    result = called(ONCE, action="cancel", id="9.9.9")

    assert not result.ok
    assert result.text.startswith("There is no wakeup 9.9.9. These there are:\n3.1.0: ")
