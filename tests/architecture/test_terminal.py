"""What draws a terminal is loaded where there is one, and slows no chat."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import ROOT, modules, parse

TERMINAL = Path("adapters/terminal")
LIBRARIES = ("rich", "markdown_it", "prompt_toolkit")


def test_only_the_terminal_imports_what_draws_it() -> None:
    elsewhere = [
        f"{module}: {name}"
        for module in modules()
        if TERMINAL not in module.parents
        for name in imported(module)
        if name.split(".")[0] in LIBRARIES
    ]
    assert not elsewhere


def test_what_runs_in_a_chat_loads_none_of_it() -> None:
    look = f"import sys, bot.app, bot.cli; print([name for name in {LIBRARIES!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def imported(module: Path) -> Iterator[str]:
    """Wherever in it that is."""
    for node in ast.walk(parse(module)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
