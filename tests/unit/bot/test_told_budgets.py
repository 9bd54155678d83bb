"""What owners read of a budget; whom it reaches, and how often, is in tests/flows/test_budgets."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.told_budgets import GOES_ON, HELD, ToldBudgets
from harness.chat.people import Person, Place
from harness.sessions.budgets import Account, Share, SpentBudget
from harness.sessions.usage import Usage

BOB = Person("slack", "T1", "U2", "*Bob*")
OLGA = Place("slack", "T1", "@U9")


class Told:
    """Owners, of whom there is one."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str, bool]] = []
        self.liftable: list[SpentBudget | None] = []

    def places(self) -> list[Place]:
        return [OLGA]

    async def tell(
        self, place: Place, text: str, digest: str, *, lasting: bool = False, budget: SpentBudget | None = None
    ) -> None:
        self.liftable.append(budget)
        self.said.append((text, digest, lasting))


def told(*shares: Share, to: Told | None = None) -> list[tuple[str, str, bool]]:
    owners: Any = to or Told()

    async def tell() -> None:
        for share in shares:
            await ToldBudgets(owners, lambda place, _: f"https://x/{place.channel}").tell(share)

    asyncio.run(tell())
    said: list[tuple[str, str, bool]] = owners.said
    return said


def share(level: int, scope: Any = "all", whose: str = "", hard: bool = True, **more: Any) -> Share:
    spent = SpentBudget(Account("", scope, whose, "2026-11-29"), 0.0, **{"cost": 2.0, **more})
    return Share(spent, Usage(900, 100, 1.75), level, hard)


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (share(80), "At least 80 % of today's budget of $2.00 is used: $1.75."),
        (share(100), f"Today's budget of $2.00 is used up ($1.75). {HELD}"),
        (share(100, hard=False), f"Today's budget of $2.00 is used up ($1.75). {GOES_ON}"),
        (share(50, cost=None, tokens=2_000), "At least 50 % of today's budget of 2,000 tokens is used: 1,000 tokens."),
        (
            share(50, "place", "slack:T1:C1"),
            "At least 50 % of the budget of [C1](https://x/C1) for today of $2.00 is used: $1.75.",
        ),
    ],
)
def test_it_says_how_much_of_which_is_used(one: Share, text: str) -> None:
    [(said, _, lasting)] = told(one)
    assert (said, lasting) == (text, True)


def test_nobodys_name_formats_what_is_said() -> None:
    [(said, _, _)] = told(share(50, "person", BOB.id, who=BOB))
    assert "*Bob*" not in said
    assert "'s budget for today of $2.00 is used" in said


def test_each_level_is_something_else(tmp_path: Path) -> None:
    assert len({digest for _, digest, _ in told(share(50), share(80), share(100), share(50))}) == 3


def test_one_that_holds_can_be_lifted_where_it_is_told() -> None:
    owners = Told()
    spent = share(100)
    told(share(80), spent, share(100, hard=False), to=owners)
    assert owners.liftable == [None, spent.budget, None]
