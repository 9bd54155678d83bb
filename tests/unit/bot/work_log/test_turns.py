"""A line when a turn begins and when it ends, with what it took; one for each request and each call that ran."""

import pytest

from harness.approvals.asks import Approve, Reject
from harness.sessions import facts as f
from harness.sessions.counting import OBSERVING
from harness.sessions.usage import Usage
from harness.tools.calls import At, ToolResult
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.bot.work_log.telling import fields, texts, told
from tests.unit.harness.sessions.script import Script
from tests.unit.harness.sessions.test_heartbeats import Beating

USED = Usage(1000, 10, 0.005)


def replied(script: Script, text: str = "done") -> Script:
    turn = script.session.turn
    assert turn
    return script.tell(f.ModelReplied(turn.at, turn.through, text, usage=USED))


def deploys(script: Script) -> Script:
    """Bob wants it, Ana approves after a minute, and it takes three seconds."""
    script.says(BOB).replies(("deploy", "a")).shows()
    script.now += 60.0
    script.answers(ANA, Approve()).starts()
    script.now += 3.0
    return script.tell(f.ToolReturned("1.1.0", ToolResult("deployed")))


def test_a_turn_says_who_opened_it_and_what_it_took_without_the_time_that_it_waited() -> None:
    script = replied(deploys(Script()))
    assert texts(script.rows, "turn.began") == ["turn 1 began by a message, for test:T:bob in test:T:channel:1"]
    assert texts(script.rows, "turn.waits") == ["turn 1 waits"]
    ended = "turn 1 completed: 3.0 s of work, 2 steps, 1,000 tokens in, 10 out, $0.0050"
    assert texts(script.rows, "turn.ended") == [ended]
    assert fields(script.rows, "turn.ended") == {
        "turn": 1,
        "outcome": "completed",
        "steps": 2,
        "seconds": 3.0,
        "input_tokens": 1000,
        "output_tokens": 10,
        "cached_tokens": 0,
        "cost": 0.005,
    }


def test_a_request_says_what_it_used_and_for_how_many_calls_it_asks() -> None:
    script = replied(deploys(Script()))
    assert texts(script.rows, "model.replied") == [
        "step 1.1: the model replied: 1 call",
        "step 1.2: the model replied; 1,000 tokens in, 10 out, $0.0050",
    ]


def test_a_call_says_how_it_ended_and_how_much_the_model_reads_of_it() -> None:
    assert texts(deploys(Script()).rows, "call.ended") == ["call 1.1.0 of deploy: ok, 8 characters"]
    failed = (
        Script().says(BOB).replies(("read", "x")).starts().tell(f.ToolReturned("1.1.0", ToolResult("no", ok=False)))
    )
    assert texts(failed.rows, "call.ended") == ["call 1.1.0 of read: failed, 2 characters"]


def test_of_a_call_that_did_not_run_the_decision_is_said_alone() -> None:
    denied = Script().says(BOB).replies(("drop", "x"))
    declined = Script().says(BOB).replies(("deploy", "x")).shows().answers(ANA, Reject("no"))
    for script in (denied, declined):
        assert not texts(script.rows, "call.ended")


def test_a_stop_says_by_whom_and_what_it_cut_short() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts().tell(f.StopRequested(ANA, CHANNEL, 1))
    assert texts(script.rows, "call.ended", "turn.ended") == [
        "call 1.1.0 of read: cut short while it ran",
        "turn 1 stopped by test:T:ana: 0.0 s of work, 1 step, 0 tokens in, 0 out",
    ]


def test_a_failure_says_why_and_counts_what_the_last_request_used() -> None:
    script = Script().says(BOB)
    assert script.session.turn
    script.tell(f.ModelFailed(script.session.turn.at, "the provider\nis away", usage=USED))
    assert texts(script.rows, "model.failed", "turn.ended") == [
        "step 1.1: the model failed: the provider is away; 1,000 tokens in, 10 out, $0.0050",
        "turn 1 failed (the provider is away): 0.0 s of work, 1 step, 1,000 tokens in, 10 out, $0.0050",
    ]
    assert fields(script.rows, "turn.ended")["why"] == "the provider is away"


def test_what_a_request_used_that_came_too_late_is_not_of_the_turn_that_has_ended() -> None:
    script = Script().says(BOB)
    assert script.session.turn
    at = script.session.turn.at
    script.tell(f.StopRequested(ANA, CHANNEL, 1), f.ModelStopped(at, "", USED))
    assert fields(script.rows, "turn.ended")["input_tokens"] == 0
    assert fields(script.rows, "model.stopped")["input_tokens"] == 1000


def test_a_heartbeat_is_a_turn_too_though_nobody_sees_it() -> None:
    script = Beating().passes()
    began = [line for line in told(script.rows) if line.event == "turn.began"][-1]
    assert began.fields["opened_by"] == "heartbeat"


@pytest.mark.parametrize(("long", "lines"), [(False, ["turn 1 waits for others to end"]), (True, [])])
def test_a_turn_that_has_to_wait_for_others_says_so_once(long: bool, lines: list[str]) -> None:
    assert texts(Script().says(BOB).tell(f.TurnQueued(1, long)).rows, "turn.queued") == lines


def test_what_is_written_down_ahead_of_need_is_of_no_step() -> None:
    script = Script().says(BOB).tell(f.ObservationWanted(100))
    script.tell(f.ModelStopped(OBSERVING, "", USED), f.Observed(2, "Red.", USED), f.Reflected(2, "Red."))
    script.tell(f.ObservationFailed(2, "it said nothing"), f.ObservationsTaken(At(1, 1), 12_000))
    used = "1,000 tokens in, 10 out, $0.0050"
    assert texts(script.rows, "model.stopped", "context.observed", "context.not-observed") == [
        f"what was said need not be written down any more; {used}",
        f"what was said was written down ahead of need; {used}",
        "what was written down was condensed",
        "nothing was written down: it said nothing",
    ]
    assert texts(script.rows, "context.compacted") == [
        "step 1.1: some 12,000 tokens gave way to what was written down of them"
    ]
