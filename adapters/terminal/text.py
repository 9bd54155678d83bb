"""Text as a terminal shows it: nothing in it moves the cursor, and lines end between words. Pure."""

import re
import textwrap
from collections.abc import Iterator

_FENCE = ("```", "~~~")


def lines(text: str, width: int) -> Iterator[str]:
    """The lines of Markdown, none longer than `width` where there is a blank to break at. Code stays as it is."""
    fenced = False
    for line in text.split("\n"):
        fence = line.lstrip().startswith(_FENCE)
        if fence or fenced or line.startswith("    ") or "|" in line:
            yield line
        else:
            yield from wrapped(line, width)
        fenced = fenced != fence


def wrapped(line: str, width: int) -> list[str]:
    """One line as several. What follows a bullet is indented like its text."""
    bullet = line.lstrip()[:2] in ("- ", "* ", "+ ")
    indent = " " * (len(line) - len(line.lstrip()) + (2 if bullet else 0))
    room = max(width, len(indent) + 10)
    return textwrap.wrap(
        line, room, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    ) or [""]


def unmarked(markdown: str) -> str:
    """Simple Markdown of our own as plain text: without the marks of what is bold, leaning or code."""
    return re.sub(r"\*\*(.+?)\*\*|`([^`\n]+)`|(?<!\w)_([^_\n]+)_(?!\w)", lambda m: m[1] or m[2] or m[3], markdown)
