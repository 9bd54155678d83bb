"""The files and modules of a checkout, found without git: it may be missing, or the checkout an unpacked archive."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("bot", "adapters", "scheduler", "harness", "deskmate")

# What .gitignore names, and git itself.
_NOT_OURS = {"build", "dist", "__pycache__", ".git", ".venv", ".hypothesis", ".import_linter_cache"}
_NOT_OURS |= {".mypy_cache", ".pytest_cache", ".ruff_cache"}


def files(root: Path = ROOT) -> Iterator[Path]:
    """Every file below `root` that is ours, in a stable order."""
    for entry in sorted(root.iterdir()):
        if entry.name in _NOT_OURS:
            continue
        if entry.is_dir() and not entry.is_symlink():
            yield from files(entry)
        elif entry.is_file():
            yield entry


def texts() -> Iterator[tuple[Path, str]]:
    """Every file of ours that is text, by its path relative to the checkout."""
    for file in files():
        try:
            yield file.relative_to(ROOT), file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def modules() -> Iterator[Path]:
    """Every Python file of the rooms that exist, relative to the checkout."""
    for room in ROOMS:
        if (ROOT / room).is_dir():
            yield from (file.relative_to(ROOT) for file in files(ROOT / room) if file.suffix == ".py")


def parse(module: Path) -> ast.Module:
    """The syntax tree of a file named relative to the checkout."""
    return ast.parse((ROOT / module).read_text(encoding="utf-8"), filename=str(module))
