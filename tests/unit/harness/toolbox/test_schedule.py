import asyncio
import json

import pytest

from harness.toolbox.schedule import LONGEST, MOST, UNASKED, schedule
from harness.tools.arguments import MalformedArguments
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import PendingWakeup, WakeupWanted
from harness.tools.runner import Runner
from harness.tools.schedules import Cron, Interval, Once
from harness.tools.tool import ToolContext
from scheduler.schedules import apart, next_after
from tests.unit.harness.toolbox.rooms import BOB, Ops

NOW = 1_700_000_000.0  # Tuesday, 2023-11-14 22:13:20 UTC


def scheduled(
    cron: str = "", zone: str = "Europe/Berlin", there: int = 0, every: str = "", alike: int = 0, now: float = NOW
) -> ToolResult:
    tool = schedule(lambda: now, next_after, apart, Ops())
    arguments = {"note": "report", "cron": cron, "zone": zone, "every": every}
    call = ToolCall("3.1.0", tool.name, json.dumps(arguments))
    wakeups = tuple(PendingWakeup(str(number), 0.0, "", Once(0.0)) for number in range(there))
    context = ToolContext(call, "t", requester=BOB, wakeups=wakeups, alike=alike)
    result = asyncio.run(Runner({tool.name: tool}).run(call, context))
    assert isinstance(result, ToolResult)
    return result


def test_it_is_woken_at_the_times_of_a_cron_expression_in_a_zone():
    result = scheduled("0 9 * * mon-fri")

    assert result.changes == (WakeupWanted(1_700_035_200.0, "report", Cron("0 9 * * mon-fri", "Europe/Berlin")),)
    assert result.text == (
        "You will be woken at Wednesday, 2023-11-15 09:00 in Europe/Berlin, then at Thursday, 2023-11-16 09:00 in "
        "Europe/Berlin, and so on (3.1.0)."
    )


def test_without_a_zone_it_is_that_of_whoever_it_is_for():
    [change] = scheduled("0 9 * * *", zone="").changes

    assert isinstance(change, WakeupWanted)
    assert change.schedule == Cron("0 9 * * *", "Asia/Tokyo")


def test_it_is_woken_after_so_much_time_counted_from_now():
    [change] = scheduled(every="90min").changes

    assert change == WakeupWanted(NOW + 5_400, "report", Interval(5_400.0, zone="Europe/Berlin", since=NOW))
    assert "5 min between two times" in scheduled(every="4min").text
    assert "is no time between two times, like 90min, 6h or 2d" in scheduled(every="often").text
    assert "give either cron or every" in scheduled().text
    assert "give either cron or every" in scheduled("0 9 * * *", every="2d").text


def test_what_says_no_time_is_told_why():
    assert "there is no time zone Europe/Berlim" in scheduled("0 9 * * *", "Europe/Berlim").text
    assert "there is no time zone Europe/Berlim" in scheduled(zone="Europe/Berlim", every="2d").text
    assert "it has five fields" in scheduled("9 Uhr").text
    assert "5 min between two times" in scheduled("* * * * *").text
    assert not scheduled("0 9 * * *", there=MOST).ok
    assert not scheduled("0 9 * * *", there=MOST - 2, alike=2).ok, "with those that are asked for beside it"
    assert scheduled("0 9 * * *", there=MOST - 2, alike=1).ok


def test_times_that_are_too_close_are_so_whenever_it_is_asked():
    last = NOW + 43_000  # 10:10 in the morning: 10:11 is followed by 10:00 of the next day
    assert "5 min between two times" in scheduled("0-11 10 * * *", "UTC", now=last).text
    assert "5 min between two times" in scheduled("0,59 0,23 * * *", "UTC").text, "over midnight"


def test_what_it_would_do_is_one_line():
    tool = schedule(lambda: NOW, next_after, apart, Ops())
    arguments = tool.parse(json.dumps({"note": "report", "cron": "0 9 * * 1", "zone": "UTC"}))

    assert tool.line(arguments) == "Schedule Mondays at 9:00 (UTC): report"
    at_home = arguments.model_copy(update={"zone": ""})
    assert tool.line(at_home) == "Schedule Mondays at 9:00: report"
    often = tool.parse(json.dumps({"note": "report", "every": "6h"}))
    assert tool.line(often) == "Schedule every 6 h: report"
    freely = arguments.model_copy(update={"unasked": True})
    assert tool.doing(freely).notes == (UNASKED,)


def test_a_note_is_as_long_as_people_can_see_what_there_is():
    tool = schedule(lambda: NOW, next_after, apart, Ops())
    with pytest.raises(MalformedArguments):
        tool.parse(json.dumps({"note": "x" * (LONGEST + 1), "every": "6h"}))
    shown = tool.line(tool.parse(json.dumps({"note": "x" * LONGEST, "every": "6h"})))
    assert len(shown) < 200
