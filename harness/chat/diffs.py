"""What becomes of a text, line by line, for people: `- ` is what goes, `+ ` what comes, and the rest stays. Behind the
mark a line has its number, where that is known: in the text that there is of what goes, in the one that comes of all
else.
"""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import NamedTuple

AROUND = 2
"""Lines around a change."""
LONGEST = 12_000
"""Characters of a diff."""
COMPARED = 500
"""Lines of either text that are compared one by one: of more, all that lies between their first and last difference is
said to go, and to come. The time that it takes grows with their product.
"""
GAP = "⋯"
"""In place of lines that stay."""


class Diff(NamedTuple):
    """`whole`: does it say all that goes and comes? `removed` and `added` are how many lines do."""

    text: str
    whole: bool = True
    removed: int = 0
    added: int = 0

    @property
    def extent(self) -> str:
        """`+2 −1`"""
        return " ".join(f"{mark}{number}" for mark, number in (("+", self.added), ("−", self.removed)) if number)


class _Line(NamedTuple):
    mark: str
    number: int
    text: str


def diff(before: str, after: str, first: int | None = 1, shift: int = 0) -> Diff:
    """What goes and comes, with a few lines around it, as far as there is room. `first` is the number of the first line
    of `before`, and `shift` how many more it has in `after`; without it there are no numbers.
    """
    old, new = _ended_alike(before, after)
    lines = list(_compared(old, new))
    counts = [sum(line.mark == mark for line in lines) for mark in "-+"]
    shown = list(_without_the_rest(lines))
    marked = map(_marked, shown) if first is None else _numbered(shown, first, shift)
    text, whole = cut(marked)
    return Diff(text, whole, *counts)


def together(parts: Sequence[Diff], all_of_them: bool = True) -> Diff:
    """One after the other."""
    text = f"\n{GAP}\n".join(part.text for part in parts)
    whole = all_of_them and all(part.whole for part in parts)
    return Diff(text, whole, sum(part.removed for part in parts), sum(part.added for part in parts))


def _ended_alike(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines of both; that their last ones end is nothing to be read, if they do in both."""
    old, new = _lines(before), _lines(after)
    ended = all(not lines or lines[-1] == "" for lines in (old, new))
    return (old[:-1], new[:-1]) if ended else (old, new)


def _lines(text: str) -> list[str]:
    """By line feeds alone: what else counts as a line's end must not get lost."""
    return text.split("\n") if text else []


def _alike(old: Iterable[str], new: Iterable[str]) -> int:
    """How many lines both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def _compared(old: list[str], new: list[str]) -> Iterator[_Line]:
    """All lines of both, numbered from zero."""
    head = _alike(old, new)
    tail = _alike(reversed(old[head:]), reversed(new[head:]))
    ends = len(old) - tail, len(new) - tail
    for same, begin, end, from_, to in [
        (True, 0, head, 0, head),
        *_changes(old[head : ends[0]], new[head : ends[1]], head),
        (True, ends[0], len(old), ends[1], len(new)),
    ]:
        if not same:
            yield from (_Line("-", number, old[number]) for number in range(begin, end))
        yield from (_Line(" " if same else "+", number, new[number]) for number in range(from_, to))


def _changes(old: list[str], new: list[str], head: int) -> list[tuple[bool, int, int, int, int]]:
    if max(len(old), len(new)) > COMPARED:
        return [(False, head, head + len(old), head, head + len(new))]
    return [
        (what == "equal", head + begin, head + end, head + from_, head + to)
        for what, begin, end, from_, to in SequenceMatcher(None, old, new).get_opcodes()
    ]


def _without_the_rest(lines: list[_Line]) -> Iterator[_Line | None]:
    """Without what stays, but for a few lines around what does not; None is a gap."""
    changed = [number for number, line in enumerate(lines) if line.mark != " "]
    shown = {near for number in changed for near in range(number - AROUND, number + AROUND + 1)}
    gap = False
    for number, line in enumerate(lines):
        if number in shown:
            yield line
        elif not gap:
            yield None
        gap = number not in shown


def _marked(line: _Line | None) -> str:
    return f"{line.mark} {line.text}" if line else GAP


def _numbered(lines: list[_Line | None], first: int, shift: int) -> Iterator[str]:
    numbers = [line.number + first + (0 if line.mark == "-" else shift) for line in lines if line]
    width = len(str(max(numbers, default=0)))
    left = iter(numbers)
    for line in lines:
        yield f"{line.mark} {next(left):>{width}}  {line.text}" if line else GAP


def cut(lines: Iterable[str]) -> tuple[str, bool]:
    """As many of the lines of a diff as there is room for; and are these all of them?"""
    kept: list[str] = []
    room = LONGEST
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return "\n".join([*kept, GAP]), False
        kept.append(line)
    return "\n".join(kept), True
