"""What a streamed reply costs by its length: the real litellm over a socket, and a scripted model in a process of its
own, so that its work is not counted.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from adapters.models.providers import Providers
from benchmarks.colleague import ANA, Instant, bench, place
from bot import wiring
from bot.in_force import InForce
from harness.chat.events import MessageSent
from harness.context.model import Reply, Request, Shown
from harness.context.window import ModelMessage
from harness.sessions.session import Session
from harness.tools.calls import At
from harness.workspace.api_bases import ApiBases
from harness.workspace.workspace import Workspace
from tests.fakes.openai import script, server
from tests.fakes.openai.server import ScriptedModel

WORDS = (60, 1_000, 16_800)
ROUNDS = 15
"""Of those that are measured; of the longest there are fewer."""
_SAID = [ModelMessage.of({"role": role, "content": "Hello."}) for role in ("system", "user")]


class Replies(NamedTuple):
    """CPU in ms of a reply of so many words, each a delta, of the median round; and in ms how long the event loop was
    held each time while a colleague gave the longest, in a turn of its own.
    """

    cpu_ms: dict[int, float]
    lag_ms: list[float]
    request_cpu_ms: float
    """CPU in ms of one request with the product's own tools that is answered with one word."""


def measure() -> Replies:
    os.environ |= {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "OPENAI_API_KEY": "bench"}
    with _server() as url:
        return Replies(asyncio.run(_measure(url)), asyncio.run(_lag(url)), asyncio.run(_request(url)))


async def _measure(url: str) -> dict[int, float]:
    model = Providers(ApiBases(named={"*": url}), environment=os.environ, now=time.time, random=Random(0))
    try:
        for _ in range(3):  # what is loaded at the first reply
            await _cost(model, WORDS[0])
        return {
            words: statistics.median([await _cost(model, words) for _ in range(ROUNDS if words < 10_000 else 3)])
            for words in WORDS
        }
    finally:
        await model.aclose()


async def _request(url: str) -> float:
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        tools = wiring.toolbox(Path(folder), {})
        package = InForce(Workspace(model="openai/x"), tools).compile(Session())
        model = Providers(ApiBases(named={"*": url}), environment=os.environ, now=time.time, random=Random(0))
        request = Request(
            at=At(1, 1), model=f"openai/{AT_ONCE}", system=package.system, messages=_SAID[1:], tools=package.tools
        )
        costs = []
        for _ in range(ROUNDS * 2):
            began = time.process_time()
            await model.reply(request, lambda shown: None)
            costs.append((time.process_time() - began) * 1000)
        await model.aclose()
        return statistics.median(costs)


class Long(Instant):
    """Gives the longest of the replies."""

    def __init__(self, url: str) -> None:
        super().__init__("look", 0)
        self.model = Providers(ApiBases(named={"*": url}), environment=os.environ, now=time.time, random=Random(0))

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        return await self.model.reply(replace(request, model=f"openai/{WORDS[-1]}"), shown)


async def _lag(url: str) -> list[float]:
    held, model = list[float](), Long(url)

    async def tick() -> None:
        before = time.perf_counter()
        while True:
            await asyncio.sleep(0)
            now = time.perf_counter()
            held.append((now - before) * 1000)
            before = now
            await asyncio.sleep(0.002)
            before = time.perf_counter()

    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with bench(Path(folder), model) as colleague:
            for number in range(2):  # what is loaded at the first reply
                held.clear()
                ticking = asyncio.create_task(tick())
                await colleague.intake.receive(MessageSent(f"m{number}", place(str(number)), ANA, "look", f"m{number}"))
                await colleague.rests()
                ticking.cancel()
    await model.model.aclose()
    return held


async def _cost(model: Providers, words: int) -> float:
    request = Request(at=At(1, 1), model=f"openai/{words}", system=_SAID[0], messages=_SAID[1:] * 10)
    began = time.process_time()
    reply = await model.reply(request, lambda shown: None)
    await asyncio.sleep(0)
    assert len(reply.text.split()) == words
    return (time.process_time() - began) * 1000


@contextmanager
def _server() -> Iterator[str]:
    with subprocess.Popen([sys.executable, "-m", "benchmarks.replies"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


AT_ONCE = "at-once"
"""The model that answers with one word, sent in one piece."""


def _answer(asked: server.Request) -> script.Step:
    """As many words as its name says, each another: litellm takes many alike for a fault."""
    if asked.body["model"] != AT_ONCE:
        return script.reply(*(f"word{n} " for n in range(int(asked.body["model"]))))
    choice = {"index": 0, "delta": {"role": "assistant", "content": "done"}, "finish_reason": None}
    end = {"index": 0, "delta": {}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 6_000, "completion_tokens": 1, "total_tokens": 6_001}
    chunks = (
        {"object": "chat.completion.chunk", **one}
        for one in (
            {"choices": [choice]},
            {"choices": [end]},
            {"choices": [], "usage": usage},
        )
    )
    whole = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)
    return script.events(f"{whole}data: [DONE]\n\n".encode(), done=False)


async def _serve() -> None:
    async with ScriptedModel(answer=_answer) as model:
        print(model.base_url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())
