"""Sessions of one team by where they are, at rest or not."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from harness.chat.people import Place
from harness.loop.thread_reader import ThreadReader
from harness.sessions.index import IndexedThread, ThreadIndex
from harness.sessions.session import Session


class Found(NamedTuple):
    """`more`: not all were looked at."""

    sessions: dict[str, Session]
    more: bool = False


class ThreadLookup:
    """Every method may raise JournalUnavailable. What this release cannot read is left out."""

    def __init__(self, index: ThreadIndex, reader: ThreadReader) -> None:
        self._index, self._reader = index, reader

    async def unrested(self, channel: Place | None = None) -> dict[str, Session]:
        """What is not at rest, in that channel if one is given: it may be listed otherwise than it is, or not yet."""
        threads = filter(self._reader.threads.has, await self._index.unrested(channel))
        found = await self._reader.sessions(threads)
        return {thread: one for thread, one in found.items() if channel is None or _in_channel(one, channel)}

    async def until(
        self, listed: Iterable[IndexedThread], enough: int, counted: Callable[[str, Session], int]
    ) -> Found:
        """Those, in their order, until so much is counted in them: however many there are, few are read."""
        found, count = Found({}), 0
        for one in listed:
            if count >= enough:
                return found._replace(more=True)
            for thread, session in (await self._reader.sessions([one.thread])).items():
                found.sessions[thread] = session
                count += counted(thread, session)
        return found


def _in_channel(session: Session, channel: Place) -> bool:
    return session.place is not None and replace(session.place, thread="") == replace(channel, thread="")
