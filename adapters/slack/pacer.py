"""Who calls Slack next: all calls of one team go through here, so that none is one too many (decision 26).

Who has to wait stands in the queue of the method (of posts: of the channel), by class and then by arrival.
"""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from adapters.slack.rates import ALSO, ELSE, LIMITS, Priority, Quota
from harness.loop.clock import Now, Sleep

MOST_QUOTAS = 500
"""After which those are forgotten in which nothing was called lately."""
SHARE_KEPT = 600.0
"""Seconds for which a share is kept: after that its call waits as any other."""


class TooBusy(Exception):
    """There is no room for the call in its time."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A call that wants to be made before `until`: `number` is its place among those of its class, which it keeps when
    Slack turns it away. `share`: the name of the share that it uses, if it is there.
    """

    method: str
    channel: str
    priority: Priority
    until: float
    number: int
    share: str = ""


@dataclass(order=True, slots=True)
class _Waiting:
    priority: Priority
    number: int
    until: float = field(compare=False)
    over: "asyncio.Future[None]" = field(compare=False)
    """Its turn has come, or TooBusy."""


@dataclass(slots=True)
class _Queue:
    quota: Quota
    waiting: list[_Waiting] = field(default_factory=list)
    """A heap."""
    timer: asyncio.Task[None] | None = None
    """Looks again when the quota opens further, which is..."""
    opens: float = 0.0
    """... then."""


class Pacer:
    """`now` and `sleep` are in seconds."""

    def __init__(self, now: Now, sleep: Sleep) -> None:
        self._now, self._sleep = now, sleep
        self._queues: dict[tuple[str, str], _Queue] = {}
        self._numbers = itertools.count()

    def ticket(
        self, method: str, channel: str = "", priority: Priority = Priority.TEXT, patience: float = 0.0, share: str = ""
    ) -> Ticket:
        """`patience`: seconds that it may wait, in all."""
        return Ticket(method, channel, priority, self._now() + patience, next(self._numbers), share)

    @asynccontextmanager
    async def turn(self, ticket: Ticket) -> AsyncIterator[None]:
        """Waits for its turn; the call is made within. What counts twice does not wait. Raises TooBusy, as soon as that
        is known.
        """
        queues = [self._queue(method, ticket.channel) for method in _methods(ticket.method)]
        if not self._taken(ticket, queues):
            if len(queues) > 1 or ticket.until <= self._now():
                raise TooBusy
            await self._waited(ticket, queues[0])
        try:
            yield
        finally:
            for queue in queues:
                queue.quota.sent -= 1
                queue.quota.answered.append(self._now())
                self._attend(queue)

    def hold(self, ticket: Ticket, seconds: float) -> None:
        """Slack asked us to wait (Retry-After)."""
        self._queue(ticket.method, ticket.channel).quota.hold(self._now() + seconds)

    def take_share(self, method: str, name: str) -> bool:
        """Keeps a place for one call, which will be made later. False if there is no room for what is shown live."""
        queue = self._queue(method, "")
        if queue.waiting or not queue.quota.room(Priority.LIVE, self._now()):
            return False
        queue.quota.shares[name] = self._now() + SHARE_KEPT
        return True

    def rename_share(self, method: str, name: str, to: str) -> None:
        """It goes by another name from now on."""
        shares = self._queue(method, "").quota.shares
        if name in shares:
            shares[to] = shares.pop(name)

    def give_back(self, method: str, name: str) -> None:
        """That call will not be made."""
        queue = self._queue(method, "")
        if queue.quota.shares.pop(name, None) is not None:
            self._attend(queue)

    async def close(self) -> None:
        """Nobody waits any longer."""
        timers = [queue.timer for queue in self._queues.values() if queue.timer]
        for queue in self._queues.values():
            while queue.waiting:
                _refuse(heapq.heappop(queue.waiting))
            self._attend(queue)
        await asyncio.gather(*timers, return_exceptions=True)

    # Turns
    def _taken(self, ticket: Ticket, queues: list[_Queue]) -> bool:
        """In all of them at once, or in none."""
        first = queues[0].quota
        if ticket.share in first.shares and first.held_until <= self._now():
            del first.shares[ticket.share]
        elif not all(self._may_go(ticket, queue) for queue in queues):
            return False
        for queue in queues:
            queue.quota.sent += 1
        return True

    def _may_go(self, ticket: Ticket, queue: _Queue) -> bool:
        """Is there room, and nobody before it?"""
        first = queue.waiting[0] if queue.waiting else None
        overtakes = first is None or (ticket.priority, ticket.number) < (first.priority, first.number)
        return overtakes and queue.quota.room(ticket.priority, self._now())

    async def _waited(self, ticket: Ticket, queue: _Queue) -> None:
        """Its turn has come when this returns. Raises TooBusy."""
        waiting = _Waiting(ticket.priority, ticket.number, ticket.until, asyncio.get_running_loop().create_future())
        heapq.heappush(queue.waiting, waiting)
        self._attend(queue)
        try:
            await waiting.over
        except asyncio.CancelledError:
            if waiting in queue.waiting:
                queue.waiting.remove(waiting)
                heapq.heapify(queue.waiting)
            elif not waiting.over.cancelled() and waiting.over.exception() is None:  # its turn had just come
                queue.quota.sent -= 1
            self._attend(queue)
            raise

    def _attend(self, queue: _Queue) -> None:
        """Lets go whoever may, turns away who would wait in vain, and looks again when there may be room."""
        now = self._now()
        while queue.waiting and queue.quota.room(queue.waiting[0].priority, now):
            first = heapq.heappop(queue.waiting)
            if not first.over.done():  # not cancelled
                queue.quota.sent += 1
                first.over.set_result(None)
        opens = queue.quota.opens(now)
        if opens is not None and any(one.until < opens for one in queue.waiting):
            for late in [one for one in queue.waiting if one.until < opens]:
                queue.waiting.remove(late)
                _refuse(late)
            heapq.heapify(queue.waiting)
        self._set_timer(queue, opens if queue.waiting else None)

    def _set_timer(self, queue: _Queue, opens: float | None) -> None:
        if queue.timer and opens == queue.opens:
            return
        if queue.timer:
            queue.timer.cancel()
            queue.timer = None
        if opens is not None:
            queue.opens, queue.timer = opens, asyncio.create_task(self._look_again(queue, opens))

    async def _look_again(self, queue: _Queue, at: float) -> None:
        await self._sleep(max(at - self._now(), 0.0))
        queue.timer = None
        self._attend(queue)

    def _queue(self, method: str, channel: str) -> _Queue:
        limit = LIMITS.get(method, ELSE)
        where = (method, channel if limit.by_channel else "")
        if where not in self._queues:
            if len(self._queues) >= MOST_QUOTAS:
                self._forget()
            self._queues[where] = _Queue(Quota(limit))
        return self._queues[where]

    def _forget(self) -> None:
        """Quotas in which nothing counts any more."""
        now = self._now()
        self._queues = {
            where: queue for where, queue in self._queues.items() if queue.waiting or not queue.quota.idle(now)
        }


def _methods(method: str) -> tuple[str, ...]:
    return (method, ALSO[method]) if method in ALSO else (method,)


def _refuse(waiting: _Waiting) -> None:
    if not waiting.over.done():
        waiting.over.set_exception(TooBusy())
