"""Lines that end between words, or wherever there is no more room. Pure."""

import textwrap


def wrapped(line: str, width: int) -> list[str]:
    """One line as several. What follows a bullet is indented like its text."""
    bullet = line.lstrip()[:2] in ("- ", "* ", "+ ")
    indent = " " * (len(line) - len(line.lstrip()) + (2 if bullet else 0))
    room = max(width, len(indent) + 10)
    return textwrap.wrap(
        line, room, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    ) or [""]


def broken(line: str, width: int) -> list[str]:
    """One line of code as several that fit into so many columns, none of it lost. No blank is at the end of one that
    goes on, where nobody would see it.
    """
    from rich.cells import cell_len, chop_cells

    room, parts = max(width, 10), list[str]()
    while len(line) > room or cell_len(line) > room:
        head = chop_cells(line[:room], room)[0]
        parts.append(head.rstrip() or head)
        line = line[len(parts[-1]) :]
    return [*parts, line]
