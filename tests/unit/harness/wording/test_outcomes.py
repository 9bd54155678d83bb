"""How an ask ended, in words."""

from dataclasses import replace

import pytest

from harness.approvals.asks import Approval, Ask, PlanReview, Question, Settlement
from harness.approvals.reasons import RuleReason
from harness.chat.phrases import Code, Moment, plain
from harness.sessions.call_status import CallEnd
from harness.tools.acts import Act
from harness.wording.outcomes import outcome, settled
from tests.laws.colleague import ANA
from tests.unit.harness.wording.asks import open_ask

RUN = Act("Run", "Ran", (Code("make deploy"),))
GONE = RuleReason("no-tool", "execute", ("read_file",))


def line(settlement: Settlement, ask: Ask | None = None) -> str:
    said = settled(open_ask(ask or Approval()), settlement, RUN)
    return plain(tuple(part for part in said if not isinstance(part, Moment)))


@pytest.mark.parametrize(
    ("settlement", "said"),
    [
        (Settlement("approved", 1.0, ANA), "✅ Run make deploy · approved by Ana · "),
        (Settlement("granted", 1.0, ANA), "✅ Run make deploy · always allowed by Ana · "),
        (Settlement("rejected", 1.0, ANA, "on a Friday?\nNo"), "🚫 Run make deploy · denied by Ana ·  · on a Friday?…"),
        (Settlement("expired", 1.0), "⌛ Run make deploy · expired · "),
        (Settlement("stopped", 1.0, ANA), "⏹️ Run make deploy · stopped by Ana · "),
        (Settlement("ended", 1.0), "↩️ Run make deploy · not decided before its turn ended · "),
        (
            Settlement("withdrawn", 1.0, ANA, "plan", GONE),
            "↩️ Run make deploy · withdrawn ·  · Ana switched to plan mode, which does not offer execute",
        ),
        (
            Settlement("approved", 1.0, ANA, rules=RuleReason("changed", "execute")),
            "⚠️ Run make deploy · approved by Ana ·  · did not run: execute has changed since",
        ),
    ],
)
def test_a_settled_card_is_a_line_that_stands_for_itself(settlement: Settlement, said: str) -> None:
    assert line(settlement) == said


def test_people_and_times_are_no_words() -> None:
    said = settled(open_ask(Approval()), Settlement("approved", 1.0, ANA), RUN)
    assert [part for part in said if not isinstance(part, str)] == [Code("make deploy"), ANA, Moment(1.0)]


def test_a_call_is_denied_and_a_plan_is_revised_or_turned_down() -> None:
    no = Settlement("rejected", 1.0, ANA, "smaller")
    assert line(no, PlanReview("Move", "1. pack")) == "↩️ Plan: Move · revised by Ana ·  · smaller"
    assert line(replace(no, detail=""), PlanReview("Move", "1.")) == "🚫 Plan: Move · turned down by Ana · "
    assert line(Settlement("answered", 1.0, ANA), Question("which?")) == "💬 which? · answered by Ana · "
    assert line(Settlement("answered", 1.0, ANA, "red"), Question("which?")) == "💬 which? · answered by Ana ·  · red"


def test_an_ending_says_how_and_by_whom() -> None:
    assert plain(outcome(Settlement("approved", 1.0, ANA))) == "approved by Ana"
    assert plain(outcome(Settlement("rejected", 1.0, ANA, "too late"))) == "denied by Ana: too late"
    assert plain(outcome(Settlement("expired", 1.0))) == "expired"
    assert plain(outcome(Settlement("granted", 1.0, ANA))) == "always allowed by Ana"
    gone = Settlement("unreachable", 5.0, None, "Slack refused (Ana's Channel)")
    assert plain(outcome(gone)) == "nobody could be asked: Slack refused (Ana's Channel)"


def test_what_a_mode_withdraws_says_who_chose_it() -> None:
    gone = Settlement("withdrawn", 1.0, ANA, "plan", GONE)
    assert plain(outcome(gone)) == "withdrawn: Ana switched to plan mode, which does not offer execute"
    denied = replace(gone, rules=RuleReason("denied", "execute rm *"))
    assert plain(outcome(denied)) == "withdrawn: Ana switched to plan mode, which denies this"


def test_what_rules_overtook_says_which() -> None:
    overtaken = Settlement("superseded", 1.0, rules=RuleReason("denied", "execute rm *"))
    assert plain(outcome(overtaken)) == "withdrawn: the rule on execute rm * now denies this"


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (RuleReason("changed", "deploy"), "deploy has changed since"),
        (RuleReason("no-tool", "deploy"), "the tool deploy no longer exists"),
        (RuleReason("denied", "execute rm *"), "the rule on execute rm * now denies this"),
    ],
)
def test_what_was_approved_and_does_not_run_says_both(why: RuleReason, words: str) -> None:
    approved = Settlement("approved", 1.0, ANA, "with care", why)
    assert plain(outcome(approved)) == f"approved by Ana: with care, but did not run: {words}"


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (CallEnd("ran", 6.2, 0), "✅ Ran make deploy · approved by Ana ·  · exit 0 in 6 s"),
        (CallEnd("ran", 0.2), "✅ Ran make deploy · approved by Ana · "),
        (CallEnd("ran", 6.2), "✅ Ran make deploy · approved by Ana ·  · took 6 s"),
        (CallEnd("failed", 0.1), "⚠️ Run make deploy · approved by Ana ·  · failed"),
        (CallEnd("failed", 6.2, 2), "⚠️ Ran make deploy · approved by Ana ·  · exit 2 in 6 s"),
        (CallEnd("failed", 61.0), "⚠️ Run make deploy · approved by Ana ·  · failed after 1 min 1 s"),
        (CallEnd("cut", 6.2), "⚠️ Ran make deploy · approved by Ana ·  · cut short after 6 s"),
        (CallEnd("lost"), "⚠️ Run make deploy · approved by Ana ·  · it is not known whether it ran to its end"),
        (CallEnd("outdated"), "⚠️ Run make deploy · approved by Ana ·  · did not run: it has changed since I asked"),
        (CallEnd("not-run"), "⚠️ Run make deploy · approved by Ana ·  · did not run"),
    ],
)
def test_what_came_of_it_is_said_once_it_is_known(end: CallEnd, said: str) -> None:
    parts = settled(open_ask(Approval(), ended=end), Settlement("approved", 1.0, ANA), RUN)
    assert plain(tuple(part for part in parts if not isinstance(part, Moment))) == said


def test_what_is_always_allowed_since_is_said() -> None:
    said = settled(open_ask(Approval(), always="make test*"), Settlement("approved", 1.0, ANA), RUN)
    assert said[-2:] == ("from now on without asking: ", Code("make test*", ()))
