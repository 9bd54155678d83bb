"""Which gate holds for which turn."""

from dataclasses import replace

from harness.approvals.gate import Verdict
from harness.loop.rules import KEPT
from harness.sessions.limits import Limits
from harness.sessions.policies import HEARTBEAT, WAKEUP
from harness.sessions.session import Session
from harness.sessions.turn import Turn
from harness.tools.calls import REPORT, At, ToolCall
from harness.tools.changes import ToolsNarrowed
from harness.tools.skills import AllowedTool
from harness.workspace.limits import Bounds
from harness.workspace.profiles import Profile
from tests.laws.colleague import BOB, CHANNEL, LOOSER, USUAL


def test_only_a_heartbeat_may_report_and_no_mode_lets_all_through_in_one() -> None:
    call = ToolCall("1.1.0", REPORT, "{}")
    for rules in (USUAL, LOOSER):
        beat, person = Turn(At(1, 1), BOB, CHANNEL, HEARTBEAT, began=0.0), Turn(At(1, 1), BOB, CHANNEL, began=0.0)
        assert rules.gate("", beat).judge(call, 0.0).verdict is Verdict.ALLOW
        assert rules.gate("", person).judge(call, 0.0).verdict is Verdict.DENY
        assert rules.gate("", replace(beat, policy=WAKEUP)).judge(call, 0.0).verdict is Verdict.DENY
        assert not rules.gate("free", beat).yolo


def test_a_mode_that_is_there_no_more_is_ruled_as_the_default() -> None:
    assert USUAL.gate("gone") is USUAL.gate("") is USUAL.gates["build"]


def test_what_its_model_is_not_offered_is_not_there_and_the_gate_is_the_same_each_time() -> None:
    def profile(session: Session) -> Profile:
        return Profile(exclude_tools=frozenset({"read"})) if session.models else Profile()

    rules, plain, weak = replace(USUAL, profile=profile), Session(), Session(models={"": "weak"})
    assert rules.gate_of(plain) is rules.gate("")
    assert rules.gate_of(weak) is rules.gate_of(weak)
    judged = rules.gate_of(weak).judge(ToolCall("1.1.0", "read", '{"arg": "x"}'), 0.0)
    assert (judged.verdict, judged.why.code) == (Verdict.DENY, "no-tool")
    assert rules.gate("").tools.keys() - rules.gate_of(weak).tools.keys() == {"read"}


def test_its_models_profile_narrows_the_limits_of_a_turn_and_widens_none() -> None:
    rules = replace(
        USUAL, limits=Limits(steps=10, cost=1.0), profile=lambda _: Profile(limits=Bounds(steps=5, cost=3.0))
    )
    assert rules.limits_of(Session()) == Limits(steps=5, cost=1.0)
    assert USUAL.limits_of(Session()) is USUAL.limits


def test_what_skills_of_its_turn_do_not_leave_is_denied_and_the_gate_is_the_same_each_time() -> None:
    narrowed = (ToolsNarrowed("pdf", (AllowedTool("deploy"),)),)
    turn = Turn(At(1, 1), BOB, CHANNEL, narrowed=narrowed, began=0.0)
    read, plain = Session(turn=turn), Session(turn=replace(turn, narrowed=()))
    assert USUAL.gate_of(plain) is USUAL.gate("", turn)
    assert USUAL.gate_of(read) is USUAL.gate_of(replace(read, now=1.0))
    call = ToolCall("1.1.0", "read", '{"arg": "x"}')
    assert USUAL.gate_of(plain).judge(call, 0.0).verdict is Verdict.ALLOW
    assert USUAL.gate_of(read).judge(call, 0.0).why.code == "skill"
    assert USUAL.gate("", turn).narrowed == ()


def test_gates_of_turns_are_not_kept_without_end() -> None:
    rules = replace(USUAL)
    for number in range(KEPT + 5):
        turn = Turn(At(1, 1), BOB, CHANNEL, narrowed=(ToolsNarrowed(f"skill-{number}", ()),), began=0.0)
        assert rules.gate_of(Session(turn=turn)).narrowed[0].skill == f"skill-{number}"
    assert len(rules._of_turns) <= KEPT
