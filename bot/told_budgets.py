"""Owners are told of budgets at 50, 80 and 100 per cent, once each, also over restarts."""

from dataclasses import dataclass

from bot.owners import Owners, digest_of
from harness.chat.people import Place
from harness.chat.phrases import capitalized, plain
from harness.chat.untrusted import unmarked
from harness.commands.context import Link
from harness.sessions.budgets import Share
from harness.wording.usage import dollars, named

HELD = "I start nothing new until it begins anew, or until you lift it. Then I continue what I stopped."
GOES_ON = "I go on: this budget only warns."


@dataclass(frozen=True, slots=True)
class ToldBudgets:
    """`link` leads to places."""

    owners: Owners
    link: Link

    async def tell(self, share: Share) -> None:
        """Once for its id. Raises JournalUnavailable."""
        text, digest = self._words(share), digest_of(f"budget {share.id}")
        holds = share.budget if share.level == 100 and share.hard else None
        for place in self.owners.places():
            await self.owners.tell(place, text, digest, lasting=True, budget=holds)

    def _words(self, share: Share) -> str:
        budget = share.budget
        which = unmarked(plain(named(budget, "\0"))).replace("\0", self._place(budget.account.whose))
        spent = dollars(share.used.cost) if budget.cost is not None else f"{share.used.tokens:,} tokens"
        if share.level < 100:
            return f"At least {share.level} % of {which} is used: {spent}."
        end = HELD if share.hard else GOES_ON
        return f"{plain(capitalized((which,)))} is used up ({spent}). {end}"

    def _place(self, id: str) -> str:
        parts = id.split(":")
        if len(parts) != len(("platform", "team", "channel")):
            return ""
        platform, team, channel = parts
        address = self.link(Place(platform, team, channel), "")
        return f"[{channel}]({address})" if address else f"`{id}`"
