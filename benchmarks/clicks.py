"""From a click on Approve to the beginning of its tool, in ms."""

import asyncio
import tempfile
import time
from pathlib import Path

from benchmarks.colleague import ANA, Instant, bench, place
from harness.approvals.tokens import Token
from harness.chat.events import ButtonClicked, MessageSent
from harness.loop.intake import thread_of

CLICKS = 200


async def _clicks() -> list[float]:
    taken: list[float] = []
    here = place()
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with bench(Path(folder), Instant("deploy", 1)) as colleague:
            for turn in range(1, CLICKS + 1):
                await colleague.intake.receive(MessageSent(f"e{turn}", here, ANA, "deploy it"))
                await colleague.rests()
                clicked = time.perf_counter()
                token = str(Token(thread_of(here), f"{turn}.1.0#1", "approve"))
                await colleague.intake.receive(ButtonClicked(f"c{turn}", here, ANA, token, "card"))
                await colleague.rests()
                taken.append((colleague.began[-1] - clicked) * 1000)
    return taken


def measure() -> list[float]:
    return asyncio.run(_clicks())
