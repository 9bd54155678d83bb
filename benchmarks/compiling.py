"""What a turn's package takes with fifty skills: read and compiled from what the folder holds, and as it was before.

Cold is all that follows on a change of the folder, once its files are read: the settings, the headers of the skills,
the rules and the package. Unchanged is what each request of a turn takes, and each turn that follows.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from adapters.workspaces.on_disk import WorkspaceOnDisk
from bot import wiring
from bot.in_force import InForce
from harness.sessions.session import Session
from harness.workspace.contents import workspace_of

SKILLS = 50
TIMES = 50
WORDS = "Fill them in as the office wants them, and say which ones are left. " * 60
"""Some 4,000 characters, as skills have."""


class Compiled(NamedTuple):
    """Of the median time, in ms."""

    cold: float
    unchanged: float


def measure() -> Compiled:
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        return _measure(Path(folder))


def _measure(folder: Path) -> Compiled:
    for number in range(SKILLS):
        skill = folder / "skills" / f"form-{number}"
        skill.mkdir(parents=True)
        header = (
            f"name: form-{number}\ndescription: Fill in the form {number}. Use when: somebody asks for it.\n"
            'license: MIT\nallowed-tools: Read, Bash(git:*)\nmetadata:\n  author: us\n  version: "1.0"\n'
        )
        (skill / "SKILL.md").write_text(f"---\n{header}---\n\n# Form {number}\n\n{WORDS}\n")
    (folder / "workspace.yaml").write_text("name: Robin\nmodel: rehearsal\n")
    tools = wiring.toolbox(folder / wiring.FILES, {})
    contents, session = WorkspaceOnDisk(folder).read(), Session()

    def cold() -> InForce:
        in_force = InForce(workspace_of(contents, tools), tools)
        in_force.compile(session)
        return in_force

    kept = cold()
    return Compiled(_ms(cold), _ms(lambda: kept.compile(session)))


def _ms(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken) * 1000
