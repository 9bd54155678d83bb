"""Checks the import contracts of pyproject.toml: `python -m tests.architecture.contracts`.

import-linter wants every root package and source module to exist, while a room here comes with its first inhabitant.
So this hands the contracts on without the rooms that are not there, and nothing else is changed.
"""

import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.architecture.tree import ROOT


def check(root: Path) -> subprocess.CompletedProcess[str]:
    """Check the rooms below `root` against the contracts of this repository.

    Returns import-linter's exit status (0: all kept) and its report on stdout.
    """
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    with tempfile.TemporaryDirectory() as scratch:
        config = Path(scratch) / "contracts.ini"
        config.write_text(_ini(options, root), encoding="utf-8")
        # The console script puts its working directory first on the path, so the packages of `root` are the ones read.
        return subprocess.run(
            [Path(sysconfig.get_path("scripts")) / "lint-imports", "--no-logo", "--no-cache", config],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )


def _ini(options: Mapping[str, Any], root: Path) -> str:
    """import-linter's ini form of its toml options, without what names a room that `root` does not have."""
    missing = {room for room in options["root_packages"] if not (root / room / "__init__.py").is_file()}
    sections = {"importlinter": {key: value for key, value in options.items() if key != "contracts"}}
    sections["importlinter"]["root_packages"] = [room for room in options["root_packages"] if room not in missing]
    for contract in options["contracts"]:
        subjects = contract.get("source_modules") or contract.get("modules") or []
        if missing.isdisjoint(subject.split(".")[0] for subject in subjects):
            sections[f"importlinter:contract:{contract['id']}"] = {k: v for k, v in contract.items() if k != "id"}
    lines = []
    for section, settings in sections.items():
        lines.append(f"[{section}]")
        for key, value in settings.items():
            lines.append(f"{key} = " + ("\n    ".join(["", *value]) if isinstance(value, list) else str(value)))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    report = check(ROOT)
    sys.stdout.write(report.stdout + report.stderr)
    sys.exit(report.returncode)
