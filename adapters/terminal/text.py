"""Lines that end between words. Pure."""

import textwrap


def wrapped(line: str, width: int) -> list[str]:
    """One line as several. What follows a bullet is indented like its text."""
    bullet = line.lstrip()[:2] in ("- ", "* ", "+ ")
    indent = " " * (len(line) - len(line.lstrip()) + (2 if bullet else 0))
    room = max(width, len(indent) + 10)
    return textwrap.wrap(
        line, room, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    ) or [""]
