"""A tool becomes another under its name: what was approved, granted or shown of the one is not for the other."""

import pytest

from harness.approvals.asks import Approve, Edit
from harness.approvals.gate import Rule, Verdict
from harness.chat.phrases import plain
from harness.sessions import facts as f
from harness.sessions.call_status import Cleared, Lost, Previewing, Returned
from harness.sessions.effects import PostAsk, RunTool
from harness.tools.previews import Stale
from harness.wording.ask_cards import drawn
from tests.laws.colleague import ANA, BASE, BOB, CHANNEL, CYD, TOOLS, UNHURRIED, USUAL, changed, on_tools, rules
from tests.unit.harness.sessions.script import Script

CHANGED = "deploy has changed since I asked. Please look again."


def warning(script: Script, ask: str) -> str:
    return plain(drawn("t", script.session.asks[ask], TOOLS).warning)


def test_an_open_ask_is_withdrawn_and_asked_anew() -> None:
    script = Script(UNHURRIED).says(BOB).replies(("deploy", "a")).shows()
    script.rules = changed(UNHURRIED, "deploy")
    script.says(BOB, "well?")
    assert script.settled() == "withdrawn: deploy has changed since"
    assert not script.answers(ANA, Approve()).wanted(RunTool), "on the old card"
    assert [ask.id for ask in script.session.asks.open] == ["1.1.0#2"]
    assert warning(script, "1.1.0#2") == CHANGED
    assert script.shows().answers(ANA, Approve(), "1.1.0#2").wanted(RunTool)


def test_what_was_approved_and_has_not_started_is_asked_anew() -> None:
    script = Script(UNHURRIED).says(BOB).replies(("deploy", "a")).answers(ANA, Approve())
    assert script.wanted(RunTool)
    script.rules = changed(UNHURRIED, "deploy")
    script.says(BOB, "well?")
    assert not script.wanted(RunTool)
    assert warning(script, "1.1.0#2") == CHANGED
    assert script.settled() == "approved by Ana, but did not run: deploy has changed since"


@pytest.mark.parametrize("swapped", [False, True], ids=["and is again as it was", "and stays so"])
def test_what_had_started_and_did_not_run_is_asked_anew(swapped: bool) -> None:
    script = Script(UNHURRIED).says(BOB).replies(("deploy", "a")).answers(ANA, Approve()).starts()
    if swapped:
        script.rules = changed(UNHURRIED, "deploy")
    script.tell(f.CallOutdated("1.1.0", "1.1.0#1", "tool"))
    assert not script.wanted(RunTool)
    assert warning(script, "1.1.0#2") == CHANGED
    assert script.answers(ANA, Approve(), "1.1.0#2").wanted(RunTool)


@pytest.mark.parametrize("what", ["tool", "world"])
def test_what_is_asked_anew_waits_as_long_as_any_ask(what: Stale) -> None:
    script = Script().says(BOB).replies(("deploy", "a")).shows().answers(ANA, Approve()).starts()
    script.now = 150.0
    script.tell(f.CallOutdated("1.1.0", "1.1.0#1", what)).shows()
    assert script.session.asks["1.1.0#2"].expires == 250.0


def test_what_was_left_to_people_stays_with_them_whatever_the_rules_let_the_other_tool_do() -> None:
    allowing = rules((Rule(Verdict.ALLOW, tool="deploy"), *BASE), None)
    script = Script(UNHURRIED).says(BOB).replies(("deploy", "a"))
    script.rules = changed(allowing, "deploy")
    script.says(BOB, "well?")
    assert not script.wanted(RunTool)
    assert [ask.id for ask in script.session.asks.open] == ["1.1.0#2"]


def test_what_a_rule_allows_both_to_do_runs() -> None:
    script = Script().says(BOB).replies(("read", "a"))
    script.rules = changed(USUAL, "read")
    script.says(BOB, "well?")
    assert script.wanted(RunTool)
    script.starts().tell(f.CallOutdated("1.1.0", "1.1.0#0", "tool"))
    assert script.wanted(RunTool)
    assert not script.session.asks.known


def test_a_grant_is_for_the_tool_of_which_it_was_given_and_the_card_says_why_it_is_asked() -> None:
    script = Script(UNHURRIED).says(ANA).replies(("deploy", "a")).answers(ANA, Approve(always="tool")).runs()
    script.rules = changed(UNHURRIED, "deploy")
    script.replies(("deploy", "b"))
    assert not script.wanted(RunTool)
    assert warning(script, "1.2.0#1") == "deploy has changed since it was always allowed."
    script.answers(ANA, Approve(always="tool"), "1.2.0#1").runs("1.2.0").replies(("deploy", "c"))
    assert script.wanted(RunTool), "by the grant for what it is now"


