"""What others wrote, where it stands among words of ours: nothing in it may look like these.

Whatever comes from outside (names, media types, notes, reasons) goes through one of these on its way into a prompt.
"""

import re
from collections.abc import Iterable

from harness.chat.visible import visible

_MARKS = str.maketrans("*`~|<>", "\u2217\u02cb\u223c\u00a6\u2039\u203a")
_UNDERSCORE = re.compile(r"(?<!\w)_+|_+(?!\w)")
"""Between letters it marks nothing."""
_BRACKETS = str.maketrans("[]", "()")
LONGEST = 300
"""Characters of a name, or of whatever else is only named."""


def in_line(text: str, most: int = LONGEST) -> str:
    """As a part of a line of ours: without line ends, hidden characters and the brackets in which we speak; so many
    characters at most.
    """
    line = visible(" ".join(text.split())).translate(_BRACKETS)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def unmarked(line: str) -> str:
    """The same where Markdown is read: look-alikes stand for what would mark it."""
    return _UNDERSCORE.sub("\u02cd", line.translate(_MARKS))


def in_quotes(text: str) -> str:
    """All of it: as it is, if it is a line, and else with each line quoted, so that none of them is taken for ours."""
    lines = text.splitlines()
    return text if len(lines) < 2 else _quoted(lines)


def in_brackets(text: str) -> str:
    """The same within brackets of ours: a line that has a bracket is quoted too, since it could close these."""
    lines = text.splitlines()
    unbroken = "".join(lines) == text and len(lines) < 2
    return text if unbroken and not set("[]") & set(text) else f"{_quoted(lines)}\n"


def _quoted(lines: Iterable[str]) -> str:
    return "\n".join(["", *(f"> {line}" for line in lines)])
