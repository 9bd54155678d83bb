"""What memory stays once threads are at rest: `python -m benchmarks.resident [THREADS]`.

`deskmate run` as a process of its own, on the project's emulators of Slack and of a model that answers at once.
Resident memory is read after a few threads, after many one after another, and after bursts of many at once; each time
when nothing has been at work for a while.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.slack import PATIENCE, _rss_mb, _running
from tests.fakes.openai.script import reply
from tests.fakes.openai.server import ScriptedModel
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel, Message, User

WARM, THREADS, AT_ONCE, BURST, BURSTS = 100, 1_000, 10, 200, 2
REST = 70.0
"""Seconds: what rested a moment ago is kept warm for a minute."""
WORKSPACE = """
name: Deskmate
model: openai/scripted
api_base: {model}
"""


class Resident(NamedTuple):
    """Memory, in MB."""

    warm: float
    after_threads: float
    after_bursts: float


def main() -> int:
    threads = int(sys.argv[1]) if len(sys.argv) > 1 else THREADS
    measured = asyncio.run(measure(threads))
    print(f"{WARM} threads                {measured.warm:8.1f} MB")
    print(f"{threads:,} more, {AT_ONCE} at once  {measured.after_threads - measured.warm:+8.1f} MB")
    print(f"{BURSTS} bursts of {BURST}         {measured.after_bursts - measured.after_threads:+8.1f} MB")
    return 0


async def measure(threads: int) -> Resident:
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        async with SlackEmulator() as slack, ScriptedModel() as model:
            model.answer = lambda request: reply("done")
            workspace = _workspace(Path(folder), model.base_url)
            environment = {name: value for name, value in os.environ.items() if not name.startswith("DESKMATE_")}
            environment |= {
                "SLACK_BOT_TOKEN": slack.bot_token,
                "SLACK_APP_TOKEN": slack.app_token,
                "SLACK_API_URL": slack.api_url,
                "DESKMATE_DATA_DIR": str(Path(folder, "data")),
                "OPENAI_API_KEY": "k",
                "LITELLM_LOCAL_MODEL_COST_MAP": "True",
            }
            ana = slack.user("ana")
            async with _running(workspace, environment) as process:
                await slack.connected(within=PATIENCE)
                await _talk(slack, ana, WARM, AT_ONCE)
                warm = await _rested(process.pid)
                await _talk(slack, ana, threads, AT_ONCE)
                after_threads = await _rested(process.pid)
                await _talk(slack, ana, BURST * BURSTS, BURST)
                return Resident(warm, after_threads, await _rested(process.pid))


def _workspace(folder: Path, model: str) -> Path:
    workspace = folder / "workspace"
    workspace.mkdir()
    (workspace / "workspace.yaml").write_text(WORKSPACE.format(model=model))
    return workspace


async def _talk(slack: SlackEmulator, ana: User, threads: int, at_once: int) -> None:
    """Each in a channel of its own, since posts to one wait for their turn."""
    for first in range(0, threads, at_once):
        channels = [slack.channel(f"c{len(slack.state.channels)}", ana) for _ in range(min(at_once, threads - first))]
        said = [await slack.says(ana, channel, f"{slack.bot} hello") for channel in channels]
        await slack.until(_answered(slack, channels, said), PATIENCE * 5)


def _answered(slack: SlackEmulator, channels: list[Channel], said: list[Message]) -> Callable[[], bool]:
    return lambda: all(slack.posts(channel, one.ts) for channel, one in zip(channels, said, strict=True))


async def _rested(pid: int) -> float:
    await asyncio.sleep(REST)
    return _rss_mb(pid)


if __name__ == "__main__":
    sys.exit(main())
