"""Events that are acknowledged and taken later, as soon as it is known who said them: in each conversation one after
the other, as they came.
"""

import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from adapters.slack import parse
from adapters.slack.backlog import Backlog
from harness.loop.clock import Sleep
from harness.loop.task_set import TaskSet
from harness.sessions.journal import JournalUnavailable

log = logging.getLogger(__name__)

WAITS = (1.0, 2.0, 5.0, 10.0)
"""Seconds between two tries to take what is acknowledged already."""

Json = dict[str, Any]
Handle = Callable[[Json], Awaitable[None]]
"""Takes an event. Raises JournalUnavailable."""
T = TypeVar("T")


class Deferred:
    """What the `backlog` keeps is handed to `handle` in the background, among `tasks`, until that takes it."""

    def __init__(self, backlog: Backlog, handle: Handle, tasks: TaskSet, sleep: Sleep) -> None:
        self._backlog, self._handle, self._tasks, self._sleep = backlog, handle, tasks, sleep
        self._waiting: dict[tuple[str, str], deque[tuple[str, Json]]] = {}
        """By conversation, with their names in the backlog."""

    def holds(self, where: tuple[str, str]) -> bool:
        """Does something that came before wait in that conversation?"""
        return where in self._waiting

    async def defer(self, body: Json) -> bool:
        """It is taken later, and may be acknowledged. False if there is no room for it. Raises JournalUnavailable."""
        name = await self._backlog.keep(body)
        if name:
            self._add(name, body)
        return bool(name)

    def resume(self) -> None:
        """Takes what was acknowledged, and not taken before we left."""
        self._tasks.begin(self._take_up())

    async def _take_up(self) -> None:
        try:
            left = await self._insist(self._backlog.take_up)
        except Exception:
            log.exception("I could not handle the events that I acknowledged before the restart")
            return
        for name, body in left:
            self._add(name, body)

    def _add(self, name: str, body: Json) -> None:
        where = parse.conversation(body)
        waiting = self._waiting.setdefault(where, deque())
        waiting.append((name, body))
        if len(waiting) == 1:
            self._tasks.begin(self._take_in_turn(where, waiting))

    async def _take_in_turn(self, where: tuple[str, str], waiting: "deque[tuple[str, Json]]") -> None:
        while waiting:
            name, _ = waiting[0]
            try:
                await self._insist(partial(self._take, waiting))
                await self._insist(partial(self._backlog.drop, name))
            except Exception:
                log.exception("I could not handle an event that I acknowledged")
            waiting.popleft()
        del self._waiting[where]

    async def _take(self, waiting: "deque[tuple[str, Json]]") -> None:
        """The first, as it reads by now: nobody has heard what was taken back or changed before it could be taken."""
        said = body = waiting[0][1]
        if said is parse.NOTHING:
            return
        for number, (name, later) in enumerate(waiting):
            if parse.changes(later, said):
                body = parse.changed(body, later)
                waiting[number] = name, parse.NOTHING
        if body is not parse.NOTHING:
            await self._handle(body)
            return
        for number, (name, later) in enumerate(waiting):
            if parse.is_again(later, said):  # what mentions us comes as two events
                waiting[number] = name, parse.NOTHING

    async def _insist(self, work: Callable[[], Awaitable[T]]) -> T:
        """What comes of it, as soon as the journal is there and Slack says who somebody is."""
        tries = 0
        while True:
            try:
                return await work()
            except JournalUnavailable as error:
                log.debug("tried again: %s", error)
                await self._sleep(WAITS[min(tries, len(WAITS) - 1)])
                tries += 1
