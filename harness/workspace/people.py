"""Who is known, and with which roles."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from harness.chat.people import Person
from harness.chat.platforms import team
from harness.workspace.pairing import GOOD_FOR, Pairings
from harness.workspace.workspace import Member, Workspace


async def _unchanged() -> None:
    """Where there is no folder that could change."""


class Directory:
    """The people that the workspace names, with their roles. Of the others, without a role: full members of the team,
    unless only those may `talk` who are named; and whom somebody has vouched for. `glance` sees whether the workspace
    has changed.
    """

    def __init__(
        self,
        workspace: Callable[[], Workspace],
        pairings: Pairings | None = None,
        glance: Callable[[], Awaitable[object]] = _unchanged,
    ) -> None:
        self._workspace, self._pairings, self._glance = workspace, pairings, glance

    def _named(self, account: str) -> Member | None:
        return next((member for member in self._workspace().people if account in member.ids), None)

    async def known(self, person: Person) -> Person | None:
        """`person` with the roles that the workspace gives them, whatever roles they came with, called as it calls
        them, if it does, and with all accounts of theirs that it names. None for who may not talk, and for bots that
        it does not name. Raises JournalUnavailable.
        """
        await self._glance()
        named = self._named(person.account)
        if named:
            return replace(person, roles=named.roles, name=named.name or person.name, accounts=named.accounts)
        if person.bot:
            return None
        if (person.member and self._workspace().talk == "members") or await self._vouched_for(person):
            return replace(person, roles=frozenset(), accounts=())
        return None

    async def refusal(self, person: Person) -> str:
        """What to tell somebody who is not known, with the code by which others may vouch for them."""
        named = self._workspace().talk == "named"
        who = "people I am told to" if named else f"full members of this {team(person.platform)}"
        if self._pairings is None:
            return f"I work only with {who}."
        code = await self._pairings.offer(person)
        if code is None:
            return f"I work only with {who}. Too many people are waiting to be let in: please try again later."
        return (
            f"I work only with {who}. If you should be one of them, ask whoever runs me to vouch for you within "
            f"{GOOD_FOR / 60:.0f} minutes: `deskmate pair {code}`"
        )

    async def _vouched_for(self, person: Person) -> bool:
        return self._pairings is not None and await self._pairings.paired(person.id)
