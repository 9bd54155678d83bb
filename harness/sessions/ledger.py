"""The port to the ledger: what model calls have used, by day, thread, place, person and model. It is written with the
facts that say so, so that its sums are those of the journals at any moment.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from harness.chat.people import Place
from harness.sessions.budgets import Period, Scope, SpentBudget
from harness.sessions.usage import NOTHING, CountedUsage, Usage

Axis = Literal["person", "place", "model", "thread"]
"""What sums are told apart by."""


@dataclass(frozen=True, slots=True)
class Spender:
    """For whom, by id, and where a model is asked, and which."""

    person: str
    place: Place
    model: str

    @property
    def channel(self) -> str:
        """Its place, as budgets know it: a channel with all of its threads."""
        return f"{self.place.platform}:{self.place.team}:{self.place.channel}"


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """What one call has used, and on which `day`, as 2026-11-29. Up to the row `known` its thread does not say so."""

    used: CountedUsage
    by: Spender
    day: str
    known: int = 0


class Sum(NamedTuple):
    """Of all that has the same `name`, in so many requests to a model."""

    name: str
    usage: Usage
    requests: int


Sums = Mapping[tuple[Scope, Period], Usage]
"""What budgets are compared with."""


class Ledger(Protocol):
    """Every method may raise JournalUnavailable."""

    async def sums(self, day: str, first: str, person: str, place: str, team: str = "") -> Sums:
        """Of that day, and from the `first` day to it: of all (of the team, if one is named), of that person, and of
        that place.
        """

    async def spent(
        self, first: str, last: str, by: Axis, *, person: str = "", place: str = "", team: str = ""
    ) -> Sequence[Sum]:
        """From day to day, the most first: what costs, and then what has tokens. Of a person, a place or a team alone,
        if one is named.
        """

    async def lifted(self, budget: SpentBudget) -> str:
        """Who has lifted it first, by id; empty if nobody has. That is done by a fact, BudgetLifted."""


def summed(groups: Iterable[tuple[bool, bool, bool, Usage]]) -> Sums:
    """Of groups: is it of that day, of that person, of that place; and what it has used."""
    found: dict[tuple[Scope, Period], Usage] = {}

    def add(scope: Scope, today: bool, usage: Usage) -> None:
        periods: tuple[Period, ...] = ("day", "month") if today else ("month",)
        for period in periods:
            found[scope, period] = found.get((scope, period), NOTHING) + usage

    for today, persons, places, usage in groups:
        add("all", today, usage)
        if persons:
            add("person", today, usage)
        if places:
            add("place", today, usage)
    return found


def most_first(sums: Iterable[Sum]) -> list[Sum]:
    return sorted(sums, key=lambda one: (-one.usage.cost, -one.usage.tokens, one.name))
