"""What rested a moment ago is kept, a little while and a few of them."""

import asyncio
import gc
import weakref

from harness.context.window import Window
from harness.loop.session_cache import CachedSession, SessionCache
from harness.sessions.session import Session


class Jumping(asyncio.SelectorEventLoop):
    """Has a clock that a test moves forward."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead

    async def passes(self, seconds: float) -> None:
        self.ahead += seconds
        for _ in range(3):
            await asyncio.sleep(0)


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


def test_what_is_not_kept_holds_no_memory() -> None:
    async def main() -> None:
        cache = SessionCache(most=16)
        every = [warm() for _ in range(100)]
        gone = [weakref.ref(one.window) for one in every]
        for number, one in enumerate(every):
            cache.keep(str(number), one)
        every.clear()
        del one
        gc.collect()
        assert sum(one() is not None for one in gone) == len(cache) == 16

    asyncio.run(main())


def test_what_rests_longer_is_forgotten_and_what_was_kept_again_is_not_forgotten_with_it() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Jumping)
        cache = SessionCache(seconds=60.0)
        first, second = warm(), warm()
        cache.keep("a", first)
        cache.keep("b", warm())
        await loop.passes(40.0)
        cache.keep("a", second)
        await loop.passes(30.0)
        assert len(cache) == 1
        assert cache.take("a") is second
        await loop.passes(60.0)
        cache.keep("c", warm())
        await loop.passes(61.0)
        assert len(cache) == 0

    with asyncio.Runner(loop_factory=Jumping) as runner:
        runner.run(main())
