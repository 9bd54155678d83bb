"""What may be spent in a day or in a month: of all, of each person, of each place. Pure. See docs/decisions/0043."""

from dataclasses import KW_ONLY, dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Literal, NamedTuple

from harness.chat.people import Person
from harness.sessions.usage import Usage

Scope = Literal["all", "person", "place"]
Period = Literal["day", "month"]

LEVELS = (100, 80, 50)
"""Per cent of a budget of which owners are told."""


@dataclass(frozen=True, slots=True)
class Budget:
    """An amount of US dollars, or of tokens, or of both, whichever is reached first. A `hard` one lets no step begin
    once it is; another only warns.
    """

    scope: Scope
    period: Period
    _: KW_ONLY
    cost: float | None = None
    tokens: int | None = None
    hard: bool = True


USUAL = Budget("all", "day", cost=20.0)
"""What holds where nothing is said of all in a day."""


@dataclass(frozen=True, slots=True)
class Account:
    """What a budget is on: `whose` it is, by id, if it is not of all; and of which day or month, as 2026-11-29 or
    2026-11. `team` is empty where all teams have one workspace.
    """

    team: str
    scope: Scope
    whose: str
    since: str

    @property
    def period(self) -> Period:
        return "month" if len(self.since) == len("2026-11") else "day"

    @property
    def id(self) -> str:
        return f"{self.team} {self.scope} {self.whose} {self.since}"


@dataclass(frozen=True, slots=True)
class SpentBudget:
    """A budget as it is reached, by its `cost` or its `tokens`: it begins anew at `until`, in seconds since the epoch.
    `who`: the person that it is of, if it is one's.
    """

    account: Account
    until: float
    _: KW_ONLY
    cost: float | None = None
    tokens: int | None = None
    who: Person | None = None

    @property
    def amount(self) -> str:
        """One of another amount is another budget: it is told, spent and lifted by itself."""
        return f"{self.cost} {self.tokens}"

    @property
    def id(self) -> str:
        return f"{self.account.id} {self.amount}"


class Share(NamedTuple):
    """How much of a budget is spent: so many per cent, one of LEVELS, of `used` in all."""

    budget: SpentBudget
    used: Usage
    level: int
    hard: bool

    @property
    def id(self) -> str:
        """Of what is told of it."""
        return f"{self.budget.id} {self.level}"


def day_of(now: float, zone: tzinfo) -> str:
    """The day by the clocks of that zone, as 2026-11-29."""
    return datetime.fromtimestamp(now, zone).date().isoformat()


def month_of(day: str) -> str:
    return day[:7]


def first_of(day: str) -> str:
    """The first day of its month."""
    return f"{month_of(day)}-01"


def monday_of(day: str) -> str:
    """The first day of its week."""
    found = date.fromisoformat(day)
    return (found - timedelta(days=found.weekday())).isoformat()


def anew(day: str, period: Period, zone: tzinfo) -> float:
    """When that day or its month is over, in seconds since the epoch."""
    last = date.fromisoformat(day if period == "day" else f"{month_of(day)}-28")
    after = last + timedelta(days=1 if period == "day" else 4)
    after = after if period == "day" else after.replace(day=1)
    return datetime(after.year, after.month, after.day, tzinfo=zone).timestamp()


def level(budget: Budget, used: Usage) -> tuple[int, Literal["cost", "tokens"]]:
    """The highest of LEVELS that is reached, 0 if none is, and by which of its amounts."""
    shares: list[tuple[float, Literal["cost", "tokens"]]] = []
    if budget.cost is not None:
        shares.append((used.cost / budget.cost, "cost"))
    if budget.tokens is not None:
        shares.append((used.tokens / budget.tokens, "tokens"))
    share, by = max(shares, key=lambda one: one[0])
    return next((one for one in LEVELS if share >= one / 100), 0), by
