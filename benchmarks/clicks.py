"""From a click on Approve to the beginning of its tool, in ms."""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.colleague import ANA, HERE, THREAD, Instant, bench
from harness.approvals.tokens import Token
from harness.chat.events import ButtonClicked, MessageSent

CLICKS = 200


async def _clicks() -> list[float]:
    taken: list[float] = []
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with bench(Path(folder), Instant("deploy", 1)) as colleague:
            for turn in range(1, CLICKS + 1):
                await colleague.intake.receive(MessageSent(f"e{turn}", HERE, ANA, "deploy it"))
                await colleague.rests()
                clicked = time.perf_counter()
                token = str(Token(THREAD, f"{turn}.1.0#1", "approve"))
                await colleague.intake.receive(ButtonClicked(f"c{turn}", HERE, ANA, token, "card"))
                await colleague.rests()
                taken.append((colleague.began[-1] - clicked) * 1000)
    return taken


def measure() -> dict[str, float]:
    taken = asyncio.run(_clicks())
    return {"p50": statistics.median(taken), "p99": statistics.quantiles(taken, n=100)[98]}
