"""Markdown in parts, each for one message: cut between paragraphs or lines where that is possible. A code fence that is
cut is closed, and opened again in the next part; the header of a table that is cut is said again. What fits, what marks
a fence, and whether there are tables, is the surface's to say.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

RESERVE = 100
"""Characters of a part for a fence that is opened again and closed."""
LEAST = 2 * RESERVE
ROW = re.compile(r"[^\n]*\n|[^\n]+")  # not splitlines: Markdown knows no other ends of lines
_LANGUAGE = 40
"""Characters of a fence's opener that are said again, besides its mark."""
_DELIMITER = re.compile(r"\|?(?:[ \t]*:?-+:?[ \t]*\|)*(?:[ \t]*:?-+:?[ \t]*)?")
_OPENING = re.compile(r" {0,3}(?:`{3}|~{3})")
"""What would open or close a fence if a line were cut before it."""


def _never(line: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Style:
    """Markdown as a surface shows it. `fence` matches a line that opens or closes a block of code: its mark, and what
    names the language. `length` is how long a line is when it is sent, `cost` of a character anywhere in it, never
    less; `structure` says of a line outside of code whether it is shown as a block of its own. `tables`: rows between
    pipes, below a header, are shown as a table.
    """

    fence: re.Pattern[str]
    length: Callable[[str], int]
    cost: Callable[[str], int]
    structure: Callable[[str], bool] = _never
    tables: bool = False


class TextLine(NamedTuple):
    """A line, or a piece of one, as it stands in the text."""

    text: str
    length: int
    structure: bool
    before: str
    """The line that opened the fence that it stands in; empty outside."""
    after: str
    """The same for the line that follows."""
    table: str = ""
    """The header of the table of which it is a row, with the line below it; empty elsewhere."""
    follows: int = 0
    """How many lines before it are not to be parted from it: a table's header is not left without a row."""


def split(markdown: str, style: Style, most: int, fits: Callable[[int, int], bool]) -> tuple[str, ...]:
    """The parts, at most `most` long; `fits` says of the length of several lines and of the number of structures in
    them whether they are one part. Without fences and tables, the parts joined are the text. Raises ValueError for
    parts below LEAST characters.
    """
    if most < LEAST:
        raise ValueError(f"a part has at least {LEAST} characters, not {most}")
    parts: list[str] = []
    taken: list[TextLine] = []
    length = structures = 0
    for line in lines(markdown, style, most - RESERVE):
        taken.append(line)
        length, structures = length + line.length, structures + line.structure
        while len(taken) > 1 and not fits(*_measured(taken, length, structures, style)):
            end = _break(taken)
            parts.append(_assembled(taken[:end]))
            taken = taken[end:]
            length, structures = sum(one.length for one in taken), sum(one.structure for one in taken)
    return (*parts, _assembled(taken))


def lines(markdown: str, style: Style, most: int, fence: str = "", table: str = "") -> Iterator[TextLine]:
    """Lines, those that are longer than `most` in pieces. It begins in the fence of that opener, or the table of that
    header.
    """
    above, rows, blank = "", 1, 0
    for whole in ROW.findall(markdown):
        bare = whole.rstrip("\r\n")
        mark, opener = style.fence.match(bare), fence
        if mark and not fence:
            opener = f"{mark[1]}{mark[2].strip()[:_LANGUAGE]}"
        elif mark and mark[1].startswith(_mark(fence)) and not mark[2].strip():
            opener = ""
        code = bool(fence or opener)
        if code or "|" not in bare:
            table = ""
        header = above if style.tables and not (code or table) and _is_header(above, bare) else ""
        rows += 1
        follows = 1 if header else 2 if table and rows == 1 else 0
        # What is blank before it goes with its first piece: a part has to show something.
        *pieces, last = _pieces(whole, style, most, most - min(blank, most // 2))
        blank = 0 if bare.strip() else blank + style.length(whole)
        above_it = (table if table and style.length(f"{table}{whole}") <= most else "", follows)
        for piece in pieces:
            yield TextLine(piece, style.length(piece), False, fence, fence, *above_it)
            above_it = ("", 0)  # half a row is none
        structure = not fence and style.structure(whole)
        yield TextLine(last, style.length(last), structure, fence, opener, *above_it)
        if header:
            table, rows = f"{header}{whole}", 0
            if style.length(table) > most // 4:
                table = ""
        fence, above = opener, "" if code or table else whole


def closed(markdown: str, opener: str) -> str:
    """What ends a text that ends in the fence of that opener."""
    return f"{'' if markdown.endswith(chr(10)) else chr(10)}{_mark(opener)}\n" if opener else ""


def _is_header(above: str, line: str) -> bool:
    """GitHub Flavored Markdown, tables: is that the line of hyphens below one?"""
    return "|" in above and "|" in line and "-" in line and _DELIMITER.fullmatch(line.strip()) is not None


def _measured(taken: list[TextLine], length: int, structures: int, style: Style) -> tuple[int, int]:
    """Of a part, with what is said again before it, and without what RESERVE is for."""
    header = taken[0].table
    return length + style.length(header) - _reserved(taken), structures + bool(header)


def _pieces(line: str, style: Style, most: int, first: int) -> Iterator[str]:
    """The first at most as long as `first`, the others as `most`."""
    whole, most = most, first
    while style.length(line) > most:
        size = length = 0
        while length + (cost := style.cost(line[size])) <= most:
            length, size = length + cost, size + 1
        size = next((end for end in range(size, 0, -1) if not _OPENING.match(line, end)), size)
        yield line[:size]
        line, most = line[size:], whole
    yield line


def _mark(opener: str) -> str:
    """The fence itself, without what names the language."""
    return opener[: len(opener) - len(opener.lstrip(opener[0]))] if opener else ""


def _opens(line: TextLine) -> bool:
    return bool(line.after and not line.before)


def _reserved(taken: list[TextLine]) -> int:
    """How much of it takes the place of what RESERVE is for: a fence opened where it begins, or closed where it ends.
    Cut off from its code, either would leave an empty block.
    """
    opener = taken[0].length if _opens(taken[0]) else 0
    closer = taken[-1].length if taken[-1].before and not taken[-1].after else 0
    return sum(length for length in (opener, closer) if length <= RESERVE // 3)


def _break(taken: list[TextLine]) -> int:
    """How many of the lines the next part takes: to the last blank line of its second half, else all but the last. A
    fence that is opened last goes with its code, and a table's header with its rows.
    """
    length, half = 0, sum(line.length for line in taken) / 2
    best = len(taken) - 1
    for index, line in enumerate(taken[:-1]):
        length += line.length
        if length > half and not line.after and not line.text.strip():
            best = index + 1
    best = best - 1 if best > 1 and _opens(taken[best - 1]) else best
    follows = taken[best].follows
    return best - follows if best > follows else best


def _assembled(taken: list[TextLine]) -> str:
    if not taken:
        return ""
    text = "".join(line.text for line in taken)
    if opener := taken[0].before:
        text = f"{opener}\n{text}"
    elif header := taken[0].table:
        text = f"{header}{text}"
    return text + closed(text, taken[-1].after)
