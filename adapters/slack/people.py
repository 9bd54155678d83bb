"""What people are called. Looked up once and kept; nobody waits for it long."""

import asyncio
import logging
from collections.abc import Iterable, Mapping

from adapters.slack.calls import Calls
from harness.chat.port import ChatError
from harness.loop.clock import Now

log = logging.getLogger(__name__)

KEPT = 3_600.0
"""Seconds for which a name is not asked for again."""
FORGIVEN = 60.0
"""Seconds after which a lookup that failed is tried again."""
WITHIN = 0.5
"""Seconds that an event waits for names; after that it goes on without."""
MOST = 5_000


class Names:
    def __init__(self, calls: Calls, now: Now) -> None:
        self._calls, self._now = calls, now
        self._known: dict[str, tuple[str, float]] = {}
        self._asked: dict[str, asyncio.Task[None]] = {}

    async def of(self, ids: Iterable[str], within: float = WITHIN) -> Mapping[str, str]:
        """The names of those that are known, or become so in that time."""
        wanted = frozenset(ids)
        missing = [id for id in wanted if not self._fresh(id)]
        for id in missing:
            if id not in self._asked:
                self._asked[id] = asyncio.create_task(self._look_up(id))
        if missing:
            await asyncio.wait([self._asked[id] for id in missing], timeout=within)
        return {id: self._known[id][0] for id in wanted if id in self._known and self._known[id][0]}

    async def close(self) -> None:
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _fresh(self, id: str) -> bool:
        return id in self._known and self._known[id][1] > self._now()

    async def _look_up(self, id: str) -> None:
        name, kept = self._known.get(id, ("", 0.0))[0], FORGIVEN
        try:
            answer = await self._calls("users.info", lambda client: client.users_info(user=id), patience=10.0)
            user = answer.get("user") or {}
            profile = user.get("profile") or {}
            name, kept = profile.get("display_name") or user.get("real_name") or user.get("name") or "", KEPT
        except ChatError as error:
            log.warning("the name of %s is not known: %s", id, error)
        finally:
            self._asked.pop(id, None)
        while len(self._known) >= MOST:
            del self._known[next(iter(self._known))]
        self._known[id] = name, self._now() + kept
