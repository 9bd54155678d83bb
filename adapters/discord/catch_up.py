"""What was said while nobody listened is read before what comes after it, and taken as what is heard live is."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from adapters.discord.calls import CallRefused
from adapters.discord.live import Live
from adapters.discord.missed import (
    EVERY,
    Missed,
    active_since,
    archived_thread,
    channels_with_private_threads,
    channels_with_threads,
)
from adapters.discord.patience import patience
from adapters.discord.places import Places
from harness.chat.port import ChatError
from harness.loop.clock import Sleep
from harness.loop.task_set import TaskSet
from harness.sessions.journal import JournalUnavailable

log = logging.getLogger(__name__)

Json = dict[str, Any]


class CatchUp:
    """From when it is made until `leave` it is noted, now and then, how far everything was taken."""

    def __init__(self, missed: Missed, live: Live, places: Places, tasks: TaskSet, sleep: Sleep) -> None:
        self._missed, self._live, self._places, self._tasks, self._sleep = missed, live, places, tasks, sleep
        self._since: int | None = None
        """With a new session: after which id our server's messages may have been missed."""
        self._noting = asyncio.create_task(self._note_marks())

    def begin_anew(self) -> None:
        """A new session: what was said since the last one is told to nobody. Direct messages are read now, our server
        when it is there, each before what is said there from now on.
        """
        since = self._missed.mark
        for channel in self._missed.directs():
            self._missed.begin(since + 1)
            self._tasks.begin(self._read(channel, since, since + 1))
        if self._since is None:
            self._since = since
            self._missed.begin(since + 1)

    def read_server(self, guild: Json) -> None:
        """Our server is there, by that GUILD_CREATE."""
        since, self._since = self._since, None
        if since is None:
            return
        begun: dict[str, asyncio.Task[None]] = {}
        for channel, parent in active_since(guild, since):
            self._missed.begin(since + 1)
            begun[channel] = self._tasks.begun(self._read(channel, since, since + 1, begun.get(parent)))
        if self._missed.long(since):
            for listed, channels in (
                (self._missed.archived, channels_with_threads(guild)),
                (self._missed.private, channels_with_private_threads(guild)),
            ):
                for channel in channels:
                    self._missed.begin(since + 1)
                    self._tasks.begin(self._read_archived(listed, channel, since, since + 1, begun.get(channel)))
        self._missed.end(since + 1)

    async def leave(self) -> None:
        """Nothing is being taken any more."""
        self._noting.cancel()
        await asyncio.gather(self._noting, return_exceptions=True)
        await self._note_mark()

    async def _read(self, channel: str, since: int, begun: int, first: "asyncio.Task[None] | None" = None) -> None:
        """What a thread hangs on comes `first`: without it nobody takes part there yet."""

        async def rest() -> None:
            nonlocal since
            async for message in self._missed.said(channel, since):
                await self._caught_up(message)
                if archived := archived_thread(message):  # which it is no more once it is answered there
                    self._missed.begin(begun)
                    self._tasks.begin(self._read(archived, since, begun))
                since = int(message["id"])

        async with self._live.line(channel):
            if first:
                await asyncio.wait([first])
            await self._insist(channel, rest)
        self._missed.end(begun)

    async def _read_archived(
        self,
        listed: Callable[[str, int], AsyncIterator[Json]],
        channel: str,
        since: int,
        begun: int,
        first: "asyncio.Task[None] | None" = None,
    ) -> None:
        """The threads of the channel that were archived meanwhile."""

        async def every() -> None:
            async for thread in listed(channel, since):
                self._places.learn(thread)
                self._missed.begin(begun)
                self._tasks.begin(self._read(str(thread["id"]), since, begun, first))

        await self._insist(channel, every)
        self._missed.end(begun)

    async def _insist(self, channel: str, read: Callable[[], Awaitable[None]]) -> None:
        """Until what was missed there is read, or may not be."""
        for wait in patience():
            try:
                await read()
                return
            except CallRefused as error:
                log.info("could not read what was missed in %s: %s", channel, error)
                return
            except ChatError as error:
                log.warning("could not read yet what was missed in %s: %s", channel, error)
                await self._sleep(wait)

    async def _caught_up(self, message: Json) -> None:
        """One that cannot be handled keeps none that follows it from being read. Raises ChatError."""
        try:
            await self._live.taken("MESSAGE_CREATE", message)
        except ChatError:
            raise
        except Exception:
            log.exception("what was missed was not handled")

    async def _note_marks(self) -> None:
        while True:
            await self._sleep(EVERY)
            await self._note_mark()

    async def _note_mark(self) -> None:
        try:
            await self._missed.note()
        except JournalUnavailable as error:
            log.warning("I could not record how far I have read: %s", error)
