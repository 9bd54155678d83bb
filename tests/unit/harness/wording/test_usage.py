from harness.chat.phrases import plain
from harness.sessions.budgets import Account, SpentBudget
from harness.sessions.usage import Usage
from harness.wording.usage import amount, named, used
from tests.laws.colleague import BOB


def test_what_was_used_says_how_much_of_it_was_cached_and_what_it_cost() -> None:
    assert used(Usage(1_200, 34)) == "1,200 tokens in, 34 out"
    assert used(Usage(1_200, 34, 0.5, 1_000)) == "1,200 tokens in (1,000 cached), 34 out, $0.50"


def test_amounts_are_dollars_or_tokens_or_both() -> None:
    assert [amount(20.0, None), amount(None, 2_000), amount(5.0, 2_000)] == [
        "$20.00",
        "2,000 tokens",
        "$5.00 and 2,000 tokens",
    ]


def test_a_budget_says_whose_and_for_when() -> None:
    today, month = (Account("", "all", "", since) for since in ("2026-11-29", "2026-11"))
    assert plain(named(SpentBudget(today, 0.0, cost=20.0))) == "today's budget of $20.00"
    assert plain(named(SpentBudget(month, 0.0, tokens=9))) == "this month's budget of 9 tokens"
    bobs = SpentBudget(Account("", "person", BOB.id, "2026-11-29"), 0.0, cost=2.0, who=BOB)
    assert named(bobs) == (BOB, "'s budget for today of $2.00")
    here = SpentBudget(Account("", "place", "slack:T1:C1", "2026-11"), 0.0, cost=2.0)
    assert plain(named(here)) == "the budget of this place for this month of $2.00"
