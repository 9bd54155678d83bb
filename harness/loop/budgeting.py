"""Budgets are looked at before a model is asked, and whoever they concern is told. See docs/decisions/0043.

What is spent is in the ledger. In memory is only what need not be asked for again: what has been told by this process,
since who is told what once is for the journal to know; and what the ledger said last. As one process works on a
database, no more can have been spent since than this one has, so that a step asks the ledger only where that may reach
another level.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from math import inf

from harness.chat.people import Person
from harness.loop.engine import Engine
from harness.loop.rules import Rules
from harness.sessions.budgets import (
    LEVELS,
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
from harness.sessions.index import ThreadIndex
from harness.sessions.ledger import Ledger, Spender, Sums
from harness.sessions.session import Session
from harness.sessions.usage import NOTHING, Usage

KEPT = 1_000
"""How many told notices, and how many known sums, are kept."""


async def tell_nobody(share: Share) -> None:
    """For where there is no owner to tell."""


async def resume_nothing() -> None:
    """For where there is no other thread that a budget may have stopped."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the ledger said of that `day`, at a moment of it, which ends at `until`; has it said that a level of these
    budgets is `reached`? Once this process has used `cost` or `tokens` in all, another may be, if all that was used
    since was used of one.
    """

    sums: Sums
    budgets: Sequence[Budget]
    zone: tzinfo
    day: str
    at: float
    until: float
    reached: bool
    cost: float
    tokens: float

    def holds(self, rules: Rules, now: float, used: Usage) -> bool:
        """May no other level of those budgets have been reached?"""
        same = self.budgets is rules.budgets and self.zone is rules.zone and self.at <= now < self.until
        return same and used.cost < self.cost and used.tokens < self.tokens


@dataclass(slots=True, eq=False)
class Budgeting:
    """What all sessions of a `team` share; it is empty where all teams have one workspace. `tell` tells owners, once
    for the id of a share. Raises JournalUnavailable.
    """

    ledger: Ledger
    team: str = ""
    tell: Callable[[Share], Awaitable[None]] = tell_nobody
    resume: Callable[[], Awaitable[None]] = resume_nothing
    """All threads whose turn was ended by a budget that is lifted go on; it may raise JournalUnavailable."""
    known: Callable[[], Sequence[Person]] = tuple
    """People whose names are known."""
    told: set[str] = field(default_factory=set)
    used: Usage = NOTHING
    """By this process, in all; what was told twice counts twice."""
    _known: dict[tuple[str, str], Known] = field(default_factory=dict)
    """By the person and the channel."""
    _lifted: dict[str, Person] = field(default_factory=dict)
    """By whom, by the id of the budget."""
    _resuming: bool = False
    """Something was lifted since `resume`."""

    def spends(self, usage: Usage) -> None:
        """It is in the ledger: not before, or it would be taken for what that has said."""
        self.used += usage

    async def shares(self, rules: Rules, spender: Spender, who: Person, now: float) -> list[Share]:
        """Of all budgets that are on what that spender does, as far as half of them or more is spent. What is told
        of them to owners is told. Raises JournalUnavailable.
        """
        known = await self._asked(rules, spender, now)
        if not known.reached:
            return []
        found = list(self._reached(rules, spender, who, known))
        for share in found:
            if share.id not in self.told:
                await self.tell(share)
                self.keep(share.id)
        return found

    async def holding(self, shares: list[Share]) -> Share | None:
        """The first that lets no step begin. Raises JournalUnavailable."""
        for share in shares:
            if share.level == 100 and share.hard and not await self.lifted(share.budget):
                return share
        return None

    async def lifted(self, budget: SpentBudget) -> Person | None:
        """Who has lifted it: once it is, it stays so. Raises JournalUnavailable."""
        if budget.id not in self._lifted and (by := await self.ledger.lifted(budget)):
            named = (person for person in self.known() if by in person.ids)
            self._lifted[budget.id] = next(named, None) or Person.of(by)
        return self._lifted.get(budget.id)

    async def lifts(self, session: Session) -> BudgetLifted | None:
        """What an owner wants to be lifted is; so is what has ended the turn, if it was lifted in another thread. And
        whatever else waited for what was lifted goes on. Raises JournalUnavailable.
        """
        if self._resuming:
            await self.resume()
            self._resuming = False
        if one := session.lifting:
            return BudgetLifted(one.by, one.place, one.turn, one.budget)
        held, last, place = session.held, session.last, session.place
        if held and last and place and (by := await self.lifted(held)):
            return BudgetLifted(by, place, last.turn, held)
        return None

    def hears(self, fact: BudgetLifted) -> None:
        """It is in a journal. A thread that comes to rest just now sees it here, any other is found by its listing."""
        if fact.budget.id not in self._lifted:
            self._lifted[fact.budget.id] = fact.by
            self._resuming = True

    def has_lifted(self, budget: SpentBudget | None) -> bool:
        """As far as this process has heard."""
        return budget is not None and budget.id in self._lifted

    async def _asked(self, rules: Rules, spender: Spender, now: float) -> Known:
        """As far as it says which levels are reached."""
        about = spender.person, spender.channel
        known = self._known.get(about)
        if known is None or not known.holds(rules, now, self.used):
            used, day = self.used, day_of(now, rules.zone)
            monthly = any(budget.period == "month" for budget in rules.budgets)
            first = first_of(day) if monthly else day
            sums = await self.ledger.sums(day, first, spender.person, spender.channel, self.team)
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[about] = known = _known(sums, used, rules, day, now)
        return known

    def keep(self, about: str) -> None:
        """That has been told."""
        if len(self.told) >= KEPT:
            self.told.clear()
        self.told.add(about)

    def _reached(self, rules: Rules, spender: Spender, who: Person, known: Known) -> Iterator[Share]:
        for budget in rules.budgets:
            used = known.sums.get((budget.scope, budget.period), NOTHING)
            reached, by = level(budget, used)
            if reached:
                yield Share(self._spent(budget, by, rules, spender, who, known.day), used, reached, budget.hard)

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


def _known(sums: Sums, used: Usage, rules: Rules, day: str, now: float) -> Known:
    costs, tokens, reached = [inf], [inf], False
    for budget in rules.budgets:
        of = sums.get((budget.scope, budget.period), NOTHING)
        reached = reached or level(budget, of)[0] > 0
        for each in LEVELS:
            if budget.cost is not None and (left := budget.cost * each / 100 - of.cost) > 0:
                costs.append(left)
            if budget.tokens is not None and (left := budget.tokens * each / 100 - of.tokens) > 0:
                tokens.append(left)
    until = anew(day, "day", rules.zone)
    most = used.cost + min(costs), used.tokens + min(tokens)
    return Known(sums, rules.budgets, rules.zone, day, now, until, reached, *most)


async def resume_lifted(index: ThreadIndex, engine: Engine, team: str = "") -> None:
    """Threads whose turn was ended by a budget that is lifted by now go on: once it is, and at a start. Raises
    JournalUnavailable.
    """
    for thread in await index.lifted(team):
        engine.wake(thread)
