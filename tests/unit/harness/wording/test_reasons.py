"""Reasons are parts of sentences, one for each code."""

from typing import get_args

import pytest
from hypothesis import given

from harness.approvals.deciders import OWNER
from harness.approvals.reasons import RuleReason
from harness.chat.people import Person
from harness.chat.phrases import plain
from harness.sessions.budgets import Account, SpentBudget
from harness.sessions.heartbeat import LookOutcome
from harness.sessions.reasons import BudgetHit, EndReason, LimitHit, ModelFailure, SkipReason, StoppedBy
from harness.wording.reasons import ended, looked, ruled, skipped
from tests.laws.colleague import ANA
from tests.strategies import values_of

OLGA = Person("test", "T", "olga", "Olga", frozenset({OWNER}))


@given(values_of(EndReason).filter(lambda why: not isinstance(why, BudgetHit)))  # whose day is none of the calendar's
def test_every_end_of_a_turn_has_words(why: EndReason) -> None:
    assert plain(ended(why))


def test_ends_say_who_and_what() -> None:
    assert plain(ended(StoppedBy(ANA))) == "stopped by Ana"
    assert plain(ended(LimitHit("cost"))) == "I reached the limit on cost for one request"
    assert plain(ended(ModelFailure("too many requests"))) == "the model failed: too many requests"
    assert plain(ended(ModelFailure("it is busy", "later"))) == "the model failed: it is busy; I will try again later"


def test_a_budget_that_is_spent_says_until_when_and_who_may_lift_it() -> None:
    spent = SpentBudget(Account("", "all", "", "2026-11-29"), 1_764_460_800.0, cost=20.0)
    said = plain(ended(BudgetHit(spent), [OLGA]))
    assert said == (
        "today's budget of $20.00 is used up until Sunday, 2025-11-30 00:00 UTC. An owner (Olga) can lift it"
    )


@pytest.mark.parametrize("why", get_args(SkipReason))
def test_every_reason_to_skip_has_words(why: SkipReason) -> None:
    assert skipped(why)


@given(values_of(RuleReason))
def test_every_ruling_has_words_but_for_what_a_tool_left_unsaid(why: RuleReason) -> None:
    assert ruled(why) or not why.about


def test_what_became_of_a_heartbeat_says_why_it_broke_off() -> None:
    assert looked(LookOutcome("silent")) == "nothing to report"
    assert looked(LookOutcome("broken-off", ended=StoppedBy(ANA))) == "stopped by Ana"
    assert looked(LookOutcome("unreadable", "there is no file")) == "there is no file"


def test_what_a_skill_leaves_is_named() -> None:
    assert ruled(RuleReason("skill", "pdf", ("read_file", "execute git*"))) == (
        "the skill pdf was read, and leaves only read_file, execute git* in this turn"
    )
    assert ruled(RuleReason("skill", "pdf")) == "the skill pdf was read, and leaves no tools in this turn"
