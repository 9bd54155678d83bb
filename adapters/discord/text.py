"""Text on its way to Discord, and from it.

That nothing which a model or a person wrote pings anybody is said with each message (`allowed_mentions`), not in its
text. What is said as one line is escaped, so that it reads as it was meant.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adapters.discord.limits import MESSAGE

PART = MESSAGE - 100
_RESERVE = 100
"""For a fence that is opened again and closed."""
LEAST = 2 * _RESERVE
_FENCE = re.compile(r"^[ ]{0,3}(`{3,20})([^`\n]*)$")
_LIKE_A_FENCE = re.compile(r" {0,3}(?:`{3}|~{3})")
_ROW = re.compile(r"[^\n]*\n|[^\n]+")
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_MARKS = re.compile(r"([\\*_~`|<>\[\]()#@-])")
_MENTION = re.compile(r"<(@!?|@&|#)(\d+)>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")


def size(text: str) -> int:
    """Its length as Discord's clients count: in units of UTF-16, which is never less than its characters."""
    return len(text) + sum(character > "\uffff" for character in text)


def visible(text: str) -> str:
    """Characters that would change what is read without being seen (controls, changes of direction) as `\\u202e`."""
    return _HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def literal(text: str) -> str:
    """Reads as it is, without any formatting."""
    return _MARKS.sub(r"\\\1", visible(text))


def said(text: str, most: int) -> str:
    """`literal`, at most that long, marks and all; the last character an ellipsis if any are missing."""
    room, shown = most, literal(cut(text, most))
    while size(shown) > most:
        if room == 1:
            return "…"
        room = max(1, room - max(1, (size(shown) - most) // 2))
        shown = literal(cut(text, room))
    return shown


def cut(text: str, most: int) -> str:
    """At most that long, the last character an ellipsis if any are missing."""
    if size(text) <= most:
        return text
    taken = text[: most - 1]
    while size(taken) > most - 1:
        taken = taken[:-1]
    return f"{taken}…"


def fenced(text: str) -> str:
    """As a block of code, whatever is in it."""
    mark = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 0)
    return f"{mark}\n{text}\n{mark}"


def split(markdown: str, most: int = PART) -> tuple[str, ...]:
    """Parts that each fit in one message, cut between paragraphs or lines where that is possible. A code fence that is
    cut is closed, and opened again in the next part. Without fences, the parts joined are the text. Raises ValueError
    for parts below LEAST characters.
    """
    if most < LEAST:
        raise ValueError(f"a part has at least {LEAST} characters, not {most}")
    parts: list[str] = []
    lines: list[_Line] = []
    length = 0
    for line in _lines(markdown, most - _RESERVE):
        lines.append(line)
        length += size(line.text)
        while length > most - _RESERVE and len(lines) > 1:
            end = _break(lines)
            parts.append(_assembled(lines[:end]))
            lines = lines[end:]
            length = sum(size(one.text) for one in lines)
    return (*parts, _assembled(lines))


def plain(text: str, us: str, names: Mapping[str, str]) -> str:
    """What somebody wrote, as a model reads it: without the mention of us, other mentions by name."""
    text = re.sub(rf"^\s*<@!?{re.escape(us)}>[ \t]*[:,]?\s*", "", text)
    text = re.sub(rf",? ?<@!?{re.escape(us)}>(?=[\s.!?]*$)", "", text)  # "stop, @deskmate" is "stop"
    text = re.sub(rf" ?<@!?{re.escape(us)}>", "", text)
    text = _MENTION.sub(lambda found: f"{found[1][0]}{names.get(found[2]) or found[2]}", text)
    return _EMOJI.sub(r"\1", text).strip()


def mentioned(text: str) -> frozenset[str]:
    """The ids of the people who are mentioned in it."""
    return frozenset(re.findall(r"<@!?(\d+)>", text))


class _Line(NamedTuple):
    text: str
    before: str
    """The line that opened the fence that it stands in; empty outside."""
    after: str
    """The same for the line that follows."""


def _lines(markdown: str, most: int) -> Iterator[_Line]:
    """Lines, those that are too long in pieces."""
    fence = ""
    for whole in _ROW.findall(markdown):
        mark, opener = _FENCE.match(whole.rstrip("\r\n")), fence
        if mark and not fence:
            opener = f"{mark[1]}{mark[2].strip()[:40]}"
        elif mark and mark[1].startswith(_mark(fence)) and not mark[2].strip():
            opener = ""
        *pieces, last = _pieces(whole, most)
        for piece in pieces:
            yield _Line(piece, fence, fence)
        yield _Line(last, fence, opener)
        fence = opener


def _pieces(line: str, most: int) -> Iterator[str]:
    while size(line) > most:
        end = most
        while size(line[:end]) > most:
            end -= 1
        before = end
        while before > most // 2 and _LIKE_A_FENCE.match(line, before):
            before -= 1  # it stood within a line, and would begin one
        end = before if before > most // 2 else end
        yield line[:end]
        line = line[end:]
    yield line


def _mark(opener: str) -> str:
    """The fence itself, without what names the language."""
    return opener[: len(opener) - len(opener.lstrip("`"))]


def _break(lines: list[_Line]) -> int:
    """How many of the lines the next part takes: to the last blank line of its second half, else all but the last."""
    length, half = 0, sum(size(line.text) for line in lines) / 2
    best = len(lines) - 1
    for index, line in enumerate(lines[:-1]):
        length += size(line.text)
        if length > half and not line.after and not line.text.strip():
            best = index + 1
    return best


def _assembled(lines: list[_Line]) -> str:
    if not lines:
        return ""
    text = "".join(line.text for line in lines)
    if opener := lines[0].before:
        text = f"{opener}\n{text}"
    closing = _mark(lines[-1].after)
    return f"{text}{'' if text.endswith(chr(10)) else chr(10)}{closing}\n" if closing else text
