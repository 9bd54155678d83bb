"""Which gate holds for which turn."""

from dataclasses import replace

from harness.approvals.gate import Verdict
from harness.sessions.policies import HEARTBEAT, WAKEUP
from harness.sessions.turn import Turn
from harness.tools.calls import REPORT, At, ToolCall
from tests.laws.colleague import BOB, CHANNEL, LOOSER, USUAL


def test_only_a_heartbeat_may_report_and_no_mode_lets_all_through_in_one() -> None:
    call = ToolCall("1.1.0", REPORT, "{}")
    for rules in (USUAL, LOOSER):
        beat, person = Turn(At(1, 1), BOB, CHANNEL, HEARTBEAT), Turn(At(1, 1), BOB, CHANNEL)
        assert rules.gate("", beat).judge(call, 0.0).verdict is Verdict.ALLOW
        assert rules.gate("", person).judge(call, 0.0).verdict is Verdict.DENY
        assert rules.gate("", replace(beat, policy=WAKEUP)).judge(call, 0.0).verdict is Verdict.DENY
        assert not rules.gate("free", beat).yolo


def test_a_mode_that_is_there_no_more_is_ruled_as_the_default() -> None:
    assert USUAL.gate("gone") is USUAL.gate("") is USUAL.gates["build"]
