import asyncio
import json
from typing import Any

import pytest

from harness.chat.people import Person
from harness.toolbox.schedule import MOST as MOST_WAITED_FOR
from harness.toolbox.schedule_wakeup import MOST, schedule_wakeup
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import PendingWakeup, WakeupWanted
from harness.tools.runner import Runner
from harness.tools.schedules import Once
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.rooms import ANA, BOB, Ops

NOW = 1_700_000_000.0  # Tuesday, 2023-11-14 22:13:20 UTC


def scheduled(woken: int = 0, by: Person = ANA, alike: int = 0, there: int = 0, **arguments: Any) -> ToolResult:
    tool = schedule_wakeup(lambda: NOW, Ops())
    call = ToolCall("3.1.0", tool.name, json.dumps({"note": "is it there?", **arguments}))
    wakeups = tuple(PendingWakeup(str(number), 0.0, "", Once(0.0)) for number in range(there))
    context = ToolContext(call, "t", requester=by, wakeups=wakeups, self_wakeups=woken, alike=alike)
    result = asyncio.run(Runner({tool.name: tool}).run(call, context))
    assert isinstance(result, ToolResult)
    return result


def test_it_is_woken_after_so_many_seconds():
    result = scheduled(seconds=7_500)

    assert result.changes == (WakeupWanted(NOW + 7_500, "is it there?", Once(NOW + 7_500)),)
    assert result.text == "You will be woken at Wednesday, 2023-11-15 00:18 UTC, in 2 h 5 min (3.1.0)."


def test_it_is_woken_at_a_time():
    assert scheduled(at="2023-11-17T10:00:00+01:00").changes == (
        WakeupWanted(1_700_211_600.0, "is it there?", Once(1_700_211_600.0)),
    )


def test_a_time_without_an_offset_is_on_the_clocks_of_whoever_it_is_for():
    result = scheduled(by=BOB, at="2023-11-17T10:00")

    assert result.changes == (WakeupWanted(1_700_182_800.0, "is it there?", Once(1_700_182_800.0)),)
    assert "woken at Friday, 2023-11-17 10:00 in Asia/Tokyo, in 2 d 2 h" in result.text


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({}, "give either seconds or a time"),
        ({"seconds": 90, "at": "2023-11-17T10:00:00Z"}, "give either seconds or a time"),
        ({"seconds": 59}, "it must be 1 min to 30 d from now"),
        ({"seconds": 30 * 86_400 + 1}, "it must be 1 min to 30 d from now"),
        ({"at": "2023-11-14T22:13:00Z"}, "it must be 1 min to 30 d from now"),
        ({"at": "Friday at ten"}, "Friday at ten is no time in ISO 8601"),
        ({"at": "9999-12-31T23:59:59-10:00"}, "it must be 1 min to 30 d from now"),
    ],
)
def test_what_is_no_time_to_come_is_told_with_the_time_that_it_is(arguments: dict[str, Any], why: str):
    result = scheduled(**arguments)

    assert (result.ok, result.changes) == (False, ())
    assert result.text == f"Not scheduled: {why}. It is Tuesday, 2023-11-14 22:13 UTC now."


def test_who_wakes_itself_for_ever_is_to_talk_to_people():
    assert scheduled(woken=MOST - 1, seconds=60).ok
    assert "10 times since a person spoke last" in scheduled(woken=MOST, seconds=60).text


def test_what_it_would_do_is_one_line():
    tool = schedule_wakeup(lambda: NOW, Ops())

    assert tool.line(tool.parse('{"note": "look", "seconds": 7200}')) == "Come back in 2 h: look"
    assert tool.line(tool.parse('{"note": "look", "at": "2023-11-17"}')) == "Come back at 2023-11-17: look"


def test_what_is_asked_for_beside_it_counts():
    assert not scheduled(woken=MOST - 3, alike=3, seconds=60).ok
    assert scheduled(woken=MOST - 3, alike=2, seconds=60).ok


def test_a_thread_waits_for_so_many_times_however_often_people_speak():
    assert "this thread waits for 20 times" in scheduled(there=MOST_WAITED_FOR, seconds=60).text
    assert not scheduled(there=MOST_WAITED_FOR - 1, alike=1, seconds=60).ok
    assert scheduled(there=MOST_WAITED_FOR - 1, seconds=60).ok
