"""Anything, in any order, with everything in flight, keeps the laws."""

import asyncio
import os

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.laws.play import Play

PHASES = [Phase.generate, *([Phase.shrink] if os.environ.get("SHRINK") else [])]


@settings(
    max_examples=examples(300),
    deadline=None,
    report_multiple_bugs=False,
    database=None,
    phases=PHASES,
    suppress_health_check=list(HealthCheck),
)
@given(st.data())
def test_any_order_of_anything_keeps_the_laws(data: st.DataObject) -> None:
    async def course() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # crashes leave tasks that nobody asks
        play = Play(data)
        try:
            await play.run()
        except AssertionError as error:
            error.add_note("\n".join(["THE JOURNAL", *(f"{row.position:4} {row.fact}" for row in play.rig.rows)]))
            raise
        finally:
            await play.rig.end()

    asyncio.run(course())
