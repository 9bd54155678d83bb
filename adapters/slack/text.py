"""Text on its way to Slack, and from it.

Nothing that a model or a person wrote may ping a channel, a group or a person: `&`, `<` and `>` are escaped wherever
Slack would read `<!channel>` or `<@U1>` as alive, which markdown blocks do too.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adapters.slack.limits import BLOCK_WEIGHT, FALLBACK, MESSAGE_BLOCKS, PART, WHOLE

_QUOTE = re.compile(r"^[ ]{0,3}(?:>[ ]?)+")
_FENCE = re.compile(r"^[ ]{0,3}(`{3,20}|~{3,20})([^`\n]*)$")
_OPENING = re.compile(r"[ ]{0,3}(?:`{3}|~{3})")
"""What would open or close a fence if a line were cut before it."""
_STRUCTURE = re.compile(r"(?:#{1,6}\s|(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$|\|?\s*:?-+:?\s*\||!\[)")
"""Of a line without the white space before it, which would be tried in each length."""
_STRUCTURES = MESSAGE_BLOCKS // 2 - 2
"""Headings, rules, tables and images of one message: Slack makes a block of each, and of the text between them."""
_RESERVE = 100
"""For a fence that is opened again and closed."""
LEAST = 2 * _RESERVE
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s+\S")
_ROW = re.compile(r"[^\n]*\n|[^\n]+")  # not splitlines: Markdown knows no other ends of lines
_TAG = re.compile(r"<([^<>]*)>")


def escaped(text: str) -> str:
    """Slack docs, formatting: exactly these three characters are control characters."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escaped_markdown(markdown: str) -> str:
    """As `escaped`, but marks of a quotation at the beginning of a line stay: without a `<` they are harmless."""
    return "".join(map(_escaped_line, _ROW.findall(markdown)))


def escaped_more(before: str, more: str) -> str:
    """What `more` adds to `before`, escaped: what is sent piece by piece reads as `escaped_markdown` of the whole."""
    begun = before[before.rfind("\n") + 1 :]
    return escaped_markdown(begun + more)[len(escaped_markdown(begun)) :]


