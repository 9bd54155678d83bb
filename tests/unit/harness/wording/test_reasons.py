"""Reasons are parts of sentences, one for each code."""

from typing import get_args

import pytest
from hypothesis import given

from harness.approvals.reasons import RuleReason
from harness.chat.phrases import plain
from harness.sessions.heartbeat import LookOutcome
from harness.sessions.reasons import EndReason, LimitHit, ModelFailure, SkipReason, StoppedBy
from harness.wording.reasons import ended, looked, ruled, skipped
from tests.laws.colleague import ANA
from tests.strategies import values_of


@given(values_of(EndReason))
def test_every_end_of_a_turn_has_words(why: EndReason) -> None:
    assert plain(ended(why))


def test_ends_say_who_and_what() -> None:
    assert plain(ended(StoppedBy(ANA))) == "stopped by Ana"
    assert plain(ended(LimitHit("cost"))) == "I reached the limit on cost for one request"
    assert plain(ended(ModelFailure("too many requests"))) == "the model failed: too many requests"
    assert plain(ended(ModelFailure("it is busy", "later"))) == "the model failed: it is busy; I will try again later"


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
