"""Loops end."""

from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.asks import Reject
from harness.sessions.call_status import Prevented
from harness.sessions.loops import ENDED_AFTER, TOLD_AFTER, repeated, signature
from harness.sessions.reasons import WentInCircles
from harness.tools.calls import ToolCall
from tests.laws.colleague import BOB, CYD
from tests.unit.harness.sessions.script import Script


def call(arguments: str, tool: str = "ls", id: str = "1.1.0") -> ToolCall:
    return ToolCall(id, tool, arguments)


def test_calls_that_do_the_same_are_the_same() -> None:
    same = ['{"a": 1, "b": 2}', '{"b":2,"a":1}']
    assert len({signature(call(one, id=id)) for one in same for id in ("1.1.0", "1.2.0")}) == 1
    others = [call(same[0]), call('{"a": 1}'), call(same[0], "glob"), call('{"a": '), call('{"a":')]
    assert len({signature(one) for one in others}) == len(others)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xy")), max_size=12))
def test_only_the_same_result_in_steps_without_a_gap_counts(steps: list[tuple[str, str]]) -> None:
    known = repeated((), call("{}"), "x", 1)[:0]
    for step, (arguments, result) in enumerate(steps, 1):
        known = repeated(known, call(f'"{arguments}"'), result, step)
        run = 1
        while run < step and steps[step - 1 - run] == (arguments, result):
            run += 1
        assert next(one.times for one in known if one.step == step) == run
        assert len(known) <= 2


def test_a_call_that_waits_is_made_again() -> None:
    assert repeated((), call("{}", "poll"), "it is still running", 1) == ()


def test_the_turn_ends_and_names_the_call() -> None:
    script = Script().says(BOB)
    for number in range(1, ENDED_AFTER + 1):
        script.replies(("read", "x")).runs(f"1.{number}.0")
        turn = script.session.turn
        assert [one.times for one in turn.repeated] == [number] if turn else number == ENDED_AFTER
    last = script.session.last
    assert last
    assert isinstance(last.why, WentInCircles)
    assert (last.why.tool, last.why.times) == ("read", ENDED_AFTER)


def test_another_result_or_another_call_is_no_loop() -> None:
    script = Script().says(BOB)
    for number in range(1, ENDED_AFTER * 2):
        script.replies(("read", "x")).runs(f"1.{number}.0", "red" if number % TOLD_AFTER else "blue")
    assert script.session.turn


def test_a_call_that_people_denied_is_not_asked_again_until_somebody_speaks() -> None:
    script = Script().says(BOB).replies(("deploy", "x"))
    script.answers(BOB, Reject("no"))
    script.replies(("deploy", "x"))
    [closed] = script.session.closed
    assert isinstance(closed.status, Prevented)
    assert not script.session.asks.open
    script.says(CYD, "do it now").replies(("deploy", "y"))
    assert script.session.asks.open, "another call"
    script.answers(BOB, Reject("no"))
    script.replies(("deploy", "x"))
    assert script.session.asks.open, "Cyd has spoken since"
