"""How characters look on a terminal: ECMA-48, select graphic rendition."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Style:
    """`colour` and `ground` are numbers of the 256, or of 24 bits as `#rrggbb`; None where it is the terminal's own."""

    colour: int | str | None = None
    ground: int | str | None = None
    bold: bool = False
    faint: bool = False
    italic: bool = False
    underlined: bool = False
    reversed: bool = False


_SET: dict[int, dict[str, Any]] = {
    1: {"bold": True},
    2: {"faint": True},
    3: {"italic": True},
    4: {"underlined": True},
    7: {"reversed": True},
    22: {"bold": False, "faint": False},
    23: {"italic": False},
    24: {"underlined": False},
    27: {"reversed": False},
    39: {"colour": None},
    49: {"ground": None},
}
_COLOURS = {30: ("colour", 0), 40: ("ground", 0), 90: ("colour", 8), 100: ("ground", 8)}
"""Where eight of them begin: what they are of, and the number of the first."""


def restyled(style: Style, numbers: Sequence[int]) -> Style:
    """After such a sequence; what is not known changes nothing."""
    left = list(numbers)
    while left:
        number = left.pop(0)
        style = replace(style, **_changed(number, left)) if number else Style()
    return style


def _changed(number: int, left: list[int]) -> dict[str, Any]:
    """What such a number changes; a colour that is spelt out takes more of those that are `left`."""
    if number in (38, 48):
        return {"colour" if number == 38 else "ground": _extended(left)}
    part, first = _COLOURS.get(number - number % 10, ("", 0))
    if part and number % 10 < 8:
        return {part: first + number % 10}
    return _SET.get(number, {})


def _extended(left: list[int]) -> int | str | None:
    """A colour that is spelt out; takes its numbers away."""
    match left:
        case [5, number, *_]:
            del left[:2]
            return number
        case [2, red, green, blue, *_]:
            del left[:4]
            return f"#{red:02x}{green:02x}{blue:02x}"
        case _:
            left.clear()
            return None
