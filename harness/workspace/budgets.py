"""Reads `budgets`: what may be spent in a day or a month, of all, of each person, of each place."""

from collections.abc import Mapping

from harness.sessions.budgets import USUAL, Budget, Period, Scope
from harness.workspace.given import Given
from harness.workspace.limits import MOST_TOKENS

_PERIODS: tuple[Period, ...] = ("day", "month")
_SCOPES: tuple[Scope, ...] = ("person", "place")
_KEYS = ("cost", "tokens", "hard")
_NONE = "none"
NOTHING_SAID = "says no amount: write `cost`, in US dollars, or `tokens`; or `none` for no budget"
NO_PERIOD = "says nothing: write `day` or `month`, as in `{scope}: {{day: {{cost: 5}}}}`"
NOT_A_BUDGET = (
    "must say `cost`, in US dollars, or `tokens`, as in `{period}: {{cost: 5}}`{instead}; or `none` for no budget"
)
NOT_AN_AMOUNT = (
    "must be an amount of US dollars of more than 0, as a number without a currency, like 5 or 0.50{instead}"
    "; for no budget, write `{period}: none`"
)
NOT_TOKENS = "must be a whole number of tokens, 1 or more, like 2000000{instead}; for no budget, write `{period}: none`"


def budgets(given: Given) -> tuple[Budget, ...]:
    """What is said, and the usual one, unless something is said of all in a day."""
    values = given.fields((*_PERIODS, *_SCOPES))
    of_all = _periods(values, "all")
    found = [] if "day" in values else [USUAL]
    found += of_all
    for scope in _SCOPES:
        if scope in values:
            found += _each(values[scope], scope)
    return tuple(found)


def _each(given: Given, scope: Scope) -> list[Budget]:
    known = len(given.problems)
    values = given.fields(_PERIODS)
    if not values and len(given.problems) == known:
        given.wrong(NO_PERIOD.format(scope=scope))
    return _periods(values, scope)


def _periods(values: Mapping[str, Given], scope: Scope) -> list[Budget]:
    read = [_budget(values[period], scope, period) for period in _PERIODS if period in values]
    return [budget for budget in read if budget]


def _budget(given: Given, scope: Scope, period: Period) -> Budget | None:
    if given.literal() == _NONE:
        return None
    if not given.compound:
        given.wrong(NOT_A_BUDGET.format(period=period, instead=given.instead))
        return None
    problems = len(given.problems)
    values = given.fields(_KEYS)
    cost = _cost(values["cost"], period) if "cost" in values else None
    tokens = _tokens(values["tokens"], period) if "tokens" in values else None
    hard = values["hard"].flag(default=True) if "hard" in values else True
    if cost is None and tokens is None and len(given.problems) == problems:
        given.wrong(NOTHING_SAID)
    return Budget(scope, period, cost=cost, tokens=tokens, hard=hard)


def _cost(given: Given, period: Period) -> float | None:
    known = len(given.problems)
    amount = given.amount(None)
    if len(given.problems) > known:
        del given.problems[known:]
        given.wrong(NOT_AN_AMOUNT.format(period=period, instead=given.instead))
    return amount


def _tokens(given: Given, period: Period) -> int | None:
    known = len(given.problems)
    tokens = given.whole(1, MOST_TOKENS, 1)
    if len(given.problems) > known:
        del given.problems[known:]
        given.wrong(NOT_TOKENS.format(period=period, instead=given.instead))
    return tokens
