"""A ledger that is forgotten at the end of the process."""

import asyncio
from collections.abc import Sequence

from harness.sessions.budgets import SpentBudget
from harness.sessions.ledger import Axis, LedgerEntry, Sum, Sums, most_first, summed
from harness.sessions.usage import NOTHING, Usage


class MemoryLedger:
    """Fulfils `harness.sessions.ledger.Ledger`."""

    def __init__(self) -> None:
        self._entries: list[tuple[str, LedgerEntry]] = []
        self.lifts: dict[str, str] = {}
        """Who has lifted which budget, by its id."""

    def add(self, thread: str, spent: LedgerEntry) -> None:
        self._entries.append((thread, spent))

    def of_thread(self, thread: str) -> Usage:
        return sum((one.used.usage for name, one in self._entries if name == thread), NOTHING)

    async def sums(self, day: str, first: str, person: str, place: str, team: str = "") -> Sums:
        await asyncio.sleep(0)
        return summed(
            (one.day == day, one.by.person == person, one.by.channel == place, one.used.usage)
            for _, one in self._entries
            if first <= one.day <= day and team in ("", one.by.place.team)
        )

    async def spent(
        self, first: str, last: str, by: Axis, *, person: str = "", place: str = "", team: str = ""
    ) -> Sequence[Sum]:
        await asyncio.sleep(0)
        found: dict[str, Sum] = {}
        for thread, one in self._entries:
            of = {"person": one.by.person, "place": one.by.channel, "model": one.by.model, "thread": thread}
            wanted = (person in ("", of["person"]), place in ("", of["place"]), team in ("", one.by.place.team))
            if first <= one.day <= last and all(wanted):
                before = found.get(of[by], Sum(of[by], NOTHING, 0))
                found[of[by]] = before._replace(usage=before.usage + one.used.usage, requests=before.requests + 1)
        return most_first(found.values())

    async def lifted(self, budget: SpentBudget) -> str:
        await asyncio.sleep(0)
        return self.lifts.get(budget.id, "")

    def forget_thread(self, thread: str) -> None:
        self._entries = [("" if name == thread else name, one) for name, one in self._entries]
