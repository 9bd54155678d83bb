"""Blocking code, in a thread of its own."""

import asyncio
import threading
from contextvars import ContextVar

import pytest

from harness.tools.threads import in_thread


def test_what_it_returns_is_returned_and_the_loop_goes_on_meanwhile() -> None:
    async def story() -> None:
        begun, go = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def work() -> str:
            loop.call_soon_threadsafe(begun.set)
            go.wait()
            return threading.current_thread().name

        waiting = asyncio.ensure_future(in_thread(work, "refund"))
        await begun.wait()
        go.set()
        assert await waiting == "refund"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("error", "seen"), [(ValueError("no"), ValueError), (StopIteration(1), RuntimeError), (SystemExit(3), RuntimeError)]
)
def test_what_it_raises_is_raised_and_ends_nobody(error: BaseException, seen: type[Exception]) -> None:
    def work() -> None:
        raise error

    async def story() -> None:
        with pytest.raises(seen):
            await in_thread(work, "raises")

    asyncio.run(story())


def test_whoever_is_cancelled_waits_no_longer_for_what_blocks() -> None:
    go, ended = threading.Event(), threading.Event()

    def work() -> None:
        go.wait()
        ended.set()

    async def story() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await in_thread(work, "blocks")

    asyncio.run(story())  # nor does the process wait for it: the loop is closed by now
    go.set()
    assert ended.wait(10)
    assert all(thread.daemon for thread in threading.enumerate() if thread.name == "blocks")


def test_it_sees_what_its_caller_has_set() -> None:
    who: ContextVar[str] = ContextVar("who")

    async def story() -> None:
        who.set("Ana")
        assert await in_thread(who.get, "asks") == "Ana"

    asyncio.run(story())
