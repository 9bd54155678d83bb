"""What a turn knows of its calls."""

from dataclasses import replace

from harness.approvals.asks import Approve
from harness.chat.people import Person
from harness.sessions.turn import Call, Clearance, Turn
from harness.tools.calls import At, Awaiting, ToolCall
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

CALL = Call(ToolCall("1.1.0", "read", "{}"))


def test_a_call_is_judged_until_it_starts() -> None:
    assert CALL.to_judge == CALL.call
    assert replace(CALL, started=True).to_judge is None


def test_a_call_runs_from_its_clearance_to_its_result_unless_it_is_awaited() -> None:
    cleared = replace(CALL, cleared=Clearance())
    assert not CALL.running
    assert cleared.running
    assert not replace(cleared, awaiting=Awaiting()).running


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
    turn = Turn(At(1, 1), BOB, CHANNEL).heard((ANA, ANA)).heard((lost,))
    assert turn.authors == (ANA, lost)