def visible(text: str) -> str:
    """Characters that would change what is read without being seen (controls, changes of direction) as `\\u202e`."""
    return _HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def cut(text: str, most: int) -> str:
    """At most that many characters, the last an ellipsis if any are missing."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def fallback(text: str, most: int = FALLBACK) -> str:
    """Escaped, and at most that many characters long then: for notifications and small lines."""
    if len(whole := escaped(text)) <= most:
        return whole
    taken, length = [], 1
    for character in text[:most]:
        length += len(escaped(character))
        if length > most:
            break
        taken.append(character)
    return f"{escaped(''.join(taken))}…"


def split(markdown: str, most: int = PART) -> tuple[str, ...]:
    """Parts that each fit in one message once escaped, cut between paragraphs or lines where that is possible. A code
    fence that is cut is closed, and opened again in the next part. Without fences, the parts joined are the text.
    Raises ValueError for parts below LEAST characters.
    """
    if most < LEAST:
        raise ValueError(f"a part has at least {LEAST} characters, not {most}")
    parts: list[str] = []
    lines: list[_Line] = []
    length = structures = 0
    for line in _lines(markdown, most - _RESERVE):
        lines.append(line)
        length, structures = length + line.length, structures + line.structure
        while not _fits(length, structures, most):
            end = _break(lines)
            parts.append(_assembled(lines[:end]))
            lines = lines[end:]
            length, structures = sum(one.length for one in lines), sum(one.structure for one in lines)
    return (*parts, _assembled(lines))


def fitting(markdown: str, opener: str = "", most: int = PART) -> int:
    """How many characters of it fit in one message, up to the end of a line if not all do. `opener`: the line that
    opened the fence it begins in.
    """
    length = structures = size = 0
    for line in _lines(markdown, most - _RESERVE, opener):
        length, structures = length + line.length, structures + line.structure
        if not _fits(length, structures, most):
            return size
        size += len(line.text)
    return size


def fence(markdown: str, opener: str = "") -> str:
    """The line that opened the fence which is open at its end, without what is escaped there; empty if none is.
    `opener` is of the one that it begins in.
    """
    for line in _lines(markdown, len(markdown) * 5 + 1, opener):
        opener = line.after
    return opener


def headings_of(markdown: str) -> list[str]:
    """What its headings say, without those in code."""
    lines = _lines(markdown, len(markdown) * 5 + 1)
    return [line.text.strip().strip("#").strip() for line in lines if not line.before and _HEADING.match(line.text)]


def closed(markdown: str, opener: str) -> str:
    """What ends a message that ends in the fence of that opener."""
    return f"{'' if markdown.endswith(chr(10)) else chr(10)}{_mark(opener)}\n" if opener else ""


def plain(text: str, us: str, names: Mapping[str, str]) -> str:
    """What somebody wrote, as a model reads it: without the mention of us, other mentions by name, links in full."""
    text = re.sub(rf"^\s*<@{re.escape(us)}(?:\|[^<>]*)?>[ \t]*[:,]?\s*", "", text)
    text = re.sub(rf",? ?<@{re.escape(us)}(?:\|[^<>]*)?>(?=[\s.!?]*$)", "", text)  # "stop, @deskmate" is "stop"
    text = re.sub(rf" ?<@{re.escape(us)}(?:\|[^<>]*)?>", "", text)
    done, end = [], 0
    for tag in _TAG.finditer(text):
        done += [_unescaped(text[end : tag.start()]), _unescaped(_read(tag[1], names))]
        end = tag.end()
    return "".join([*done, _unescaped(text[end:])]).strip()


def mentioned(text: str) -> frozenset[str]:
    """The ids of the people who are mentioned in it."""
    return frozenset(re.findall(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>", text))


class _Line(NamedTuple):
    text: str
    length: int
    """Escaped."""
    structure: bool
    before: str
    """The line that opened the fence that it stands in; empty outside."""
    after: str
    """The same for the line that follows."""


def _escaped_line(line: str) -> str:
    quote = _QUOTE.match(line)
    end = quote.end() if quote else 0
    return line[:end] + escaped(line[end:])


def _lines(markdown: str, most: int, fence: str = "") -> Iterator[_Line]:
    """Lines, those that are too long in pieces. It begins in the fence of that opener."""
    for whole in _ROW.findall(markdown):
        mark, opener = _FENCE.match(whole.rstrip("\r\n")), fence
        if mark and not fence:
            opener = f"{mark[1]}{mark[2].strip()[:40]}"
        elif mark and mark[1].startswith(_mark(fence)) and not mark[2].strip():
            opener = ""
        pieces = list(_pieces(whole, most))
        for piece in pieces[:-1]:
            yield _Line(piece, len(_escaped_line(piece)), False, fence, fence)
        last, structure = pieces[-1], not fence and _STRUCTURE.match(whole.lstrip()) is not None
        yield _Line(last, len(_escaped_line(last)), structure, fence, opener)
        fence = opener


def _pieces(line: str, most: int) -> Iterator[str]:
    while len(_escaped_line(line)) > most:
        size, length = 0, 0
        while length + len(escaped(line[size])) <= most:
            length += len(escaped(line[size]))
            size += 1
        size = next((end for end in range(size, 0, -1) if not _OPENING.match(line, end)), size)
        yield line[:size]
        line = line[size:]
    yield line


def _mark(opener: str) -> str:
    """The fence itself, without what names the language."""
    return opener[: len(opener) - len(opener.lstrip(opener[0]))] if opener else ""


def _fits(length: int, structures: int, most: int) -> bool:
    """Of one line, always: it has been cut to that."""
    return (
        length <= most - _RESERVE
        and structures <= _STRUCTURES
        and length + BLOCK_WEIGHT * structures <= max(most, WHOLE - BLOCK_WEIGHT)
    )


def _break(lines: list[_Line]) -> int:
    """How many of the lines the next part takes: to the last blank line of its second half, else all but the last."""
    length, half = 0, sum(line.length for line in lines) / 2
    best = len(lines) - 1
    for index, line in enumerate(lines[:-1]):
        length += line.length
        if length > half and not line.after and not line.text.strip():
            best = index + 1
    return best


def _assembled(lines: list[_Line]) -> str:
    if not lines:
        return ""
    text = "".join(line.text for line in lines)
    if opener := lines[0].before:
        text = f"{opener}\n{text}"
    return text + closed(text, lines[-1].after)


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _read(tag: str, names: Mapping[str, str]) -> str:
    """What stands between < and >, for reading."""
    what, _, label = tag.partition("|")
    match what[:1]:
        case "@":
            return f"@{names.get(what[1:]) or label or what[1:]}"
        case "#":
            return f"#{label or what[1:]}"
        case "!":
            return label or f"@{what[1:].partition('^')[2] or what[1:]}"
        case _:
            address = what.removeprefix("mailto:").removeprefix("tel:")
            return address if not label or label in address else f"{label} ({address})"
