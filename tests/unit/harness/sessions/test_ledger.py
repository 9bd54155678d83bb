"""Values of the ledger; what all that keeps one promises is in tests/contracts."""

from harness.chat.people import Place
from harness.sessions.ledger import Spender, Sum, most_first, summed
from harness.sessions.usage import Usage

ONE = Usage(1, 0, 1.0)


def test_a_thread_belongs_to_its_channel() -> None:
    assert Spender("slack:T1:U1", Place("slack", "T1", "C1", "1.2"), "m").channel == "slack:T1:C1"


def test_groups_are_summed_by_what_budgets_are_on() -> None:
    sums = summed([(True, True, False, ONE), (False, True, True, ONE), (True, False, False, ONE)])
    assert {about: usage.input_tokens for about, usage in sums.items()} == {
        ("all", "day"): 2,
        ("all", "month"): 3,
        ("person", "day"): 1,
        ("person", "month"): 2,
        ("place", "month"): 1,
    }


def test_what_costs_comes_first_and_then_what_has_tokens() -> None:
    free, dear, much = Sum("a", Usage(5), 1), Sum("b", Usage(1, 0, 2.0), 1), Sum("c", Usage(9), 1)
    assert most_first([free, dear, much]) == [dear, much, free]
