"""What people in Slack wait for, over sockets: the real bolt on the project's own emulator of Slack.

From an event to its reply in this process, with an instant model and the emulator's own work in the same event loop;
and `deskmate run` as a process of its own: from its start to its first acknowledgement, and its memory at rest.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from adapters.slack.app import Slack
from benchmarks.colleague import Instant, bench
from tests.fakes.openai.script import reply
from tests.fakes.openai.server import ScriptedModel
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Message, User

EVENTS, STARTS = 100, 3
"""Measured; a few events, and one start, come before them."""
WORKSPACE = """
name: Deskmate
model: rehearsal
"""
HOSTED = """
name: Deskmate
model: openai/scripted
api_base: {model}
"""
PATIENCE = 60.0


class InSlack(NamedTuple):
    event_to_reply_ms: list[float]
    start_to_ack_s: float
    """The median start's."""
    idle_rss_mb: float
    """The largest of all starts: resident, after the first acknowledgement, with nothing to do."""
    first_answer_s: float
    """From exec to the first answer of a provider's model in a thread; the median start's."""
    hosted_rss_mb: float
    """Resident memory after that answer."""


class Started(NamedTuple):
    seconds: float
    """Until what is measured has happened."""
    rss_mb: float


def measure() -> InSlack:
    replies, starts, hosted = asyncio.run(_replies()), asyncio.run(_starts()), asyncio.run(_hosted())
    return InSlack(
        replies,
        statistics.median(start.seconds for start in starts),
        max(start.rss_mb for start in starts),
        statistics.median(start.seconds for start in hosted),
        max(start.rss_mb for start in hosted),
    )


async def _replies() -> list[float]:
    """In ms, from Slack having a mention to the thread having the reply."""
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with SlackEmulator() as emulator:
            slack = Slack(emulator.bot_token, emulator.app_token, emulator.api_url, time.time)
            try:
                async with bench(Path(folder), Instant("look", 0), slack.chat) as colleague:
                    await slack.start(colleague.intake, colleague.commands)
                    ana = emulator.user("ana")
                    taken = [await _reply(emulator, ana, number) for number in range(EVENTS + 5)]
                    await colleague.rests()
                    await slack.stop()
            finally:
                await slack.close()
    return taken[5:]


async def _reply(emulator: SlackEmulator, ana: User, number: int) -> float:
    """In a channel of its own: posts to one channel would wait for their turn."""
    channel = emulator.channel(f"room-{number}", ana)
    began = time.perf_counter()
    said = await emulator.says(ana, channel, f"{emulator.bot} please look")
    await emulator.until(lambda: emulator.posts(channel, said.ts))
    taken = (time.perf_counter() - began) * 1000
    await emulator.settled()
    return taken


async def _starts() -> list[Started]:
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        workspace = _workspace(Path(folder), WORKSPACE)
        async with SlackEmulator() as emulator:
            ana = emulator.user("ana")
            environment = _environment(emulator, Path(folder))
            return [await _start(emulator, ana, workspace, environment, n) for n in range(STARTS + 1)][1:]


async def _hosted() -> list[Started]:
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with SlackEmulator() as emulator, ScriptedModel() as model:
            model.answer = lambda request: reply("done")
            workspace = _workspace(Path(folder), HOSTED.format(model=model.base_url))
            ana, environment = emulator.user("ana"), _environment(emulator, Path(folder))
            return [await _first_answer(emulator, ana, workspace, environment, n) for n in range(STARTS + 1)][1:]


async def _first_answer(
    emulator: SlackEmulator, ana: User, workspace: Path, environment: Mapping[str, str], number: int
) -> Started:
    channel = emulator.channel(f"hosted-{number}", ana)
    said = await emulator.says(ana, channel, f"{emulator.bot} hello")
    began = time.perf_counter()
    async with _running(workspace, environment) as process:
        await emulator.until(lambda: any(post.text == "done" for post in emulator.posts(channel, said.ts)), PATIENCE)
        taken = time.perf_counter() - began
        await asyncio.sleep(1)
        return Started(taken, _rss_mb(process.pid))


def _environment(emulator: SlackEmulator, folder: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DESKMATE_")}
    return inherited | {
        "SLACK_BOT_TOKEN": emulator.bot_token,
        "SLACK_APP_TOKEN": emulator.app_token,
        "SLACK_API_URL": emulator.api_url,
        "DESKMATE_DATA_DIR": str(folder / "data"),
        "OPENAI_API_KEY": "bench",
    }


def _workspace(folder: Path, text: str) -> Path:
    workspace = folder / "workspace"
    workspace.mkdir()
    (workspace / "workspace.yaml").write_text(text)
    return workspace


async def _start(
    emulator: SlackEmulator, ana: User, workspace: Path, environment: Mapping[str, str], number: int
) -> Started:
    channel = emulator.channel(f"start-{number}", ana)
    said = await emulator.says(ana, channel, f"{emulator.bot} hello")
    [waiting] = emulator.events_of("app_mention", said)
    began = time.perf_counter()
    async with _running(workspace, environment) as process:
        await emulator.until(lambda: waiting.acknowledged, PATIENCE)
        taken = time.perf_counter() - began
        await emulator.until(lambda: any(map(_asks, emulator.posts(channel, said.ts))), PATIENCE)
        await asyncio.sleep(1)  # the activation and its status end
        return Started(taken, _rss_mb(process.pid))


def _asks(message: Message) -> bool:
    """The script's first question: it rests until that is answered."""
    return bool(message.controls)


@asynccontextmanager
async def _running(workspace: Path, environment: Mapping[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    command = (sys.executable, "-m", "bot.cli", "run", "--workspace", str(workspace))
    process = await asyncio.create_subprocess_exec(*command, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        await process.wait()


def _rss_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status")
    if status.exists():
        [kilobytes] = [line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmRSS:")]
    else:
        kilobytes = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(pid)], check=True, capture_output=True, text=True
        ).stdout
    return int(kilobytes) / 1024
