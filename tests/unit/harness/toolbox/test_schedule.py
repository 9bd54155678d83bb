import asyncio
import json

from harness.toolbox.schedule import MOST, schedule
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import Recurrence, Wakeup, WakeupWanted
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from scheduler.recurrence import next_after

NOW = 1_700_000_000.0  # Tuesday, 2023-11-14 22:13:20 UTC


def scheduled(cron: str, zone: str = "Europe/Berlin", there: int = 0) -> ToolResult:
    tool = schedule(lambda: NOW, next_after)
    call = ToolCall("3.1.0", tool.name, json.dumps({"note": "report", "cron": cron, "zone": zone}))
    wakeups = tuple(Wakeup(str(number), 0.0, "") for number in range(there))
    result = asyncio.run(Runner({tool.name: tool}).run(call, ToolContext(call, "t", wakeups=wakeups)))
    assert isinstance(result, ToolResult)
    return result


def test_it_is_woken_at_the_times_of_a_cron_expression_in_a_zone():
    result = scheduled("0 9 * * mon-fri")

    assert result.changes == (WakeupWanted(1_700_035_200.0, "report", Recurrence("0 9 * * mon-fri", "Europe/Berlin")),)
    assert result.text == (
        "You will be woken at Wednesday, 2023-11-15 08:00 UTC, then at Thursday, 2023-11-16 08:00 UTC, and so on "
        "(3.1.0)."
    )


def test_what_says_no_time_is_told_why():
    assert "there is no time zone Europe/Berlim" in scheduled("0 9 * * *", "Europe/Berlim").text
    assert "it has five fields" in scheduled("9 Uhr").text
    assert "5 min between two times" in scheduled("* * * * *").text
    assert not scheduled("0 9 * * *", there=MOST).ok


def test_what_it_would_do_is_one_line():
    tool = schedule(lambda: NOW, next_after)
    arguments = tool.parse(json.dumps({"note": "report", "cron": "0 9 * * 1", "zone": "UTC"}))

    assert tool.summary(arguments) == "Be woken at 0 9 * * 1 in UTC: report"
    freely = arguments.model_copy(update={"unasked": True})
    assert "and then do without asking what the mode lets through: report" in tool.summary(freely)
