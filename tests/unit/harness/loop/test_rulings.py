"""What the rules have to say, as facts."""

from dataclasses import replace

from harness.approvals.asks import Edit
from harness.approvals.gate import Gate, Judged
from harness.loop.rules import Rules
from harness.loop.rulings import VerdictCache, consequences, starts, verdicts
from harness.sessions import facts as f
from harness.sessions.limits import Limits
from harness.sessions.usage import Usage
from harness.tools.calls import At, ToolCall, ToolResult
from tests.laws.colleague import BOB, TIGHTER, USUAL
from tests.unit.harness.sessions.script import Script


def test_a_call_is_judged_once_and_again_only_by_tighter_rules() -> None:
    script = Script().says(BOB).replies(("deploy", "a"))
    assert not list(verdicts(script.session, USUAL, 0.0))
    assert [type(fact) for fact in verdicts(script.session, TIGHTER, 0.0)] == [f.CallJudged]


def test_what_follows_from_a_reply_is_its_verdicts_and_the_starts_that_they_allow() -> None:
    script = Script().says(BOB)
    calls = (ToolCall("1.1.0", "read", "{}"), ToolCall("1.1.1", "deploy", '{"what": "a"}'))
    judged, started = consequences(script.session, f.ModelReplied(At(1, 1), 1, "", calls=calls), USUAL, 0.0)
    assert [fact.call for fact in judged if isinstance(fact, f.CallJudged)] == ["1.1.0", "1.1.1"]
    assert started == [f.ToolStarted("1.1.0", calls[0].digest)]


def test_what_follows_from_a_result_is_the_start_of_a_call_that_waited_for_its_place() -> None:
    script = Script().says(BOB).replies(("read", "0"), ("read", "1"), ("read", "2")).starts("1.1.0").starts("1.1.1")
    narrow, result = replace(USUAL, limits=Limits(parallel=2)), f.ToolReturned("1.1.0", ToolResult("done"))
    _, started = consequences(script.session, result, narrow, 0.0)
    assert [fact.call for fact in started if isinstance(fact, f.ToolStarted)] == ["1.1.2"]
    script.starts("1.1.2")
    assert consequences(script.session, result, narrow, 0.0) == ([], []), "all have started"


def test_nothing_starts_where_a_limit_is_to_be_told_first() -> None:
    script = Script().says(BOB)
    reply = f.ModelReplied(At(1, 1), 1, "", calls=(ToolCall("1.1.0", "read", "{}"),), usage=Usage(cost=0.5))
    judged, started = consequences(script.session, reply, replace(USUAL, limits=Limits(cost=0.5)), 0.0)
    assert judged
    assert not started, "it would read as stopped while it ran"


class Counting(Gate):
    """Says how often it was asked."""

    asked = 0

    def judge(self, call: ToolCall, now: float, asking: bool = False) -> Judged:
        type(self).asked += 1
        return super().judge(call, now, asking)


def counting(rules: Rules) -> Rules:
    gate = rules.gate("")
    counting = Counting(gate.tools, gate.rules, yolo=gate.yolo, terms=gate.terms, askers=gate.askers, held=gate.held)
    return replace(rules, gates={"build": counting})


def test_what_stands_is_not_judged_at_every_look_and_tighter_rules_are_seen_all_the_same() -> None:
    script, cache = Script().says(BOB).replies(*[("deploy", str(n)) for n in range(5)]), VerdictCache()
    usual, tighter = counting(USUAL), counting(TIGHTER)
    for _ in range(10):
        assert not list(verdicts(script.session, usual, 0.0, cache))
    assert Counting.asked == 5
    assert len(list(verdicts(script.session, tighter, 0.0, cache))) == 5
    script.answers(BOB, Edit('{"what": "forbidden"}'), "1.1.3#1")
    assert not list(verdicts(script.session, usual, 0.0, cache)), "the fold's own verdicts have said it"
    assert Counting.asked == 5 + 5 + 1, "only the call that has changed since"


def test_only_what_may_run_now_and_has_not_started_is_to_be_started() -> None:
    script = Script().says(BOB).replies(*[("read", str(n)) for n in range(6)]).starts("1.1.0")
    assert [start.call for start in starts(script.session, USUAL)] == ["1.1.1"], "two run at once"
