"""Who is a full member of the team: all of them, listed at once and kept for a while. Of a channel that many are in
nobody could be asked about one by one.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any

from adapters.slack.calls import Calls
from adapters.slack.people import GUEST
from harness.loop.clock import Now

KEPT = 600.0
"""Seconds for which they are not listed again."""
PAGE = 200
PAGES = 100
"""Of a team with more people the rest counts as unknown."""


class FullMembers:
    """`now` is in seconds."""

    def __init__(self, calls: Calls, now: Now) -> None:
        self._calls, self._now = calls, now
        self._known: frozenset[str] = frozenset()
        self._until: float | None = None

    async def others(self, users: Iterable[str]) -> frozenset[str]:
        """Those of them who are none: guests, people of other teams, and whoever is not known. Raises ChatError."""
        if self._until is None or self._now() >= self._until:
            self._known = frozenset([user async for user in self._listed()])
            self._until = self._now() + KEPT
        return frozenset(users) - self._known

    async def _listed(self) -> AsyncIterator[str]:
        cursor = ""
        for _ in range(PAGES):
            answer = await self._calls("users.list", _page(cursor))
            for user in answer.get("members") or ():
                if not any(user.get(flag) for flag in GUEST):
                    yield str(user["id"])
            cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                return


def _page(cursor: str) -> Callable[[Any], Awaitable[Any]]:
    return lambda client: client.users_list(limit=PAGE, cursor=cursor or None)
