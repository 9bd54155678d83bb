"""What a thread shows while we work. It takes the thread's composer from people, so never below an open question.

Slack removes it after two minutes, and whenever we post there.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from adapters.slack.calls import Refused
from adapters.slack.limits import STATUS_SECONDS
from harness.chat.people import Place
from harness.chat.port import ChatError
from harness.loop.clock import Sleep

log = logging.getLogger(__name__)

REFRESH = STATUS_SECONDS - 30.0
WITHIN = 5.0
"""Seconds for one call: a question does not wait longer for its composer."""
_MISSING = frozenset(
    {"unknown_method", "missing_scope", "not_allowed_token_type", "feature_not_enabled", "no_permission", "deprecated"}
)

SetStatus = Callable[[Place, str], Awaitable[None]]
"""Raises ChatError."""


@dataclass(slots=True)
class _Shown:
    """`text` is what is wanted; `told` what Slack was told last, None if that is not known."""

    text: str = ""
    told: str | None = None
    asking: set[str] = field(default_factory=set)
    refresher: asyncio.Task[None] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Statuses:
    """Never raises."""

    def __init__(self, set_status: SetStatus, sleep: Sleep) -> None:
        self._set_status, self._sleep = set_status, sleep
        self._places: dict[Place, _Shown] = {}
        self._off = False

    async def show(self, place: Place, text: str) -> None:
        """From now on, until something else is shown. While a question is open there, nothing is."""
        shown = self._places.setdefault(place, _Shown())
        async with shown.lock:
            shown.text = text
            if not text:
                shown.told = None  # whatever a process before this one left there goes too
            await self._apply(place, shown)

    async def ask(self, place: Place, key: str) -> None:
        """The question of that key is about to be asked: when this returns, nothing is shown, or will be."""
        shown = self._places.setdefault(place, _Shown())
        async with shown.lock:
            shown.asking.add(key)
            await self._apply(place, shown)

    async def settle(self, place: Place, key: str) -> None:
        """That question is no longer open."""
        shown = self._places.get(place)
        if shown is None or key not in shown.asking:
            return
        async with shown.lock:
            shown.asking.discard(key)
            await self._apply(place, shown)

    async def close(self) -> None:
        tasks = [shown.refresher for shown in self._places.values() if shown.refresher]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._places.clear()

    async def _apply(self, place: Place, shown: _Shown) -> None:
        """With its lock held."""
        text = "" if shown.asking else shown.text
        if text != shown.told:
            await self._tell(place, shown, text)
        if text and shown.refresher is None and not self._off:
            shown.refresher = asyncio.create_task(self._refresh(place, shown))
        elif not text and shown.refresher:
            shown.refresher.cancel()  # it sleeps, or waits for the lock
            shown.refresher = None
        if not text and not shown.text and not shown.asking:
            self._places.pop(place, None)

    async def _refresh(self, place: Place, shown: _Shown) -> None:
        while True:
            await self._sleep(REFRESH)
            async with shown.lock:
                if shown.text and not shown.asking:
                    await self._tell(place, shown, shown.text)

    async def _tell(self, place: Place, shown: _Shown, text: str) -> None:
        if self._off:
            return
        shown.told = None
        try:
            async with asyncio.timeout(WITHIN):
                await self._set_status(place, text)
            shown.told = text
        except Refused as error:
            if error.code in _MISSING:
                self._off = True
                log.warning("no status is shown in Slack from now on: %s", error)
        except (ChatError, TimeoutError) as error:
            log.info("a status was not set: %s", error)
        except Exception:
            log.exception("a status was not set")
