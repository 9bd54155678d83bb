"""What rested a moment ago is kept, a little while and a few of them."""

import asyncio

from harness.context.window import Window
from harness.loop.session_cache import CachedSession, SessionCache
from harness.sessions.session import Session


def warm() -> CachedSession:
    return CachedSession(Session(), Window(), 0)


def test_what_is_taken_is_taken_once() -> None:
    async def main() -> None:
        cache, one = SessionCache(), warm()
        cache.keep("t", one)
        assert cache.take("t") is one
        assert cache.take("t") is None

    asyncio.run(main())


def test_only_the_latest_are_kept() -> None:
    async def main() -> None:
        cache = SessionCache(most=2)
        for thread in ("a", "b", "c"):
            cache.keep(thread, warm())
        assert cache.take("a") is None
        assert cache.take("b")
        assert cache.take("c")

    asyncio.run(main())


def test_what_rests_longer_holds_no_memory_and_what_was_kept_again_is_not_forgotten_with_it() -> None:
    async def main() -> None:
        cache, moment = SessionCache(seconds=0.0), asyncio.sleep
        cache.keep("t", warm())
        await moment(0)
        await moment(0)
        assert len(cache) == 0
        later = SessionCache(seconds=3600.0)
        first, second = warm(), warm()
        later.keep("t", first)
        later.keep("t", second)
        later._forget("t", first)  # as its wakeup would
        assert later.take("t") is second

    asyncio.run(main())
