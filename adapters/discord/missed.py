"""What was said while nobody listened: Discord says it again only to a connection that is resumed. It is read from
where everything had been taken, and goes the same way as what is heard live.
"""

import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any

from adapters.discord.calls import Calls
from harness.chat.platforms import SNOWFLAKE_SHIFT, SNOWFLAKES_BEGIN
from harness.chat.port import Marks
from harness.loop.clock import Now

log = logging.getLogger(__name__)

OLDEST = 3 * 86_400.0
"""Seconds. What is older is not answered any more."""
MET = 30 * 86_400.0
"""Seconds since the last word in a direct message, after which it is not looked at."""
DIRECTS = 200
PAGE, PAGES = 100, 10
LONG = 3_600.0
"""Seconds after which threads have been archived. Discord docs: the shortest time without a word is an hour."""
LATELY = 3_600.0
"""Seconds since an edit, after which it is one of long ago."""
EVERY = 5.0
"""Seconds between two notes of how far we have come."""
_HOLDING = frozenset({0, 5, 15, 16})
"""Discord docs, types of channels that threads hang on: of words, of announcements, forums."""
_TEXT = 0
_DAY = 86_400.0

_ARCHIVED = "/channels/{channel_id}/threads/archived/public"
_PRIVATE = "/channels/{channel_id}/users/@me/threads/archived/private"
Json = dict[str, Any]


def first_id(at: float) -> int:
    """Of what was said at that time, in seconds since the epoch. Discord docs, snowflakes."""
    return max(0, int(at * 1_000) - SNOWFLAKES_BEGIN) << SNOWFLAKE_SHIFT


def told_at(id: int) -> float:
    return ((id >> SNOWFLAKE_SHIFT) + SNOWFLAKES_BEGIN) / 1_000


class Missed:
    """Everything up to the mark was taken. It is kept across restarts, and may lag behind, since nothing is taken
    twice.
    """

    def __init__(self, marks: Marks, calls: Calls, guild: str, now: Now) -> None:
        """`now` is in seconds since the epoch."""
        self._marks, self._calls, self._now = marks, calls, now
        self._name = f"discord:{guild}:"
        self._newest = self._noted = 0
        self._open: Counter[int] = Counter()
        self._direct: dict[str, int] = {}
        """Channels of direct messages, and what was said there once, lately."""

    async def load(self) -> None:
        """Raises JournalUnavailable. Where nothing is noted, all that was said is over: we are new."""
        kept = await self._marks.below(self._name)
        self._direct = {name.removeprefix(self._name): int(id) for name, id in kept.items() if name != self._name}
        self._newest = int(kept.get(self._name) or first_id(self._now()))
        await self.note()

    # How far everything was taken
    @property
    def mark(self) -> int:
        return min(self._open) - 1 if self._open else self._newest

    def begin(self, id: int) -> None:
        """What has that id is being taken: the mark stays below it until it has ended."""
        self._open[id] += 1
        self._newest = max(self._newest, id)

    def end(self, id: int) -> None:
        self._open[id] -= 1
        if not self._open[id]:
            del self._open[id]

    async def note(self) -> None:
        """Raises JournalUnavailable."""
        if (mark := self.mark) != self._noted:
            await self._marks.note(self._name, str(mark))
            self._noted = mark

    async def meet(self, channel: str, id: int) -> None:
        """Somebody has written to us there, of which Discord keeps no list. Raises JournalUnavailable."""
        if told_at(id) - told_at(self._direct.get(channel, 0)) > _DAY:
            await self._marks.note(f"{self._name}{channel}", str(id))
            self._direct[channel] = id

    # What was missed
    def directs(self) -> list[str]:
        """The channels of direct messages in which we may have been written to, the latest first."""
        lately = [one for one, id in self._direct.items() if told_at(id) > self._now() - MET]
        return sorted(lately, key=lambda one: -self._direct[one])[:DIRECTS]

    def long(self, since: int) -> bool:
        """May threads have been archived since then?"""
        return self._now() - told_at(since) >= LONG

    def lately(self, when: str) -> bool:
        """Was it edited just now? Each change of Discord's own to a message tells when people changed it last."""
        return self._now() - datetime.fromisoformat(when).timestamp() < LATELY

    async def archived(self, channel: str, since: int) -> AsyncIterator[Json]:
        """The channel's threads that were archived since then and in which something was said: no GUILD_CREATE tells of
        them. Raises ChatError.
        """
        at = {"channel_id": channel}
        threads = _listed(lambda query: self._calls("GET", _ARCHIVED, query=query, at=at), _archived_at)
        async for thread in threads:
            if datetime.fromisoformat(_archived_at(thread)).timestamp() < told_at(since):
                return
            if _goes_on(thread, since):
                yield thread

    async def private(self, channel: str, since: int) -> AsyncIterator[Json]:
        """The same of the private ones, of which Discord lists those that we are in: by their ids, whenever they were
        archived. Raises ChatError.
        """
        at = {"channel_id": channel}
        threads = _listed(
            lambda query: self._calls("GET", _PRIVATE, query=query, at=at), lambda thread: str(thread["id"])
        )
        async for thread in threads:
            if _goes_on(thread, since):
                yield thread

    async def said(self, channel: str, since: int) -> AsyncIterator[Json]:
        """There, after that id, in order. Raises ChatError."""
        after = max(since, first_id(self._now() - OLDEST))
        for _ in range(PAGES):
            query = {"limit": str(PAGE), "after": str(after)}
            page = await self._calls("GET", "/channels/{channel_id}/messages", query=query, at={"channel_id": channel})
            for message in sorted(page, key=lambda one: int(one["id"])):
                yield message
                after = int(message["id"])
            if len(page) < PAGE:
                return
        log.warning("%s messages were missed in %s; the rest of them stay unread", PAGE * PAGES, channel)


