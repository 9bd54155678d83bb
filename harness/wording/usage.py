"""Tokens, money and budgets in words."""

from harness.chat.phrases import Phrase
from harness.sessions.budgets import SpentBudget
from harness.sessions.usage import Usage


def tokens(usage: Usage) -> str:
    """`1,200 tokens in (1,000 cached), 34 out`."""
    cached = f" ({usage.cached_tokens:,} cached)" if usage.cached_tokens else ""
    return f"{usage.input_tokens:,} tokens in{cached}, {usage.output_tokens:,} out"


def used(usage: Usage) -> str:
    """With the cost, where the model's prices are known."""
    return f"{tokens(usage)}, {dollars(usage.cost)}" if usage.cost else tokens(usage)


def dollars(amount: float) -> str:
    return "less than $0.01" if 0 < amount < 0.005 else f"${amount:,.2f}"


def amount(cost: float | None, tokens: int | None) -> str:
    """Of a budget, of one or of both."""
    said = [dollars(cost)] if cost is not None else []
    return " and ".join([*said, f"{tokens:,} tokens"] if tokens is not None else said)


def named(budget: SpentBudget, place: str = "this place") -> Phrase:
    """Which budget it is, as the beginning of a part of a sentence: `today's budget of $20.00`."""
    of, when = f" of {amount(budget.cost, budget.tokens)}", _WHEN[budget.account.period]
    if budget.who:
        return (budget.who, f"'s budget for {when}{of}")
    if budget.account.scope == "place":
        return (f"the budget of {place} for {when}{of}",)
    return (f"{when}'s budget{of}",)


_WHEN = {"day": "today", "month": "this month"}
