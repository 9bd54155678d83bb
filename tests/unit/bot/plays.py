"""Journals of anything, in any order: what the laws play."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from harness.sessions.facts import Row
from tests.examples import examples
from tests.laws.play import Play


def whatever_happens(check: Callable[[list[Row]], None]) -> None:
    """Is that true of the rows of any play?"""

    @settings(
        max_examples=examples(25),
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def of_any(data: st.DataObject) -> None:
        check(asyncio.run(_played(data)))

    of_any()


async def _played(data: st.DataObject) -> list[Row]:
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # crashes leave tasks that nobody asks
    play = Play(data)
    try:
        with suppress(AssertionError):  # what the laws have to say of it is said by their own test
            await play.run()
        return play.rig.rows
    finally:
        await play.rig.end()