def active_since(guild: Mapping[str, Any], since: int) -> list[tuple[str, str]]:
    """The channels and threads of a GUILD_CREATE in which something was said after that id, each with the channel that
    it hangs on, if any: channels first.
    """
    found = []
    for each in (*(guild.get("channels") or ()), *(guild.get("threads") or ())):
        if int(each.get("last_message_id") or 0) > since:
            thread = "thread_metadata" in each
            found.append((str(each["id"]), str(each.get("parent_id") or "") if thread else ""))
    return found


async def _listed(
    ask: Callable[[Mapping[str, str]], Awaitable[Any]], cursor: Callable[[Json], str]
) -> AsyncIterator[Json]:
    """The threads of a list, page by page: `cursor` says of one after which the list goes on. Raises ChatError."""
    before = ""
    for _ in range(PAGES):
        page = await ask({"limit": str(PAGE), **({"before": before} if before else {})})
        for thread in page["threads"]:
            before = cursor(thread)
            yield thread
        if not page.get("has_more"):
            return


def _archived_at(thread: Json) -> str:
    return str(thread["thread_metadata"]["archive_timestamp"])


def _goes_on(thread: Json, since: int) -> bool:
    """Was something said in it since then?"""
    return int(thread.get("last_message_id") or 0) > since


def channels_with_threads(guild: Mapping[str, Any]) -> list[str]:
    """The channels of a GUILD_CREATE that threads may hang on."""
    return [str(each["id"]) for each in guild.get("channels") or () if each.get("type") in _HOLDING]


def channels_with_private_threads(guild: Mapping[str, Any]) -> list[str]:
    """The channels of a GUILD_CREATE that private threads may hang on."""
    return [str(each["id"]) for each in guild.get("channels") or () if each.get("type") == _TEXT]


def archived_thread(message: Mapping[str, Any]) -> str:
    """The thread that hangs on a message that is read, if it is archived; empty if none is."""
    thread = message.get("thread") or {}
    return str(thread["id"]) if (thread.get("thread_metadata") or {}).get("archived") else ""
