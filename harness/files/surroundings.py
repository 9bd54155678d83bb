"""The lines around those in which something was found, so that a model need not read the file to understand them."""

from collections.abc import Sequence

from harness.files.port import NumberedLine

MOST = 20
"""Lines before and after each."""


def surrounded(whole: str, found: Sequence[NumberedLine], around: int) -> tuple[NumberedLine, ...]:
    """The lines that were found in the text, in their order, with as many before and after each; each line once."""
    if not found or around <= 0:
        return tuple(found)
    around = min(around, MOST)
    lines = whole.removesuffix("\n").split("\n")
    shown = {line.number: line for line in found}
    near = {number for line in found for number in range(line.number - around, line.number + around + 1)}
    return tuple(
        shown.get(number) or NumberedLine(number, lines[number - 1], match=False)
        for number in sorted(near)
        if number in shown or 1 <= number <= len(lines)
    )


def matches(lines: Sequence[NumberedLine]) -> int:
    """How many of them were found, rather than being around such."""
    return sum(line.match for line in lines)


def first(lines: Sequence[NumberedLine], most: int) -> tuple[NumberedLine, ...]:
    """As many that were found, with what is around these."""
    kept, room = list[NumberedLine](), most
    for line in lines:
        if line.match:
            room -= 1
        if room < 0:
            break
        kept.append(line)
    return tuple(kept) if most > 0 else ()
