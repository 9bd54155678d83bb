"""Replacing text without disturbing a file's line ends.

A model reads and writes lines that end in `\\n`. A file may end its lines with `\\r\\n` or `\\r`: what an edit does
not touch stays as it is, and what it adds ends its lines as most of the file does.
"""

import re
from itertools import islice
from typing import NamedTuple

from harness.files.errors import NotReplaced

_ANY_LINE_END = r"(?:\r\n|\r(?!\n)|(?<!\r)\n)"

_NUMBER = re.compile(r"^ *[0-9]+\t", re.MULTILINE)
"""As reading a file puts one before each line."""
_BLANKS = dict.fromkeys(map(ord, " \t\f\v\u00a0"))
_TYPED = str.maketrans(
    {
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033", '"'),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        "\u2026": "...",
    }
)
"""Typographic characters, each as a keyboard has it."""
_ALIKE = (
    (_BLANKS, "blanks (spaces or tabs)"),
    (_TYPED, "quotes or dashes (curly quotes, long dashes)"),
    ({**_TYPED, **_BLANKS}, "quotes or dashes, and other blanks"),
)
"""What may be different though it looks alike, and its name."""
_NAMED = 10
"""Lines that are named, of those where it is."""
_MOST_COMPARED = 2_000_000
"""Characters of a text that is looked through without its blanks."""


class Replaced(NamedTuple):
    text: str
    times: int


def unix(text: str) -> str:
    """`text` as a model reads it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def replace(path: str, text: str, old: str, new: str, every: bool = False) -> Replaced:
    """`text`, which the file at `path` holds, with `new` in place of the one `old`, or of all if `every`.

    Raises NotReplaced when `old` is empty, equals `new`, is not there, or is there more than once without `every`.
    """
    old, new = unix(old), unix(new)
    if not old:
        raise NotReplaced("old_string is empty: give the text to replace, or use write_file to write a whole file")
    if old == new:
        raise NotReplaced("old_string and new_string are the same: nothing would change")
    found = list(re.finditer(_ANY_LINE_END.join(map(re.escape, old.split("\n"))), text))
    if not found:
        raise NotReplaced(f"old_string is not in {path}{_hint(unix(text), old) or ': spaces must match too'}")
    if len(found) > 1 and not every:
        where = _lines(unix(text), old)
        raise NotReplaced(
            f"old_string is {len(found)} times in {path}, at {where}: add lines around it to say which, or set "
            "replace_all"
        )
    added = new.replace("\n", _usual_line_end(text))
    pieces, end = [], 0
    for match in found:
        pieces += [text[end : match.start()], added]
        end = match.end()
    return Replaced(_joined([*pieces, text[end:]]), len(found))


def in_line_ends_of(before: str, after: str) -> str:
    """`after`, which takes the place of `before`, with the line end that most of `before` has, if `after` has but
    `\\n`: who writes others says so.
    """
    return after if "\r" in after or not before else after.replace("\n", _usual_line_end(before))


def _usual_line_end(text: str) -> str:
    both = text.count("\r\n")
    times = {"\n": text.count("\n") - both, "\r\n": both, "\r": text.count("\r") - both}
    return max(times, key=lambda end: times[end])


def _joined(pieces: list[str]) -> str:
    """The pieces in one; two line ends that come to lie beside each other, `\\r` and `\\n`, do not become one."""
    whole: list[str] = []
    for piece in filter(None, pieces):
        if whole and whole[-1].endswith("\r") and piece.startswith("\n"):
            whole[-1] += "\n"
        whole.append(piece)
    return "".join(whole)


def _lines(text: str, old: str) -> str:
    """`lines 1, 5 and 9`: where it begins."""
    found = [text.count("\n", 0, match.start()) + 1 for match in islice(re.finditer(re.escape(old), text), _NAMED + 1)]
    lines = [str(line) for line in dict.fromkeys(found[:_NAMED])]
    if len(found) > _NAMED:
        return f"lines {', '.join(lines)} and more"
    return f"lines {', '.join(lines[:-1])} and {lines[-1]}" if len(lines) > 1 else f"line {lines[0]}"


def _hint(text: str, old: str) -> str:
    """What alone is another, if it is blanks, newlines at an end, or numbers of lines."""
    if old.endswith("\n") and old[:-1] and not text.endswith("\n") and text.endswith(old[:-1]):
        return _unended(text, old[:-1])
    bare = old.strip("\n")
    if bare and bare != old and bare in text:
        return ". It is there without the empty lines around it: leave them off"
    numberless = _NUMBER.sub("", old)
    if numberless != old and numberless in text:
        return ". It is there without the line numbers: leave them off"
    if len(text) > _MOST_COMPARED:
        return ""
    for alike, what in _ALIKE:
        wanted, there = bare.translate(alike), text.translate(alike)
        if wanted.strip("\n") and (at := there.find(wanted)) >= 0:
            line = there.count("\n", 0, at) + 1
            return f". At line {line} it is there with other {what}: copy it as the file has it"
    return ""


def _unended(text: str, without: str) -> str:
    if text.count(without) == 1:
        return ". The file does not end with a newline: leave off the last newline of old_string"
    return (
        ". The file does not end with a newline, so leave off the last newline of old_string; "
        "without it the text is there more than once, so add lines before it too"
    )
