"""CPU of a tool step of a 20-step turn, after 0, 1,000 and 10,000 earlier messages of 250 characters."""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.colleague import ANA, Bench, Instant, bench, place
from harness.chat.events import MessageSent
from harness.chat.people import Place
from harness.loop.intake import thread_of
from harness.sessions.facts import Fact, MessageReceived, ModelReplied, PostSent
from harness.tools.calls import At

STEPS = 20
TURNS = 5
"""Measured in each round, each in a thread of its own; one more comes before them. Neighbours do the same."""
EARLIER = (0, 1_000, 10_000)


class Steps(NamedTuple):
    """Of one history: process CPU of a step in ms (the median turn's), and bytes of requests sent in a turn."""

    cpu_ms: float
    request_bytes: int


async def _after(earlier: int) -> Steps:
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with bench(Path(folder), Instant("look", STEPS)) as colleague:
            costs = [await _turn(colleague, place(thread), earlier) for thread in range(TURNS + 1)]
            sent = colleague.model.sent // (TURNS + 1)
    return Steps(statistics.median(costs[1:]) * 1000 / STEPS, sent)


async def _turn(colleague: Bench, here: Place, earlier: int) -> float:
    """Seconds of process CPU, all threads, from a message to the rest after its reply."""
    await _talk(colleague, here, earlier)
    began = time.process_time()
    await colleague.intake.receive(MessageSent(f"message-{here.id}", here, ANA, "please look at everything"))
    await colleague.rests()
    return time.process_time() - began


async def _talk(colleague: Bench, here: Place, messages: int) -> None:
    """A history of short turns, as they would have been journaled, and the session at rest after it."""
    facts: list[Fact] = []
    position = 0
    for turn in range(1, messages // 2 + 1):
        facts += [
            MessageReceived(ANA, here, "m" * 250),
            ModelReplied(At(turn, 1), position + 1, "r" * 250),
            PostSent(f"reply-{turn}.1"),
        ]
        position += 3
        if len(facts) >= 600:
            await _append(colleague, here, facts)
            facts = []
    await _append(colleague, here, facts)


async def _append(colleague: Bench, here: Place, facts: list[Fact]) -> None:
    if facts:
        thread = thread_of(here)
        await colleague.journal.append(thread, facts)
        colleague.engine.wake(thread)
        await colleague.rests()


def measure(earlier: int) -> Steps:
    """After that many messages, in a journal of its own."""
    return asyncio.run(_after(earlier))
