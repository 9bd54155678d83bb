"""What the rules and the clock have to say, as facts."""

from dataclasses import replace

from harness.approvals.asks import Approve, Edit
from harness.approvals.gate import Gate, Judged, Verdict
from harness.approvals.hours import WorkCalendar, WorkingTime
from harness.chat.people import Person, Place
from harness.loop.rulings import Rules, VerdictCache, consequences, due, next_due, starts, verdicts
from harness.sessions import facts as f
from harness.sessions.limits import Limits
from harness.sessions.policies import HEARTBEAT, WAKEUP
from harness.sessions.turn import Turn
from harness.sessions.usage import Usage
from harness.sessions.wants import STOPPABLE_AFTER
from harness.tools.calls import REPORT, At, ToolCall, ToolResult
from tests.laws.colleague import ANA, BOB, CHANNEL, CYD, DEE, LEADS, LOOSER, TIGHTER, USUAL
from tests.unit.harness.sessions.script import Script


def test_a_call_is_judged_once_and_again_only_by_tighter_rules() -> None:
    script = Script().says(BOB).replies(("deploy", "a"))
    assert not list(verdicts(script.session, USUAL, 0.0))
    assert [type(fact) for fact in verdicts(script.session, TIGHTER, 0.0)] == [f.CallJudged]


def test_an_ask_expires_when_its_time_has_come_and_not_before() -> None:
    script = Script().says(BOB).replies(("deploy", "a"))
    assert next_due(script.session, USUAL) == 100.0
    assert not list(due(script.session, USUAL, 99.0))
    assert list(due(script.session, USUAL, 100.0)) == [f.AskExpired("1.1.0#1")]


def test_working_time_is_limited_and_waiting_is_not() -> None:
    script = Script().says(BOB)
    assert next_due(script.session, USUAL) == STOPPABLE_AFTER, "first, it is offered to be stopped"
    assert next_due(script.tell(f.TurnLasted(1)).session, USUAL) == 50.0
    assert list(due(script.session, USUAL, 50.0)) == [f.LimitReached(1, "time")]
    script.now = 40.0
    script.replies(("deploy", "a"))
    assert f.LimitReached(1, "time") not in list(due(script.session, USUAL, 90.0))
    script.now = 90.0
    assert next_due(script.answers(ANA, Approve()).session, USUAL) == 100.0, "ten seconds are left"


def test_steps_and_cost_are_limited() -> None:
    script = Script().says(BOB)
    for _ in range(6):
        script.replies(("read", "x")).runs(f"{script.session.turn.at}.0" if script.session.turn else "")
    assert list(due(script.session, USUAL, 0.0)) == [f.LimitReached(1, "steps")]
    costly: Rules = replace(USUAL, limits=Limits(cost=0.5))
    script = (
        Script()
        .says(BOB)
        .tell(f.ModelReplied(At(1, 1), 1, "", (ToolCall("1.1.0", "deploy", '{"what": "a"}'),), Usage(cost=0.5)))
    )
    assert list(due(script.session, costly, 0.0)) == [f.LimitReached(1, "cost")]


def test_what_follows_from_a_reply_is_its_verdicts_and_the_starts_that_they_allow() -> None:
    script = Script().says(BOB)
    calls = (ToolCall("1.1.0", "read", "{}"), ToolCall("1.1.1", "deploy", '{"what": "a"}'))
    judged, started = consequences(script.session, f.ModelReplied(At(1, 1), 1, "", calls), USUAL, 0.0)
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
    reply = f.ModelReplied(At(1, 1), 1, "", (ToolCall("1.1.0", "read", "{}"),), Usage(cost=0.5))
    judged, started = consequences(script.session, reply, replace(USUAL, limits=Limits(cost=0.5)), 0.0)
    assert judged
    assert not started, "it would read as stopped while it ran"


class Counting(Gate):
    """Says how often it was asked."""

    asked = 0

    def judge(self, call: ToolCall, now: float) -> Judged:
        type(self).asked += 1
        return super().judge(call, now)


def counting(rules: Rules) -> Rules:
    gate = rules.gate("")
    return replace(
        rules, gates={"build": Counting(gate.tools, gate.rules, gate.yolo, gate.terms, gate.askers, gate.held)}
    )


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


def test_an_overdue_ask_is_shown_to_people_by_their_account_of_that_platform_unless_they_are_there_by_another() -> None:
    zoe = Person("other", "T", "zoe", "Zoe", LEADS, accounts=("other:T:zoe", "test:T:z"))
    rules = replace(USUAL, people=(zoe, CYD), remind=60.0)
    script = Script(rules).says(BOB).replies(("deploy", "a"))
    [overdue] = [fact for fact in due(script.session, rules, 60.0) if isinstance(fact, f.AskOverdue)]
    assert overdue.copies == (Place("test", "T", "@z"), Place.direct(CYD))
    script.says(replace(zoe, platform="test", user="z"), "me too")
    [overdue] = [fact for fact in due(script.session, rules, 60.0) if isinstance(fact, f.AskOverdue)]
    assert overdue.copies == (Place.direct(CYD),)


def test_an_open_ask_is_overdue_after_a_while_and_shown_to_deciders_who_are_not_there() -> None:
    rules = replace(USUAL, people=(ANA, CYD, DEE, Person("other", "T", "zoe", "Zoe", LEADS)), remind=60.0)
    script = Script(rules).says(BOB).says(ANA, "careful").replies(("deploy", "a"))
    assert not [fact for fact in due(script.session, rules, 59.0) if isinstance(fact, f.AskOverdue)]
    assert next_due(script.session, rules) == 60.0
    [overdue] = [fact for fact in due(script.session, rules, 60.0) if isinstance(fact, f.AskOverdue)]
    assert overdue == f.AskOverdue("1.1.0#1", (Place.direct(CYD),)), "Ana is there, Dee may not, Zoe is elsewhere"
    assert not [x for x in due(script.tell(overdue).session, rules, 61.0) if isinstance(x, f.AskOverdue)]
    never = replace(rules, remind=None)
    open_ask = Script(never).says(BOB).replies(("deploy", "a")).session
    assert not [x for x in due(open_ask, never, 99.0) if isinstance(x, f.AskOverdue)]


def test_people_are_reminded_while_they_work() -> None:
    registry = WorkingTime(begin=9 * 60, end=18 * 60)
    rules = replace(USUAL, remind=60.0, calendar=WorkCalendar(registry))
    script = Script(rules).says(BOB).replies(("deploy", "a"))  # Thursday, 1970-01-01 00:00 UTC
    early = [x for x in due(script.session, rules, 9 * 3600 - 1) if isinstance(x, f.AskOverdue)]
    overdue = [x for x in due(script.session, rules, 9 * 3600) if isinstance(x, f.AskOverdue)]
    assert (len(early), len(overdue)) == (0, 1)
