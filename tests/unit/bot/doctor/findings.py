"""What the tests of the doctor have in common."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bot.doctor.finding import Finding, Level
from bot.settings import Settings


def settings(folder: Path, **more: Any) -> Settings:
    return Settings(folder / "workspace", folder / "data", f"sqlite:///{folder / 'data' / 'deskmate.db'}", **more)


def levels(findings: Iterable[Finding]) -> list[tuple[str, Level]]:
    return [(finding.about, finding.level) for finding in findings]


def wrong(findings: Iterable[Finding]) -> list[str]:
    """The lines of what is wrong."""
    return [str(finding) for finding in findings if finding.level in ("wrong", "setting")]


def text(findings: Iterable[Finding], about: str) -> str:
    """What is said about one thing, all of it."""
    return "\n".join(finding.text for finding in findings if finding.about == about)