def test_what_a_grant_had_cleared_and_has_not_started_is_asked() -> None:
    script = Script(UNHURRIED).says(ANA).replies(("deploy", "a")).answers(ANA, Approve(always="tool")).runs()
    script.replies(("deploy", "b"))
    assert script.wanted(RunTool)
    script.rules = changed(UNHURRIED, "deploy")
    script.says(ANA, "well?")
    assert not script.wanted(RunTool)
    assert [ask.id for ask in script.session.asks.open] == ["1.2.0#1"]


def test_a_grant_on_a_category_holds_for_what_is_in_it_but_not_for_what_was_asked_before() -> None:
    script = Script(UNHURRIED).says(ANA).replies(("deploy", "a")).answers(ANA, Approve(always="category")).runs()
    script.rules = changed(UNHURRIED, "deploy")
    script.replies(("deploy", "b"))
    assert script.wanted(RunTool)


def test_a_grant_of_another_call_does_not_answer_what_people_wanted_to_see() -> None:
    script = Script(UNHURRIED).says(ANA).replies(("deploy", "a"), ("deploy", "b")).answers(ANA, Approve())
    script.starts().tell(f.CallOutdated("1.1.0", "1.1.0#1", "tool"))
    script.answers(ANA, Approve(always="tool"), "1.1.1#1")
    assert [e.call.id for e in script.wanted(RunTool)] == ["1.1.1"]
    assert [ask.id for ask in script.session.asks.open] == ["1.1.0#2"]
    script.rules = rules((Rule(Verdict.ASK, tool="deploy"), *BASE), None)
    script.says(ANA, "well?")
    assert "1.1.0" not in {e.call.id for e in script.wanted(RunTool)}, "nor once the rules want others to decide"


def test_an_edit_of_what_has_changed_is_asked_anew() -> None:
    script = Script(UNHURRIED).says(BOB).replies(("deploy", "a"))
    script.append(f.AskAnswered("1.1.0#1", ANA, CHANNEL, Edit('{"what": "b"}'), message="card"))
    script.rules = changed(UNHURRIED, "deploy")
    script.says(BOB, "well?")
    assert not script.wanted(RunTool)
    assert script.session.asks["1.1.0#2"].call.arguments == '{"what": "b"}'
    assert script.settled() == "withdrawn: deploy has changed since"


def test_what_is_gone_is_withdrawn_and_told_the_model() -> None:
    script = Script(UNHURRIED).says(BOB).replies(("deploy", "a"))
    script.rules = on_tools(UNHURRIED, {name: tool for name, tool in TOOLS.items() if name != "deploy"})
    script.says(BOB, "well?")
    assert script.settled() == "withdrawn: the tool deploy no longer exists"


def test_what_another_tool_would_do_is_seen_anew() -> None:
    script = Script(UNHURRIED).says(BOB).replies(("amend", "a"))
    call = script.session.call("1.1.0")
    assert call
    assert isinstance(call.status, Previewing)
    seen = f.CallPreviewed("1.1.0", call.next_ask, call.call.digest, tool=call.status.ruling.tool, why="of before")
    script.rules = changed(UNHURRIED, "amend")
    script.says(BOB, "well?").tell(seen)
    assert not script.session.asks.known
    assert script.sees("1").wanted(PostAsk)


def test_what_ran_before_its_machine_went_away_may_have_taken_effect_and_is_not_asked_about_as_if_it_had_not() -> None:
    script = Script().says(CYD).replies(("read", "a"), ("deploy", "b")).starts()
    script.tell(f.Resumed(2)).starts().tell(f.CallOutdated("1.1.0", "1.1.0#0", "tool"))
    assert script.session.turn
    assert isinstance(script.session.turn.calls[0].status, Lost)


def test_what_is_cleared_starts_and_returns_all_the_same() -> None:
    script = Script().says(BOB).replies(("read", "a"), ("deploy", "b"))
    call = script.session.call("1.1.0")
    assert call
    assert isinstance(call.status, Cleared)
    assert call.status.ruling.tool == TOOLS["read"].digest
    script.runs()
    assert script.session.turn
    assert isinstance(script.session.turn.calls[0].status, Returned)
