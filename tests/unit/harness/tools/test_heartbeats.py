from dataclasses import replace

from harness.tools.heartbeats import OF_WORKSPACE, OWN, HeartbeatConfig
from harness.tools.schedules import Interval


def test_what_is_said_of_one_tells_it_from_another():
    own = HeartbeatConfig(OWN, Interval(3_600.0))
    assert own == HeartbeatConfig(OWN, Interval(3_600.0), checklist="", model="", check="")
    assert own != replace(own, check="git log -1")
    assert not OWN.startswith(OF_WORKSPACE), "no thread's own is taken for the workspace's"
