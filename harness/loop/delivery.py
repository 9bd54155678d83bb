"""Posts, each arriving once.

What may have been posted already (by an activation before this one, or by a request whose answer was lost) is looked
up by its key before it is posted again; what cannot have been is not, since looking costs a call.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from harness.chat.cards import Body, Text
from harness.chat.people import Place
from harness.chat.port import Chat, ChatError, Uncertain, Undelivered, Unreachable
from harness.loop.clock import Sleep

WAITS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 120.0)
"""Seconds between tries: four minutes of an outage, and then whoever owes it decides when it is tried again."""
T = TypeVar("T")
Key = tuple[Place, str]


class Delivery:
    """One process's posts, whichever session they are of. Keys are global: they name the thread."""

    def __init__(self, chat: Chat, sleep: Sleep = asyncio.sleep) -> None:
        self._chat, self._sleep = chat, sleep
        self._live: dict[Key, str] = {}
        """Live messages of ours; empty where there was no room for one."""
        self._tried: set[Key] = set()
        """What may have arrived unseen."""
        self._locks: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    async def post(
        self, place: Place, key: str, body: Body, look: bool = False, wanted: Callable[[], bool] = lambda: True
    ) -> str:
        """The message that carries `key`, posted if it is not there. Raises ChatError; Unreachable, also if it is not
        `wanted` any more and has not been posted.
        """
        spare = isinstance(body, Text) and body.haste == "spare"
        lock = self._lock(place, key)
        async with lock:
            return await self.insist(lambda: self._post(place, key, body, look, wanted), spare)

    async def begin(self, place: Place, key: str, body: Body, look: bool) -> str:
        """A live message, to be finished later; empty if there is no room for one now. Raises ChatError."""
        look = look and (place, key) not in self._live
        lock = self._lock(place, key)
        async with lock:
            try:
                message = await self.insist(lambda: self._post(place, key, body, look), spare=True)
            except Undelivered:
                if (place, key) in self._tried:  # by a try before this one it may be there
                    return ""
                message = ""
            self._live[place, key] = message
            return message

    def unseen(self, place: Place, key: str) -> bool:
        """Was there no room for the live message that was to be begun, so that nobody has seen any of it?"""
        return self._live.get((place, key)) == ""

    async def finish(self, place: Place, key: str, body: Body | None) -> str:
        """Makes a message that people may see already final: as `body`, posting it if it is not there; or, without
        one, as it stands. The message, or nothing if there was none to finish. Raises ChatError.
        """

        async def once() -> str:
            known = self._live.get((place, key))
            message = await self._chat.find(place, key, True) if known is None else known
            if message and body:
                await self._chat.update(place, message, key, body)
            elif message:
                await self._chat.finish(place, message)
            elif body:
                message = await self._post(place, key, body)
            return message or ""

        lock = self._lock(place, key)
        async with lock:
            message = await self.insist(once)
            self._live.pop((place, key), None)
            return message

    async def redraw(self, place: Place, message: str, key: str, draw: Callable[[], Body]) -> None:
        """The message reads as `draw` says at the time, asked anew for each try: of two that are on their way at once,
        the later one says what holds. Raises ChatError.
        """
        lock = self._lock(place, key)
        async with lock:
            await self.insist(lambda: self._chat.update(place, message, key, draw()))

    async def insist(self, work: Callable[[], Awaitable[T]], spare: bool = False) -> T:
        """Does what may be done twice until it is done, with growing waits; what is `spare`, until it is known not to
        have arrived. Raises Unreachable, and after the last try what that raised.
        """
        for wait in (*WAITS, None):
            try:
                return await work()
            except Unreachable:
                raise
            except ChatError as error:
                if wait is None or (spare and isinstance(error, Undelivered)):
                    raise
                await self._sleep(wait)
        raise AssertionError("the last try returns or raises")

    async def _post(
        self, place: Place, key: str, body: Body, look: bool = False, wanted: Callable[[], bool] = lambda: True
    ) -> str:
        if look or (place, key) in self._tried:
            try:
                message = await self._chat.find(place, key, isinstance(body, Text) and body.live)
            except Unreachable as error:
                if error.passes:  # what may be there already is not given up for a refusal that passes
                    raise Uncertain(str(error)) from error
                raise
            if message:
                return message
        if not wanted():
            raise Unreachable("it was not wanted any more")
        self._tried.add((place, key))  # stays, if what follows is uncertain or cancelled
        try:
            message = await self._chat.post(place, key, body)
        except (Undelivered, Unreachable):
            self._tried.discard((place, key))
            raise
        self._tried.discard((place, key))
        return message

    def _lock(self, place: Place, key: str) -> asyncio.Lock:
        """Whoever uses it must hold a reference to it until then."""
        lock = self._locks.get((place, key))
        if lock is None:
            lock = self._locks[place, key] = asyncio.Lock()
        return lock
