"""Work that goes on for what comes in, and that whoever handed it in does not wait for."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

log = logging.getLogger(__name__)

LEAVING = 2.0
"""Seconds in which what is being handled may end when we stop."""
T = TypeVar("T")


class TaskSet:
    """What goes on. What fails is logged as something that came from `platform`."""

    def __init__(self, platform: str) -> None:
        self._platform = platform
        self._tasks: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        _ = self.begun(work)

    def begun(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """For who needs what comes of it, or comes after it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    @contextmanager
    def busy(self) -> Iterator[None]:
        """The task that says so, which somebody else began, is at work for as long as this lasts."""
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def leave(self, grace: float = LEAVING) -> None:
        """Lets it all end for so many seconds, then cancels the rest."""
        if self._tasks and grace:
            await asyncio.wait(set(self._tasks), timeout=grace)
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("what came from %s was not handled", self._platform, exc_info=error)
