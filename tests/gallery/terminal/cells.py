"""Rows of characters as HTML, with how they look."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from tests.flows.terminal.screen import is_below
from tests.flows.terminal.style import Style
from tests.flows.terminal.vt import Cell, read

STILL = "•"
_SIXTEEN = (
    "#1e1e1e", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d4d4d4",
    "#7f848e", "#ff7b86", "#b5e890", "#ffd68a", "#7cc3ff", "#dd9bf0", "#7fd6e0", "#ffffff",
)  # fmt: skip
_TEXT, _GROUND = "#d4d4d4", "#1e1e1e"
_STEPS = (0, 95, 135, 175, 215, 255)
"""Of each colour in the cube of 216."""


def shown(rows: Sequence[Sequence[Cell]]) -> Iterator[Sequence[Cell]]:
    """With one empty row between others at most, and what turns on the line below standing still."""
    before = ""
    for row in rows:
        line = read(row)
        if line or before:
            yield [row[0], (STILL, row[1][1]), *row[2:]] if is_below(line) and line[1:3].endswith(" ") else row
        before = line


def drawn(rows: Sequence[Sequence[Cell]]) -> str:
    """HTML of lines, as they stand."""
    return "\n".join(map(_row, rows))


def _row(row: Sequence[Cell]) -> str:
    runs = ((style, "".join(character for character, _ in run)) for style, run in groupby(row, lambda cell: cell[1]))
    return "".join(_run(style, text) for style, text in runs)


def _run(style: Style, text: str) -> str:
    look = css(style)
    return f'<span style="{look}">{escape(text)}</span>' if look else escape(text)


def css(style: Style) -> str:
    """Nothing where it is as usual."""
    colour, ground = _colour(style.colour), _colour(style.ground)
    if style.reversed:
        colour, ground = ground or _GROUND, colour or _TEXT
    looks = {
        f"color: {colour}": colour,
        f"background: {ground}": ground,
        "font-weight: bold": style.bold,
        "opacity: .6": style.faint,
        "font-style: italic": style.italic,
        "text-decoration: underline": style.underlined,
    }
    return "; ".join(look for look, holds in looks.items() if holds)


def _colour(of: int | str | None) -> str:
    if not isinstance(of, int):
        return of or ""
    if of < 16:
        return _SIXTEEN[of]
    if of < 232:
        red, rest = divmod(of - 16, 36)
        return "#" + "".join(f"{_STEPS[step]:02x}" for step in (red, *divmod(rest, 6)))
    return "#" + f"{8 + 10 * (of - 232):02x}" * 3
