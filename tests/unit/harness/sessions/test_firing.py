"""What happens to a timer is taken once, by the kind that it is of. What is done then is in test_wakeups and
test_heartbeats.
"""

import pytest

from harness.sessions import facts as f
from harness.tools.calls import ToolResult
from harness.tools.changes import WakeupWanted
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.schedules import Cron, Interval
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

HOURLY = Interval(3_600.0, since=1.0)
WAKEUP = WakeupWanted(600.0, "look", Cron("0 9 * * *", "UTC"))


def waits() -> Script:
    """For a wakeup and a heartbeat."""
    script = Script().says(BOB).replies(("read", "x")).starts()
    script.tell(f.ToolReturned("1.1.0", ToolResult("ok", changes=(WAKEUP,)))).replies(text="I will.")
    return script.tell(f.HeartbeatSet(BOB, CHANNEL, HeartbeatConfig(OWN, HOURLY)))


@pytest.mark.parametrize("id", ["1.1.0", OWN])
def test_a_time_that_is_skipped_is_counted_once_and_opens_nothing(id: str):
    script = waits()
    if heartbeat := script.session.timers.heartbeat(id):
        script.tell(f.TimerScheduled(id, heartbeat.schedule, 600.0))
    script.now = 600.0
    script.tell(*[f.TimerSkipped(id, "at-work", 9_000.0)] * 2)
    timer = script.session.timers.get(id)
    assert timer
    assert (timer.skipped, timer.why, timer.at) == (1, "at-work", 9_000.0)
    assert script.session.turn is None


def test_a_time_that_was_worked_out_for_another_schedule_does_not_count():
    script = waits().tell(f.TimerScheduled(OWN, Interval(60.0), 600.0))
    assert script.session.timers.heartbeats[0].at is None
    script.tell(f.TimerScheduled("1.1.0", WAKEUP.schedule, 1.0))
    assert script.session.timers.wakeups[0].at == 600.0, "it is known already"


@pytest.mark.parametrize("id", ["1.1.0", OWN])
def test_what_is_ended_is_told_once_and_then_that_it_is_gone(id: str):
    script = waits().tell(f.TimerEnded(id, "", by=ANA, place=CHANNEL))
    assert script.session.timers.get(id) is None
    before = script.last_note
    assert script.tell(f.TimerEnded(id, "", by=ANA, place=CHANNEL)).last_note != before
    assert script.tell(f.TimerTriggered(ANA, CHANNEL, id)).session.turn is None


def test_what_an_operator_does_is_told_nobody_here():
    script = waits()
    posts = len(script.session.postings.outbox)
    script.tell(f.TimerEnded("1.1.0", "", by=ANA), f.TimerTriggered(ANA, None, "9.9.9"))
    assert len(script.session.postings.outbox) == posts
