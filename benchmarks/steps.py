"""CPU of a tool step of a 20-step turn, after 0, 1,000 and 10,000 earlier messages of 250 characters.

Each turn has a thread of its own. Ours, a neighbour's and the floor's alternate, so that a busy machine favours nobody;
each time one more comes before those that are measured, since caches cool while the others run.
"""

import asyncio
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks import floor
from benchmarks.colleague import ANA, Bench, Instant, bench, place
from harness.chat.events import MessageSent
from harness.chat.people import Place
from harness.loop.intake import thread_of
from harness.sessions.facts import Fact, MessageReceived, ModelReplied, PostSent
from harness.tools.calls import At

STEPS = 20
EARLIER = (0, 1_000, 10_000)
THEIRS = (0, 1_000)
TURNS = 16
"""After each history."""

Neighbour = Callable[[int], float]
"""The same turn elsewhere: from the number of earlier messages, to its seconds of CPU."""


class Turn(NamedTuple):
    """Seconds of process CPU, all threads, from a message to the rest after its reply; and bytes of all requests."""

    cpu: float
    request_bytes: int


class Steps(NamedTuple):
    """By the number of earlier messages, of the median turn: CPU of a step in ms, and bytes of a turn's requests."""

    cpu_ms: Mapping[int, float]
    request_bytes: Mapping[int, int]
    theirs_cpu_ms: Mapping[int, float]
    floor_cpu_ms: float


def measure(neighbour: Neighbour | None) -> Steps:
    return asyncio.run(_measure(neighbour))


async def _measure(neighbour: Neighbour | None) -> Steps:
    ours: defaultdict[int, list[Turn]] = defaultdict(list)
    theirs: defaultdict[int, list[float]] = defaultdict(list)
    floors: list[float] = []
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder, floor.database(Path(folder)) as database:
        async with bench(Path(folder), Instant("look", STEPS)) as colleague:
            for number in range(TURNS):
                await _turn(colleague, place(f"{number}-warm"), 0)
                for earlier in EARLIER:
                    ours[earlier].append(await _turn(colleague, place(f"{number}-{earlier}"), earlier))
                if neighbour:
                    neighbour(0)
                    for earlier in THEIRS:
                        theirs[earlier].append(neighbour(earlier))
                floor.turn(database, STEPS)
                floors.append(floor.turn(database, STEPS))
    return Steps(
        {earlier: _a_step([turn.cpu for turn in turns]) for earlier, turns in ours.items()},
        {earlier: int(statistics.median(turn.request_bytes for turn in turns)) for earlier, turns in ours.items()},
        {earlier: _a_step(turns) for earlier, turns in theirs.items()},
        _a_step(floors),
    )


def _a_step(turns: list[float]) -> float:
    return statistics.median(turns) * 1000 / STEPS


async def _turn(colleague: Bench, here: Place, earlier: int) -> Turn:
    await _talk(colleague, here, earlier)
    began, sent = time.process_time(), colleague.model.sent
    await _say(colleague, here, "please look at everything")
    return Turn(time.process_time() - began, colleague.model.sent - sent)


async def _talk(colleague: Bench, here: Place, messages: int) -> None:
    """A history of short turns, as they would have been journaled; the last one is played."""
    facts: list[Fact] = []
    position = 0
    for turn in range(1, messages // 2):
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
    if messages:
        colleague.model.left = 0
        await _say(colleague, here, "m" * 250)


async def _append(colleague: Bench, here: Place, facts: list[Fact]) -> None:
    if facts:
        thread = thread_of(here)
        await colleague.journal.append(thread, facts)
        colleague.engine.wake(thread)
        await colleague.rests()


async def _say(colleague: Bench, here: Place, text: str) -> None:
    await colleague.intake.receive(MessageSent(f"{here.id}-{text}", here, ANA, text))
    await colleague.rests()
