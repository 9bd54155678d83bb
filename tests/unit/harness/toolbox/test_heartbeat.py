import asyncio

from harness.toolbox.heartbeat import heartbeat
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import HeartbeatWanted
from harness.tools.runner import Runner
from harness.tools.schedules import Hours, Interval
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.rooms import BOB, Ops
from tests.unit.harness.toolbox.running import run, summary


def test_it_looks_as_often_as_it_says():
    result = run(heartbeat(Ops()), every="2h", hours="9-18", zone="Europe/Berlin", checklist="- the tide")
    assert result.changes == (HeartbeatWanted(Interval(7_200.0, Hours(540, 1_080), "Europe/Berlin"), "- the tide"),)
    assert result.text.startswith("You look here every 2 h, 9–18 (Berlin), in place of")


def test_without_a_zone_the_hours_are_those_of_whoever_it_is_for():
    call = ToolCall("1.1.0", "heartbeat", '{"every": "2h", "hours": "9-18"}')
    result = asyncio.run(Runner({"heartbeat": heartbeat(Ops())}).run(call, ToolContext(call, "t", requester=BOB)))
    assert isinstance(result, ToolResult)
    assert result.changes == (HeartbeatWanted(Interval(7_200.0, Hours(540, 1_080), "Asia/Tokyo"), ""),)
    assert summary(heartbeat(Ops()), every="2h", hours="9-18") == "Set a heartbeat here, every 2 h, 9–18"


def test_what_is_no_cadence_sets_nothing():
    result = run(heartbeat(Ops()), every="1s")
    assert (result.ok, result.changes) == (False, ())
    assert result.text.startswith("Not set: 1s does not say how often")


def test_people_are_asked_and_see_how_often_it_would_look_and_at_what():
    assert heartbeat(Ops()).category == "other"
    assert summary(heartbeat(Ops()), every="30m") == "Set a heartbeat here, every 30 min"
    told = summary(heartbeat(Ops()), every="30m", hours="9-18", zone="UTC", checklist="- the tide\n- the moon")
    assert told == "Set a heartbeat here, every 30 min, 9–18 (UTC)"
