"""CPU of a tool step of a 20-step turn, after 0, 1,000 and 10,000 earlier messages of 250 characters."""

import asyncio
import itertools
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.colleague import ANA, HERE, THREAD, Bench, Instant, bench
from harness.chat.events import MessageSent
from harness.sessions.facts import Fact, MessageReceived, ModelReplied, PostSent
from harness.tools.calls import At

STEPS = 20
TURNS = 9
EARLIER = (0, 1_000, 10_000)


class Steps(NamedTuple):
    """Of one history: process CPU of a step in ms (the median turn's), and bytes of requests sent in a turn."""

    cpu_ms: float
    request_bytes: int


async def after(earlier: int) -> Steps:
    """Measures in a journal of its own."""
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with bench(Path(folder), Instant("look", STEPS)) as colleague:
            await _talk(colleague, earlier)
            numbers = itertools.count()
            costs = [await _turn(colleague, next(numbers)) for _ in range(TURNS + 1)]
            sent = colleague.model.sent // (TURNS + 1)
    return Steps(statistics.median(costs[1:]) * 1000 / STEPS, sent)


async def _turn(colleague: Bench, number: int) -> float:
    """Seconds of process CPU, all threads, from a message to the rest after its reply."""
    began = time.process_time()
    await colleague.intake.receive(MessageSent(f"e{number}", HERE, ANA, "please look at everything"))
    await colleague.rests()
    return time.process_time() - began


async def _talk(colleague: Bench, messages: int) -> None:
    """A history of short turns, as they would have been journaled, and the session at rest after it."""
    facts: list[Fact] = []
    position = 0
    for turn in range(1, messages // 2 + 1):
        facts += [
            MessageReceived(ANA, HERE, "m" * 250),
            ModelReplied(At(turn, 1), position + 1, "r" * 250),
            PostSent(f"reply-{turn}.1"),
        ]
        position += 3
        if len(facts) >= 600:
            await _append(colleague, facts)
            facts = []
    await _append(colleague, facts)


async def _append(colleague: Bench, facts: list[Fact]) -> None:
    if facts:
        await colleague.journal.append(THREAD, facts)
        colleague.engine.wake(THREAD)
        await colleague.rests()


def measure() -> dict[int, Steps]:
    return {earlier: asyncio.run(after(earlier)) for earlier in EARLIER}
