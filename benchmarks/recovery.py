"""After a crash: messages that were acknowledged, each in a thread of its own, and how long until all are begun."""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.colleague import ANA, Instant, bench, place
from harness.context.model import Reply, Request, Shown
from harness.sessions.facts import MessageReceived

WAITING = 600


class Counting(Instant):
    """Answers at once, and says when it has been asked by all."""

    def __init__(self) -> None:
        super().__init__("look", 0)
        self.begun, self.all_begun = 0, asyncio.Event()

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        self.begun += 1
        if self.begun == WAITING:
            self.all_begun.set()
        return Reply("done")


def measure() -> float:
    """Seconds from the start to the last of them."""
    return asyncio.run(_measure())


async def _measure() -> float:
    model = Counting()
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with bench(Path(folder), model) as colleague:
            for number in range(WAITING):
                said = MessageReceived(ANA, place(str(number)), "look", f"m{number}")
                await colleague.journal.append(f"t{number}", [said])
            began = time.perf_counter()
            colleague.engine.start()
            await model.all_begun.wait()
            taken = time.perf_counter() - began
            await colleague.rests()
    return taken
