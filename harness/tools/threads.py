"""Blocking code, in a thread of its own. Not in one of the pool's: those are few, all else needs them, and a process
that is to end waits for them, while nobody can end what blocks.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from typing import TypeVar

from harness.tools.unforeseen import described

T = TypeVar("T")


async def in_thread(work: Callable[[], T], name: str) -> T:
    """What it returns or raises. Whoever is cancelled waits no longer; the thread goes on, and nobody hears of it."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(value: T | None, error: Exception | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(value)  # type: ignore[arg-type]  # it is T, where nothing was raised
        else:
            done.set_exception(error)

    def run() -> None:
        value, error = None, None
        try:
            value = work()
        except BaseException as raised:
            error = harmless(raised)
        with suppress(RuntimeError):  # the loop is closed: the process ends
            loop.call_soon_threadsafe(settle, value, error)

    Thread(target=copy_context().run, args=(run,), name=name, daemon=True).start()
    return await done


def harmless(error: BaseException) -> Exception:
    """It, or what is raised in its place: a function that says `sys.exit` is not to end us, and a StopIteration cannot
    be handed on.
    """
    if isinstance(error, Exception) and not isinstance(error, StopIteration):
        return error
    instead = RuntimeError(described(error))
    instead.__cause__ = error
    return instead
