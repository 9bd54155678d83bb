"""Who is in our server: of a direct message Discord does not say. Looked up once and kept for a while."""

from collections import OrderedDict
from dataclasses import replace

from adapters.discord.calls import UNKNOWN_MEMBER, CallRefused, Calls
from harness.chat.people import Person
from harness.loop.clock import Now

KEPT = 3_600.0
"""Seconds for which it is not asked again."""
MOST = 5_000


class Members:
    """`now` is in seconds."""

    def __init__(self, calls: Calls, guild: str, now: Now) -> None:
        self._calls, self._guild, self._now = calls, guild, now
        self._known: OrderedDict[str, tuple[bool, float]] = OrderedDict()
        """With the time until which it holds."""

    async def recognized(self, by: Person) -> Person:
        """With whether they are a full member: in the server, and through its entrance. Raises ChatError."""
        member, until = self._known.get(by.user, (False, 0.0))
        if self._now() >= until:
            member = await self._look_up(by.user)
            self._known[by.user] = member, self._now() + KEPT
            self._known.move_to_end(by.user)
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return replace(by, member=member)

    async def _look_up(self, user: str) -> bool:
        at = {"guild_id": self._guild, "user_id": user}
        try:
            found = await self._calls("GET", "/guilds/{guild_id}/members/{user_id}", at=at)
        except CallRefused as error:
            if error.code != UNKNOWN_MEMBER:
                raise
            return False
        return not found.get("pending")
