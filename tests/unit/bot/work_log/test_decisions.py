"""A line for each decision, with who or what decided."""

from dataclasses import replace

from harness.approvals.asks import Approve, Edit, Reject
from harness.sessions import facts as f
from tests.laws.colleague import ANA, BOB, CHANNEL, CYD, DEE
from tests.unit.bot.work_log.telling import fields, texts
from tests.unit.harness.sessions.script import Script

DECISIONS = ("call.judged", "ask.settled", "ask.approved", "ask.refused", "grant.given", "grant.revoked")


def asked(tool: str = "deploy") -> Script:
    return Script().says(BOB).replies((tool, "a")).shows()


def after(script: Script) -> list[str]:
    """What was decided after the rules have spoken first."""
    return texts(script.rows, *DECISIONS)[1:]


def test_the_rules_say_what_they_ruled_and_by_which_rule() -> None:
    script = Script().says(BOB).replies(("read", "x"), ("deploy", "ls a"), ("deploy", "a"), ("drop", "a"), ("fly", "a"))
    assert texts(script.rows, "call.judged") == [
        "call 1.1.0 of read: allowed (allowed: read)",
        "call 1.1.1 of deploy: allowed (allowed: deploy ls *)",
        "call 1.1.2 of deploy: left to people (asked: execute)",
        "call 1.1.3 of drop: denied (denied: drop)",
        "call 1.1.4 of fly: denied (no-tool)",
    ]


def test_arguments_that_cannot_be_read_are_not_repeated() -> None:
    script = Script().says(BOB).replies(("read", "not even JSON, and secret"))
    assert texts(script.rows, "call.judged") == ["call 1.1.0 of read: denied (malformed)"]


def test_a_verdict_that_changes_nothing_is_not_said() -> None:
    script = asked()
    [verdict] = [row.fact for row in script.rows if isinstance(row.fact, f.CallJudged)]
    script.append(verdict)
    script.append(replace(verdict, call="9.9.9"))
    assert len(texts(script.rows, "call.judged")) == 1


def test_an_approval_says_by_whom_and_how_long_it_took() -> None:
    script = asked()
    script.now += 34.0
    script.answers(ANA, Approve("but carefully"))
    assert after(script) == ["ask 1.1.0#1 on deploy: approved by test:T:ana after 34.0 s"]
    assert fields(script.rows, "ask.settled") == {
        "ask": "1.1.0#1",
        "call": "1.1.0",
        "tool": "deploy",
        "outcome": "approved",
        "by": "test:T:ana",
        "seconds": 34.0,
    }


def test_others_decisions_say_by_whom_too_and_not_in_which_words() -> None:
    assert after(asked().answers(ANA, Reject("never"))) == ["ask 1.1.0#1 on deploy: rejected by test:T:ana after 0.0 s"]
    edited = after(asked().answers(ANA, Edit('{"what": "b"}')))
    assert edited[-1] == "ask 1.1.0#1 on deploy: edited by test:T:ana after 0.0 s"


def test_an_answer_that_does_not_count_is_said_with_who_gave_it() -> None:
    assert after(asked().answers(DEE, Approve())) == ["ask 1.1.0#1 on deploy: an answer by test:T:dee did not count"]
    late = asked().answers(ANA, Approve()).answers(CYD, Reject())
    assert after(late)[-1] == "ask 1.1.0#1 on deploy: an answer by test:T:cyd did not count"


def test_where_it_takes_two_each_is_said() -> None:
    script = asked("pay").answers(ANA, Approve()).answers(CYD, Approve())
    assert after(script) == [
        "ask 1.1.0#1 on pay: approved by test:T:ana, 1 of 2",
        "ask 1.1.0#1 on pay: approved by test:T:cyd after 0.0 s",
    ]


def test_always_is_said_when_it_begins_and_when_it_ends() -> None:
    script = asked().answers(ANA, Approve(always="tool"))
    script.tell(f.GrantRevoked("1.1.0#1", CYD, CHANNEL))
    assert texts(script.rows, "grant.given", "grant.revoked") == [
        "the tool deploy may always run here: by test:T:ana",
        "the tool deploy is asked about here again: by test:T:cyd",
    ]


def test_a_stop_and_time_decide_as_well() -> None:
    stopped = asked().tell(f.StopRequested(BOB, CHANNEL, 1))
    assert after(stopped) == ["ask 1.1.0#1 on deploy: stopped by test:T:bob after 0.0 s"]
    assert after(asked().tell(f.AskExpired("1.1.0#1"))) == ["ask 1.1.0#1 on deploy: expired after 0.0 s"]


def test_a_mode_and_a_model_that_somebody_chose_are_said() -> None:
    script = Script().says(BOB).replies(text="hi")
    script.tell(f.ModeRequested(BOB, CHANNEL, "strict", ""), f.ModelChosen(ANA, CHANNEL, "openai/small"))
    assert texts(script.rows, "mode.changed", "model.chosen") == [
        "the mode is strict now, by test:T:bob",
        "the model is openai/small now, by test:T:ana",
    ]
