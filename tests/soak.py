"""What looks longer than `make test` has time for: `make soak`, or `python -m tests.soak [part…]`.

outage   what is owed after a day on which Slack took nothing, by a clock that passes
hostile  texts that break things, in cards, messages, forms and streams, on each platform
laws     thousands of random courses of the laws of the house
faults   the laws' own test: every seeded fault is caught

One runs on each core, and one more, since an outage waits. It says how each ended, shows all that was said where one
failed, and exits with 1 then.
"""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from typing import NamedTuple

from tests.laws.case_faults import CASES
from tests.laws.faults import FAULTS, ROOT, caught

HOSTILE, COURSES, COURSES_AT_ONCE = 3_000, 10_000, 1_000
"""Examples of each property of texts; courses of the laws, and so many of them in one process."""
TEXTS = (
    "tests/unit/adapters/discord/test_hostile.py",
    "tests/unit/adapters/discord/test_cards.py",
    "tests/unit/adapters/discord/test_render.py",
    "tests/unit/adapters/slack/test_hostile.py",
    "tests/unit/adapters/slack/test_cards.py",
    "tests/unit/adapters/slack/test_render.py",
    "tests/unit/adapters/slack/test_views.py",
    "tests/unit/adapters/discord/test_views.py",
    "tests/unit/adapters/discord/test_text.py",
    "tests/unit/adapters/slack/test_text.py",
)
OUTAGE = 24
"""Hours."""


class Outcome(NamedTuple):
    well: bool
    said: str
    """In a line if it went well, else all of it."""


class Task(NamedTuple):
    name: str
    run: Callable[[], Outcome]


def outage() -> Iterator[Task]:
    yield pytest(f"an outage of {OUTAGE} hours", {"OUTAGE": str(OUTAGE)}, ("tests/flows/test_outage.py",))


def hostile() -> Iterator[Task]:
    for file in TEXTS:
        yield seeded(f"{HOSTILE:,} hostile texts: {file}", HOSTILE, file)


def laws() -> Iterator[Task]:
    for _ in range(COURSES // COURSES_AT_ONCE):
        yield seeded(f"{COURSES_AT_ONCE:,} courses of the laws", COURSES_AT_ONCE, "tests/laws/test_laws.py")


def faults() -> Iterator[Task]:
    def tried(name: str) -> Outcome:
        verdict = caught(name)
        return Outcome(verdict.startswith("caught"), verdict)

    for name in (*FAULTS, *CASES):
        yield Task(f"the fault “{name}”", partial(tried, name))


PARTS: Mapping[str, Callable[[], Iterator[Task]]] = {
    "outage": outage,
    "hostile": hostile,
    "laws": laws,
    "faults": faults,
}


def seeded(name: str, examples: int, file: str) -> Task:
    """With examples that no run has had; the seed says which, for another one."""
    seed = random.randrange(2**32)
    return pytest(f"{name} (seed {seed})", {"EXAMPLES": str(examples)}, (file, f"--hypothesis-seed={seed}"))


def pytest(name: str, more: Mapping[str, str], arguments: Sequence[str]) -> Task:
    """`more` goes into its environment; nothing there asks for the same examples each time."""

    def run() -> Outcome:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
        environment = {name: value for name, value in os.environ.items() if name != "CI"} | dict(more)
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            return Outcome(False, done.stdout + done.stderr)
        return Outcome(True, done.stdout.strip().splitlines()[-1])

    return Task(name, run)


def main(names: Sequence[str]) -> int:
    if unknown := [name for name in names if name not in PARTS]:
        print(f"There is no part {unknown[0]!r}. There are: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    tasks = [task for name in names or PARTS for task in PARTS[name]()]
    began, failed = time.monotonic(), list[str]()
    with ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:
        running = {pool.submit(timed, task): task for task in tasks}
        for number, done in enumerate(as_completed(running), 1):
            (well, said), seconds = done.result()
            name = running[done].name
            how = "ok    " if well else "FAILED"
            print(f"{number:4}/{len(tasks)} {how} {seconds:5.0f} s  {name}: {said}", flush=True)
            if not well:
                failed.append(name)
    minutes = (time.monotonic() - began) / 60
    print(f"{len(tasks) - len(failed)} of {len(tasks)} went well, in {minutes:.0f} minutes.")
    for name in failed:
        print(f"FAILED {name}")
    return 1 if failed else 0


def timed(task: Task) -> tuple[Outcome, float]:
    began = time.monotonic()
    return task.run(), time.monotonic() - began


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
