"""What becomes of a text, line by line, for people: `- ` is what goes, `+ ` what comes, and the rest stays."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import takewhile
from typing import NamedTuple

AROUND = 3
"""Lines around a change."""
LONGEST = 12_000
"""Characters of a short diff."""
COMPARED = 500
"""Lines of either text that are compared one by one: of more, all that lies between their first and last difference is
said to go, and to come. The time that it takes grows with their product.
"""
GAP = "⋯"
"""In place of lines that stay."""


class Short(NamedTuple):
    """`whole`: does it say all that goes and comes?"""

    text: str
    whole: bool


def diff(before: str, after: str) -> str:
    """Every line of both."""
    return "\n".join(_marked(_lines(before), _lines(after)))


def short(before: str, after: str) -> Short:
    """What goes and comes, with a few lines around it, as far as there is room."""
    old, new = _ended_alike(before, after)
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    middle = _marked(old[head : len(old) - tail], new[head : len(new) - tail])
    around = [*(f"  {line}" for line in old[:head]), *middle, *(f"  {line}" for line in old[len(old) - tail :])]
    return _cut(_without_the_rest(around))


def _ended_alike(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines of both; that their last ones end is nothing to be read, if they do in both."""
    old, new = _lines(before), _lines(after)
    ended = all(not lines or lines[-1] == "" for lines in (old, new))
    return (old[:-1], new[:-1]) if ended else (old, new)


def _lines(text: str) -> list[str]:
    """By line feeds alone: what else counts as a line's end must not get lost."""
    return text.split("\n") if text else []


def _alike(old: list[str], new: list[str]) -> int:
    """How many lines both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def _marked(old: list[str], new: list[str]) -> list[str]:
    if max(len(old), len(new)) > COMPARED:
        return [*(f"- {line}" for line in old), *(f"+ {line}" for line in new)]
    return list(_compared(old, new))


def _compared(old: list[str], new: list[str]) -> Iterator[str]:
    for what, begin, end, from_, to in SequenceMatcher(None, old, new).get_opcodes():
        if what == "equal":
            yield from (f"  {line}" for line in old[begin:end])
        else:
            yield from (f"- {line}" for line in old[begin:end])
            yield from (f"+ {line}" for line in new[from_:to])


def _without_the_rest(lines: list[str]) -> Iterator[str]:
    """Without what stays, but for a few lines around what does not."""
    changed = [number for number, line in enumerate(lines) if line[0] != " "]
    shown = {near for number in changed for near in range(number - AROUND, number + AROUND + 1)}
    gap = False
    for number, line in enumerate(lines):
        if number in shown:
            yield line
        elif not gap:
            yield GAP
        gap = number not in shown


def _cut(lines: Iterable[str]) -> Short:
    kept: list[str] = []
    room = LONGEST
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return Short("\n".join([*kept, GAP]), whole=False)
        kept.append(line)
    return Short("\n".join(kept), whole=True)
