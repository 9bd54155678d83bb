"""How an ask ended, in words."""

from dataclasses import replace

import pytest

from harness.approvals.asks import Settlement
from harness.approvals.reasons import RuleReason
from harness.wording.outcomes import outcome
from tests.laws.colleague import ANA


def test_an_ending_says_how_and_by_whom() -> None:
    assert outcome(Settlement("approved", 1.0, ANA)) == "approved by Ana"
    assert outcome(Settlement("rejected", 1.0, ANA, "too late")) == "denied by Ana: too late"
    assert outcome(Settlement("expired", 1.0)) == "expired"
    assert outcome(Settlement("granted", 1.0, ANA)) == "approved always by Ana"


def test_what_a_mode_withdraws_says_who_chose_it() -> None:
    gone = Settlement("withdrawn", 1.0, ANA, "plan", RuleReason("no-tool", "execute", ("read_file",)))
    assert outcome(gone) == "withdrawn: Ana switched to plan mode, which does not offer execute"
    denied = replace(gone, rules=RuleReason("denied", "execute rm *"))
    assert outcome(denied) == "withdrawn: Ana switched to plan mode, which denies this"


def test_what_rules_overtook_says_which() -> None:
    overtaken = Settlement("superseded", 1.0, rules=RuleReason("denied", "execute rm *"))
    assert outcome(overtaken) == "overtaken by a change of the rules: denied by the rule on execute rm *"


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (RuleReason("changed", "deploy"), "deploy has changed since"),
        (RuleReason("no-tool", "deploy"), "there is no tool deploy any more"),
        (RuleReason("denied", "execute rm *"), "the rules have changed, denied by the rule on execute rm *"),
    ],
)
def test_what_was_approved_and_does_not_run_says_both(why: RuleReason, words: str) -> None:
    approved = Settlement("approved", 1.0, ANA, "with care", why)
    assert outcome(approved) == f"approved by Ana: with care, but did not run: {words}"
