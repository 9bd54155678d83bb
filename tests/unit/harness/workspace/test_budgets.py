"""What the file says of budgets, and what is wrong with it."""

import pytest

from harness.sessions.budgets import USUAL, Budget
from harness.tools.registry import Registry
from harness.workspace.budgets import budgets
from harness.workspace.loading import WorkspaceError, parse
from tests.unit.harness.workspace.reading import given_of, said


def test_where_nothing_is_said_there_is_a_generous_one() -> None:
    assert parse("name: A", "workspace.yaml", Registry(())).budgets == (USUAL,)
    assert Budget("all", "day", cost=20.0, hard=True) == USUAL


def test_what_is_said_of_a_day_stands_in_its_place_and_what_is_said_else_beside_it() -> None:
    given = given_of("{day: {cost: 5}, month: {tokens: 9, hard: false}, person: {day: {cost: 0.5}}}")
    assert budgets(given) == (
        Budget("all", "day", cost=5.0),
        Budget("all", "month", tokens=9, hard=False),
        Budget("person", "day", cost=0.5),
    )
    assert budgets(given_of("{place: {month: {cost: 5, tokens: 9}}}")) == (
        USUAL,
        Budget("place", "month", cost=5.0, tokens=9),
    )


def test_a_day_of_none_takes_the_usual_budget_away() -> None:
    assert budgets(given_of("{day: none}")) == ()


@pytest.mark.parametrize("amount", ["0", "0.0", "-1", "5 EUR", "5€", "$5", "5 dollars", "'5'", "[5]", "five"])
def test_an_amount_is_dollars_as_a_number_and_more_than_nothing(amount: str) -> None:
    given = given_of(f'{{day: {{cost: "{amount}"}}}}' if "'" not in amount else f"{{day: {{cost: {amount}}}}}")
    budgets(given)
    [problem] = said(given)
    assert problem.startswith("must be an amount of US dollars of more than 0, as a number without a currency")
    assert problem.endswith("; for no budget, write `day: none`")


def test_zero_says_where_it_stands_and_what_to_write() -> None:
    with pytest.raises(WorkspaceError) as error:
        parse("name: A\nbudgets:\n  month:\n    cost: 0\n", "workspace.yaml", Registry(()))
    [problem] = error.value.problems
    assert str(problem).startswith("workspace.yaml:4: budgets.month.cost: must be an amount of US dollars")
    assert problem.message.endswith("like 5 or 0.50, not 0; for no budget, write `month: none`")


@pytest.mark.parametrize("tokens", ["0", "1.5", "2M", "-3"])
def test_tokens_are_a_whole_number(tokens: str) -> None:
    given = given_of(f"{{day: {{tokens: {tokens}}}}}")
    budgets(given)
    [problem] = said(given)
    assert problem.startswith("must be a whole number of tokens, 1 or more")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{day: {}}", "says no amount"),
        ("{day: {hard: true}}", "says no amount"),
        ("{week: {cost: 5}}", "there is no such key"),
        ("{day: {euros: 5}}", "there is no such key"),
        ("{person: {week: {cost: 5}}}", "there is no such key"),
        ("{day: {cost: 5, hard: maybe}}", "must be true or false"),
        (
            "{day: 5}",
            "must say `cost`, in US dollars, or `tokens`, as in `day: {cost: 5}`, not 5; or `none` for no budget",
        ),
        ("{day: [5]}", "must be a mapping, as in `key: value`, not a list; its keys may be cost, tokens, hard"),
        ("{person: 5}", "must be a mapping, as in `key: value`, not 5; its keys may be day, month"),
        ("{place: {}}", "says nothing: write `day` or `month`, as in `place: {day: {cost: 5}}`"),
        ("{place: {day: }}", "says nothing: write `day` or `month`"),
        ("5", "must be a mapping, as in `key: value`, not 5; its keys may be day, month, person, place"),
    ],
)
def test_what_is_wrong_is_told(text: str, wrong: str) -> None:
    given = given_of(text)
    budgets(given)
    assert any(one.startswith(wrong) for one in said(given)), said(given)
