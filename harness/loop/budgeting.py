"""Budgets are looked at before a model is asked, and whoever they concern is told. See docs/decisions/0043.

What is spent is in the ledger. In memory is only what has been told by this process, so that it need not be tried
again: who is told what once is for the journal to know.
"""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

from harness.chat.people import Person
from harness.loop.rules import Rules
from harness.sessions.budgets import (
    Account,
    Budget,
    Share,
    SpentBudget,
    anew,
    day_of,
    first_of,
    level,
    month_of,
)
from harness.sessions.facts import BudgetLifted
from harness.sessions.ledger import Ledger, Spender, Sums
from harness.sessions.session import Session
from harness.sessions.usage import NOTHING

KEPT = 1_000
"""Notices that are known to have been given."""


async def nobody(share: Share) -> None:
    """Is told."""


@dataclass(frozen=True, slots=True)
class Budgeting:
    """What all sessions of a `team` share; it is empty where all teams have one workspace. `tell` tells owners, once
    for the id of a share. Raises JournalUnavailable.
    """

    ledger: Ledger
    team: str = ""
    tell: Callable[[Share], Awaitable[None]] = nobody
    told: set[str] = field(default_factory=set)

    async def shares(self, rules: Rules, spender: Spender, who: Person, now: float) -> list[Share]:
        """Of all budgets that are on what that spender does, as far as half of them or more is spent. What is told
        of them to owners is told. Raises JournalUnavailable.
        """
        day = day_of(now, rules.zone)
        monthly = any(budget.period == "month" for budget in rules.budgets)
        first = first_of(day) if monthly else day
        sums = await self.ledger.sums(day, first, spender.person, spender.channel, self.team)
        found = list(self._reached(rules, spender, who, sums, day))
        for share in found:
            if share.id not in self.told:
                await self.tell(share)
                self.keep(share.id)
        return found

    async def holding(self, shares: list[Share]) -> Share | None:
        """The first that lets no step begin. Raises JournalUnavailable."""
        for share in shares:
            if share.level == 100 and share.hard and not await self.ledger.lifted(share.budget.account):
                return share
        return None

    def keep(self, about: str) -> None:
        """That has been told."""
        if len(self.told) >= KEPT:
            self.told.clear()
        self.told.add(about)

    def _reached(self, rules: Rules, spender: Spender, who: Person, sums: Sums, day: str) -> Iterator[Share]:
        for budget in rules.budgets:
            used = sums.get((budget.scope, budget.period), NOTHING)
            reached, by = level(budget, used)
            if reached:
                yield Share(self._spent(budget, by, rules, spender, who, day), used, reached, budget.hard)

    def _spent(self, budget: Budget, by: str, rules: Rules, spender: Spender, who: Person, day: str) -> SpentBudget:
        whose = {"all": "", "person": spender.person, "place": spender.channel}[budget.scope]
        since = day if budget.period == "day" else month_of(day)
        return SpentBudget(
            Account(self.team, budget.scope, whose, since),
            anew(day, budget.period, rules.zone),
            cost=budget.cost if by == "cost" else None,
            tokens=budget.tokens if by == "tokens" else None,
            who=who if budget.scope == "person" else None,
        )


def lifts(session: Session) -> Iterator[BudgetLifted]:
    """What an owner wants to be lifted is."""
    if one := session.lifting:
        yield BudgetLifted(one.by, one.place, one.turn, one.budget)
