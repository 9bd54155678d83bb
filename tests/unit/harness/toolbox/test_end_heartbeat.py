from harness.toolbox.end_heartbeat import end_heartbeat
from harness.tools.changes import TimerDropped
from harness.tools.heartbeats import OWN
from tests.unit.harness.toolbox.running import run, summary


def test_it_ends_the_one_of_its_thread():
    assert run(end_heartbeat()).changes == (TimerDropped(OWN),)


def test_nobody_need_agree_to_less():
    assert end_heartbeat().category == "read"
    assert summary(end_heartbeat()) == "End the heartbeat here"
