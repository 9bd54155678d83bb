"""What a turn knows of its calls."""

from dataclasses import replace

from harness.approvals.asks import Approve
from harness.approvals.gate import Judged, Verdict
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person
from harness.sessions.call_status import Awaited, Clearance, Cleared, Edited, Lost, Started
from harness.sessions.turn import Call, Turn
from harness.tools.calls import At, Awaiting, ToolCall
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

RULING = Judged(Verdict.ALLOW, RuleReason("mode"))
CALL = Call(ToolCall("1.1.0", "read", "{}"))


def test_a_call_is_judged_until_it_starts() -> None:
    assert CALL.to_judge == CALL.call
    edited = replace(CALL.call, arguments='{"what": 1}')
    assert replace(CALL, status=Edited(RULING, edited, ANA)).to_judge == edited
    assert replace(CALL, status=Started(RULING, Clearance())).to_judge is None


def test_a_call_runs_from_its_clearance_to_its_result_unless_it_is_awaited() -> None:
    assert not CALL.running
    assert replace(CALL, status=Cleared(RULING, Clearance())).running
    assert replace(CALL, status=Started(RULING, Clearance())).running
    assert not replace(CALL, status=Awaited(RULING, Clearance(), Awaiting())).running
    assert not replace(CALL, status=Lost(7)).running


def test_a_turn_waits_when_nothing_of_it_is_ours_to_do() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("read", "b"))
    assert script.session.turn
    assert not script.session.turn.waiting, "a tool may run"
    turn = script.runs("1.1.1").session.turn
    assert turn
    assert turn.waiting
    approved = script.answers(ANA, Approve()).session.turn
    assert approved
    assert not approved.waiting


def test_somebody_whose_roles_change_is_an_author_twice() -> None:
    lost = Person("test", "T", "ana", "Ana")
    turn = Turn(At(1, 1), BOB, CHANNEL, began=0.0).heard((ANA, ANA)).heard((lost,))
    assert turn.authors == (ANA, lost)


def test_a_call_that_has_its_result_is_asked_for_no_more() -> None:
    running, over = replace(CALL, status=Started(RULING, Clearance())), replace(CALL, status=Lost(7))
    assert Turn(At(1, 1), BOB, CHANNEL, calls=(running,), began=0.0).call("1.1.0") == running
    assert Turn(At(1, 1), BOB, CHANNEL, calls=(over,), began=0.0).call("1.1.0") is None
