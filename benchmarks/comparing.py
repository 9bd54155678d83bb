"""Another commit and this tree, measured in turn: what each figure is there, here, and as a ratio.

Each is measured by its own benchmarks, in a process of its own, so that each measures the product that it knows. They
alternate, and each round gives a ratio, so that a machine that gets busy meanwhile favours nobody. A commit with other
locked requirements gets an environment of its own.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from benchmarks.peers import environment

ROUNDS = 3
LOCKS = Path("requirements")
_MEASURE = "import json; from benchmarks.__main__ import measure; print(json.dumps(measure(peers=False)))"
"""In all trees that there are to compare with."""

Figures = Mapping[str, float]
"""By their names in build/bench.json, those inside others after a dot. Of each, less is better."""


class NoBase(Exception):
    """There is no such commit, or it cannot be measured; the message says why."""


class Compared(NamedTuple):
    """The medians there and here, and of the ratios of here to there in each round."""

    base: float
    here: float
    ratio: float


class Comparison(TypedDict):
    """What build/bench.json has."""

    base: str
    rounds: int
    figures: dict[str, dict[str, float]]
    machine: str


def compare(root: Path, base: str, build: Path, say: Callable[[str], None]) -> Comparison:
    """Raises NoBase."""
    with tree(root, base) as (folder, commit):
        there, here = python(folder, root, build), sys.executable
        rounds: list[tuple[Figures, Figures]] = []
        machine = ""
        for number in range(1, ROUNDS + 1):
            say(f"{commit}, round {number} of {ROUNDS}")
            base_report = measured(there, folder)
            say(f"this tree, round {number} of {ROUNDS}")
            report = measured(here, root)
            rounds.append((figures(base_report), figures(report)))
            machine = str(report["machine"])
    compared = {name: one._asdict() for name, one in summed_up(rounds).items()}
    return {"base": commit, "rounds": ROUNDS, "figures": compared, "machine": machine}


@contextmanager
def tree(root: Path, base: str) -> Iterator[tuple[Path, str]]:
    """The files of that commit, for as long as it takes, and what it is called. Raises NoBase."""
    commit = git(root, "rev-parse", "--short", "--verify", "--end-of-options", f"{base}^{{commit}}")
    with tempfile.TemporaryDirectory(prefix="deskmate-base-") as parent:
        folder = Path(parent, "tree")
        git(root, "worktree", "add", "--detach", str(folder), commit)
        try:
            yield folder, commit
        finally:
            git(root, "worktree", "remove", "--force", str(folder))


def git(root: Path, *arguments: str) -> str:
    """What it says. Raises NoBase."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoBase(done.stderr.strip())
    return done.stdout.strip()


def python(folder: Path, root: Path, build: Path) -> str:
    """The Python that has what is locked in that tree: this one, if the same is locked here for the product."""
    if locked(folder) == locked(root):
        return sys.executable
    executable = str(environment.made(build, "base", folder / LOCKS / "dev.txt"))
    project = [*("install", "--quiet", "--no-deps", "--no-build-isolation", "--editable"), str(folder)]
    subprocess.run([executable, "-m", "pip", *project], check=True)  # a process of it asks for its own version
    return executable


def locked(folder: Path) -> list[str]:
    """What the product needs in that tree, whoever needs it."""
    lines = (folder / LOCKS / "runtime.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.lstrip().startswith("#")]


def measured(executable: str, folder: Path) -> dict[str, Any]:
    """The report of the tree in that folder, without neighbours. Raises NoBase."""
    done = subprocess.run([executable, "-c", _MEASURE], cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise NoBase(f"the benchmarks in {folder} failed: standard error says why")
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return report


def figures(report: Mapping[str, Any], before: str = "") -> dict[str, float]:
    found: dict[str, float] = {}
    for name, value in report.items():
        if isinstance(value, Mapping):
            found |= figures(value, f"{before}{name}.")
        elif isinstance(value, int | float):
            found[f"{before}{name}"] = float(value)
    return found


def summed_up(rounds: Sequence[tuple[Figures, Figures]]) -> dict[str, Compared]:
    """Of the figures that all have. What is nothing there has no ratio, and counts as the same."""
    names = [name for name in rounds[0][1] if all(name in base and name in here for base, here in rounds)]
    return {name: _of([(base[name], here[name]) for base, here in rounds]) for name in names}


def _of(pairs: Sequence[tuple[float, float]]) -> Compared:
    base, here = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(now / before if before else 1.0 for before, now in pairs)
    return Compared(round(base, 3), round(here, 3), round(ratio, 3))


def table(comparison: Comparison) -> list[str]:
    """Its lines: each figure there, here, and how many times as much it is."""
    lines = [f"{'':<32}{comparison['base']:>14}{'this tree':>14}{'ratio':>9}"]
    for name, one in comparison["figures"].items():
        lines.append(f"{name:<32}{_short(one['base']):>14}{_short(one['here']):>14}{one['ratio']:>9.2f}")
    return [*lines, f"medians of {comparison['rounds']} rounds on {comparison['machine']}"]


def _short(value: float) -> str:
    return f"{value:,.3f}".rstrip("0").rstrip(".")
