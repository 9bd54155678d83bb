"""Sums in words, and what `usage` may be told."""

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from harness.chat.events import Surface
from harness.chat.people import Place
from harness.commands.usage import (
    LISTED,
    Asked,
    asked,
    budget_in_words,
    first_day,
    in_all,
    listed,
    not_understood,
    people,
    places,
    span_in_words,
    whole,
)
from harness.sessions.budgets import Budget
from harness.sessions.ledger import Sum
from harness.sessions.usage import Usage
from tests.laws.colleague import BOB

HERE = Place("slack", "T1", "C1", "1.2")
ONE = Sum("slack:T1:C1", Usage(10, 1, 0.5), 2)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("", Asked("today", None)),
        ("week", Asked("week", None)),
        ("by model", Asked("today", "model")),
        ("month by person", Asked("month", "person")),
        ("by thread", None),
        ("yesterday", None),
        ("today by", None),
    ],
)
def test_it_is_asked_by_span_and_axis(said: str, meant: Asked | None) -> None:
    assert asked(said) == meant


def test_what_is_not_known_is_said_to_be_unknown_beside_what_is() -> None:
    assert not_understood("`year`", Surface("/")) == (
        "I don't know `/usage year`. Say `/usage [today|week|month] [by person|place|model]`."
    )


def test_a_week_begins_on_monday_and_a_month_on_its_first() -> None:
    assert [first_day(span, "2026-11-29") for span in ("today", "week", "month")] == [
        "2026-11-29",
        "2026-11-23",
        "2026-11-01",
    ]


def test_a_span_says_by_which_clocks() -> None:
    assert span_in_words("week", ZoneInfo("Europe/Berlin")) == "This week (Europe/Berlin)"
    assert span_in_words("today", UTC) == "Today (UTC)"


def test_only_who_may_see_all_is_told_of_all() -> None:
    nothing = whole([])
    assert in_all("Today", ONE, nothing, None, [Budget("all", "day", cost=20.0)]).splitlines() == [
        "Today:",
        "- here: 10 tokens in, 1 out, $0.50, in 2 requests",
        "- you: nothing",
    ]
    told = in_all("Today", ONE, nothing, whole([ONE, ONE]), [Budget("all", "day", cost=20.0)])
    assert "- all: 20 tokens in, 2 out, $1.00, in 4 requests" in told
    assert "- budget: $20.00 a day; I stop there" in told


def test_a_list_names_who_is_known_and_no_more_than_so_many() -> None:
    sums = [ONE._replace(name=f"slack:T1:U{number}") for number in range(LISTED + 2)]
    lines = listed("Today", "person", sums, {"slack:T1:U0": "Bob"}).splitlines()
    assert lines[:3] == [
        "Today, by person:",
        "- Bob: 10 tokens in, 1 out, $0.50, in 2 requests",
        "- `slack:T1:U1`: 10 tokens in, 1 out, $0.50, in 2 requests",
    ]
    assert lines[-1] == "- and 2 more: `deskmate usage --by person` lists all, for whoever runs me"
    assert listed("This week", "model", [], {}).splitlines() == ["This week, by model:", "Nothing was used."]


def test_places_are_named_by_what_they_are_called_and_the_way_there() -> None:
    ids = ["slack:T1:C1", "slack:T1:C2", "slack:T1:C3"]
    named = places(ids, HERE, lambda place, message: f"https://x/{place.channel}", {"slack:T1:C2": "#ops"})
    assert named == {"slack:T1:C1": "here", "slack:T1:C2": "[#ops](https://x/C2)", "slack:T1:C3": "[C3](https://x/C3)"}
    assert places(ids[1:], HERE, lambda place, message: "", {"slack:T1:C2": "#ops"}) == {"slack:T1:C2": "#ops"}


def test_people_are_named_by_each_of_their_accounts() -> None:
    assert people([BOB]) == {BOB.id: "Bob"}


def test_a_budget_says_for_whom_and_whether_it_holds() -> None:
    assert budget_in_words(Budget("person", "month", tokens=9, hard=False)) == (
        "9 tokens a month for each person; I only warn"
    )
