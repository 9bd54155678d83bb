"""Grep and glob over 50,000 files, beside plain ripgrep: `python -m benchmarks.searching` prints the seconds of each.

The aim is at most three times what ripgrep takes by itself.
"""

import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from adapters.files.folder import Folder

FOLDERS = 500
IN_EACH = 100
ONE_IN = 100
"""Files, one of which holds what is looked for."""
TIMES = 3


def main() -> int:
    ripgrep = shutil.which("rg")
    if ripgrep is None:
        print("ripgrep (rg) is not installed here: there is nothing to compare with", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="deskmate-bench-") as folder:
        root = Path(folder)
        _fill(root)
        files, without = Folder(root, deadline=600, ripgrep=ripgrep), Folder(root, deadline=600)
        options = ("--no-config", "--no-ignore", "--hidden")
        plain = _seconds(lambda: _run(ripgrep, *options, "--fixed-strings", "--line-number", "needle", folder))
        names = _seconds(lambda: _run(ripgrep, *options, "--files", "--glob=*.py", folder))
        for what, of, taken in (
            ("grep", plain, _seconds(lambda: asyncio.run(files.grep("needle", most=501)))),
            ("grep without ripgrep", plain, _seconds(lambda: asyncio.run(without.grep("needle", most=501)))),
            ("glob", names, _seconds(lambda: asyncio.run(files.glob("*.py", most=501)))),
            ("glob of all", names, _seconds(lambda: asyncio.run(files.glob("*.py", most=FOLDERS * IN_EACH)))),
        ):
            print(f"{what:<22}{taken:6.2f} s   ripgrep {of:5.2f} s   {taken / of:5.1f} times")
    return 0


def _fill(root: Path) -> None:
    random = Random(1)
    words = ["".join(random.choices("abcdefghij", k=6)) for _ in range(2000)]
    for number in range(FOLDERS):
        folder = root / f"d{number % 20}" / f"e{number}"
        folder.mkdir(parents=True)
        for each in range(IN_EACH):
            lines = [" ".join(random.choices(words, k=8)) for _ in range(30)]
            if random.randrange(ONE_IN) == 0:
                lines.append("needle")
            (folder / f"f{each}.{'py' if each % 2 else 'md'}").write_text("\n".join(lines))


def _run(*command: str) -> None:
    subprocess.run(command, capture_output=True, check=True)


def _seconds(work: Callable[[], object]) -> float:
    """The shortest of some."""
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return min(taken)


if __name__ == "__main__":
    sys.exit(main())
