"""What an edit would change of a text, and digests by which it is known again."""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from harness.chat.diffs import AROUND
from harness.files.editing import replace, unix


class Hunk(NamedTuple):
    """Whole lines of a text, and what becomes of them.

    Attributes:
        line: the number of the first
        above: the last lines before them, whole; fewer, if some of these are another hunk's
        below: the first ones after them, likewise
    """

    before: str
    after: str
    line: int = 1
    above: str = ""
    below: str = ""


def hunks(path: str, text: str, old: str, new: str, every: bool = False) -> tuple[Hunk, ...]:
    """The lines that an edit touches of `text`, which the file at `path` holds. Raises NotReplaced, as the edit would.

    What a model is not shown does not count: all texts are taken with `\\n` as their line end.
    """
    text, old, new = unix(text), unix(old), unix(new)
    replace(path, text, old, new, every)
    return tuple(_placed(text, _touched(text, old, new)))


def _touched(text: str, old: str, new: str) -> list[tuple[int, int, str]]:
    """From where to where, and what takes its place."""
    found: list[tuple[int, int, str]] = []
    begin = end = done = 0
    after = ""
    for match in re.finditer(re.escape(old), text):
        if not found or match.start() >= end:
            begin = done = text.rfind("\n", 0, match.start()) + 1
            after = ""
            found.append((0, 0, ""))
        after += text[done : match.start()] + new
        done, end = match.end(), _line_end(text, match, after)
        found[-1] = (begin, end, after + text[done:end])
    return found


def _placed(text: str, touched: list[tuple[int, int, str]]) -> Iterator[Hunk]:
    """With where it is, and what is around it."""
    line, counted, shown = 1, 0, 0
    for number, (begin, end, after) in enumerate(touched):
        line, counted = line + text.count("\n", counted, begin), begin
        following = touched[number + 1][0] if number + 1 < len(touched) else len(text)
        above = _begin_of_last(text, shown, begin)
        shown = _end_of_first(text, end, following)
        yield Hunk(text[begin:end], after, line, text[above:begin], text[end:shown])


def _begin_of_last(text: str, begin: int, end: int) -> int:
    """Where the last lines before `end` begin, of those from `begin` on."""
    found = end
    for _ in range(AROUND):
        if found > begin:
            found = text.rfind("\n", begin, found - 1) + 1 or begin
    return max(found, begin)


def _end_of_first(text: str, begin: int, end: int) -> int:
    """Where the first lines from `begin` on end, of those before `end`."""
    found = begin
    for _ in range(AROUND):
        if found < end:
            found = text.find("\n", found, end) + 1 or end
    return found


def _line_end(text: str, match: "re.Match[str]", after: str) -> int:
    """Where the last line ends that it touches: the next one too, if what takes its place runs into that."""
    if match[0].endswith("\n") and (not after or after.endswith("\n")):
        return match.end()
    return text.find("\n", match.end()) + 1 or len(text)


def digest(*parts: bytes | str) -> str:
    """The same for the same parts alone."""
    hashed = sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        hashed.update(b"%d:" % len(data))
        hashed.update(data)
    return hashed.hexdigest()[:32]
