"""Work that is begun for what comes in: whoever handed it in does not wait for it."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class TaskSet:
    """What was begun and has not ended. What fails is logged as something that came from `platform`."""

    def __init__(self, platform: str) -> None:
        self._platform = platform
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        _ = self.begun(work)

    def begun(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """For what comes after it: it may be waited for, and never raises what its work did."""
        task = asyncio.create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def leave(self, grace: float = 0.0) -> None:
        """Lets it all end for so many seconds, then cancels the rest."""
        if self._tasks and grace:
            await asyncio.wait(set(self._tasks), timeout=grace)
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            log.exception("what came from %s was not handled", self._platform)
