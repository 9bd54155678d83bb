"""What rested a moment ago is kept, a little while and a few of them."""

import asyncio

from harness.context.window import Window
from harness.loop.recent import Recent, Warm
from harness.sessions.session import Session


def warm() -> Warm:
    return Warm(Session(), Window(), 0)


def test_what_is_taken_is_taken_once() -> None:
    async def main() -> None:
        recent, one = Recent(), warm()
        recent.keep("t", one)
        assert recent.take("t") is one
        assert recent.take("t") is None

    asyncio.run(main())


def test_only_the_latest_are_kept() -> None:
    async def main() -> None:
        recent = Recent(most=2)
        for thread in ("a", "b", "c"):
            recent.keep(thread, warm())
        assert recent.take("a") is None
        assert recent.take("b")
        assert recent.take("c")

    asyncio.run(main())


def test_what_rests_longer_holds_no_memory_and_what_was_kept_again_is_not_forgotten_with_it() -> None:
    async def main() -> None:
        recent, moment = Recent(seconds=0.0), asyncio.sleep
        recent.keep("t", warm())
        await moment(0)
        await moment(0)
        assert len(recent) == 0
        later = Recent(seconds=3600.0)
        first, second = warm(), warm()
        later.keep("t", first)
        later.keep("t", second)
        later._forget("t", first)  # as its alarm would
        assert later.take("t") is second

    asyncio.run(main())
