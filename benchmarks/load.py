"""Many threads at once in Slack, over sockets, with a model that takes its time: when all are answered, how soon Slack
hears that its events arrived, and how many calls a turn makes.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from adapters.slack.app import Slack
from benchmarks.colleague import Instant, bench
from harness.context.model import Reply, Request, Shown
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel, Message, User

THREADS, ROUNDS = 20, 5
"""Threads at once; one round comes before those that are measured."""
MANY = 200
"""Threads at once, of several people, once."""
PEOPLE = 10
MODEL_S = 0.5
WITHIN = 60.0


class Load(NamedTuple):
    """In seconds and ms: of each round, of each event. Calls of the Web API are those of a turn after the first, in
    which who somebody is must be asked."""

    answered_s: list[float]
    acknowledged_ms: list[float]
    calls_per_turn: float
    many_answered_s: float


class Slow(Instant):
    """Answers after MODEL_S."""

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        await asyncio.sleep(MODEL_S)
        return Reply("done")


def measure() -> Load:
    return asyncio.run(_measure())


async def _measure() -> Load:
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with SlackEmulator() as emulator:
            slack = Slack(emulator.bot_token, emulator.app_token, emulator.api_url, time.time)
            try:
                async with bench(Path(folder), Slow("look", 0), slack.chat) as colleague:
                    await slack.start(colleague.intake, colleague.commands)
                    people = [emulator.user(f"ana{number}") for number in range(PEOPLE)]
                    await _round(emulator, people[:1], "warm")
                    events, calls = len(emulator.envelopes), len(emulator.calls)
                    answered = [await _round(emulator, people[:1], str(number)) for number in range(ROUNDS)]
                    await colleague.rests()
                    acknowledged = [e.latency * 1000 for e in emulator.envelopes[events:] if e.latency is not None]
                    made = len(emulator.calls) - calls
                    many = await _round(emulator, people, "many", MANY)
                    await slack.stop()
            finally:
                await slack.close()
    return Load(answered, acknowledged, made / (ROUNDS * THREADS), many)


async def _round(emulator: SlackEmulator, people: Sequence[User], name: str, threads: int = THREADS) -> float:
    """Seconds until all are answered; each in a channel of its own, since posts to one wait for their turn."""
    of = [by for by, _ in zip(cycle(people), range(threads), strict=False)]
    asked = [(by, emulator.channel(f"load-{name}-{each}", by)) for each, by in enumerate(of)]
    channels = [channel for _, channel in asked]
    began = time.perf_counter()
    said = await asyncio.gather(*(emulator.says(by, channel, f"{emulator.bot} look") for by, channel in asked))
    await emulator.until(lambda: all(map(_answered(emulator), channels, said)), WITHIN)
    taken = time.perf_counter() - began
    await emulator.settled()
    return taken


def _answered(emulator: SlackEmulator) -> Callable[[Channel, Message], bool]:
    return lambda channel, said: bool(emulator.posts(channel, said.ts))
