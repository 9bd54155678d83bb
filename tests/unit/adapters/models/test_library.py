"""With a module in litellm's place that takes its time, in a process of its own: an import happens once in each."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]

SLOW = """
import time
for _ in range(20):
    time.sleep(0.01)
print("imported")
"""

WATCHED = """
import asyncio, gc, sys
from adapters.models import library

async def main():
    library.preload()
    waiting = [asyncio.create_task(library.loaded()) for _ in range(3)]
    given_up = asyncio.create_task(library.loaded())
    turns = 0
    while not all(task.done() for task in waiting):
        given_up.cancel()
        await asyncio.sleep(0.005)
        turns += 1
    assert {id(task.result()) for task in waiting} == {id(sys.modules["litellm"])}
    assert given_up.cancelled()
    assert sys.modules["litellm"].num_retries == 0
    assert turns > 5, turns
    assert gc.get_freeze_count() > 0

assert "litellm" not in sys.modules
asyncio.run(main())
"""

LEFT = """
import asyncio, sys
from adapters.models import library

async def main():
    asyncio.get_running_loop().create_task(library.loaded())
    await asyncio.sleep(0.01)

asyncio.run(main())
import litellm
print("left")
"""

FAILING = """
import asyncio
from adapters.models import library

async def main():
    library.preload()
    try:
        await library.loaded()
    except ImportError as error:
        print(error)

asyncio.run(main())
"""


def run(script: str, folder: Path, module: str) -> list[str]:
    """The lines that `script` prints, with `module` as the text of litellm."""
    (folder / "litellm.py").write_text(module, encoding="utf-8")
    environment = {"PYTHONPATH": f"{folder}:{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout.splitlines()


def test_the_loop_goes_on_while_many_wait_for_one_import(tmp_path: Path):
    assert run(WATCHED, tmp_path, SLOW) == ["imported"]


def test_whoever_leaves_meanwhile_is_not_held_up(tmp_path: Path):
    assert run(LEFT, tmp_path, SLOW) == ["imported", "left"]


def test_whoever_needs_it_is_told_that_it_cannot_be_imported(tmp_path: Path):
    assert run(FAILING, tmp_path, "raise ImportError('half installed')") == ["half installed"]
