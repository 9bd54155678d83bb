"""What stands in `docs/coming-from.md`, tried as what it is: a setting, a command, a word, a tool, a file."""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import get_args

from adapters.workspaces.names import ALONE, BESIDE, IN_FOLDERS
from bot.arguments import parser
from bot.entry_points import PROFILES
from bot.registry import TEAMS
from bot.variables import VARIABLES
from bot.wiring import FILES, toolbox
from harness.commands import words
from harness.sessions.chat_words import decides, stops
from harness.sessions.facts import During
from harness.workspace.contents import SETTINGS, Contents, workspace_of
from harness.workspace.loading import parse
from harness.workspace.permissions import CATEGORIES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "coming-from.md"
NOT_YET = "not yet"
TOOLS = toolbox(Path("nowhere"), {})
MENTION = "@Deskmate "
_SPAN = re.compile("`([^`]+)`")


def rows() -> Iterator[tuple[str, str, str]]:
    """Of each table: from where, what there is called so, and what here."""
    harness = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            harness = line.removeprefix("## ")
        elif line.startswith("| ") and not line.startswith("| there "):
            there, here = line.strip("| ").split(" | ")
            yield harness, there, here


def spans(text: str) -> list[str]:
    return _SPAN.findall(text)


def tried(span: str) -> str:
    """As what it is there; empty if it is nothing that there is."""
    return next((kind for kind, is_one in KINDS.items() if is_one(span)), "")


def _command(span: str) -> bool:
    words = shlex.split(span)
    if words[0] != "deskmate":
        return False
    try:
        parser().parse_args(words[1:])
    except SystemExit:
        return False
    return True


def _word(span: str) -> bool:
    if not span.startswith(MENTION):
        return False
    said = span.removeprefix(MENTION)
    return words.parse(said) is not None or decides(said) is not None or stops(said)


def _file(span: str) -> bool:
    path = PurePosixPath(span)
    folder = path.parts[0]
    if len(path.parts) == 1:
        return span in (*ALONE, TEAMS, f"{FILES}/")
    return path.suffix == BESIDE.get(folder) or path.name == IN_FOLDERS.get(folder)


def _setting(span: str) -> bool:
    if ": " not in span:
        return False
    skill = b"---\nname: pdf\ndescription: Fills forms.\n---\n"
    workspace_of(Contents("here", {SETTINGS: span.encode(), "skills/pdf/SKILL.md": skill}), TOOLS)
    return True


KINDS: Mapping[str, Callable[[str], bool]] = {
    "command": _command,
    "word": _word,
    "file": _file,
    "tool": TOOLS.__contains__,
    "variable": VARIABLES.__contains__,
    "mode": parse("", "workspace.yaml", TOOLS).modes.__contains__,
    "category": (CATEGORIES | TOOLS.categories).__contains__,
    "during": get_args(During).__contains__,
    "entry point": PROFILES.__eq__,
    "setting": _setting,
}
