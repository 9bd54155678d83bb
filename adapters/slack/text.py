"""Text on its way to Slack, and from it.

Nothing that a model or a person wrote may ping a channel, a group or a person: `&`, `<` and `>` are escaped wherever
Slack would read `<!channel>` or `<@U1>` as alive, which markdown blocks do too.
"""

import re
from collections.abc import Iterator, Mapping

from adapters.slack.limits import BLOCK_WEIGHT, FALLBACK, MESSAGE_BLOCKS, PART, WHOLE
from harness.chat import splitting
from harness.chat.splitting import RESERVE, ROW, Style, TextLine, lines

_QUOTE = re.compile(r"^[ ]{0,3}(?:>[ ]?)+")
_FENCE = re.compile(r"^[ ]{0,3}(`{3,20}|~{3,20})([^`\n]*)$")
_STRUCTURE = re.compile(r"(?:#{1,6}\s|(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$|\|?\s*:?-+:?\s*\||!\[)")
"""Of a line without the white space before it, which would be tried in each length."""
_STRUCTURES = MESSAGE_BLOCKS // 2 - 2
"""Headings, rules, tables and images of one message: Slack makes a block of each, and of the text between them."""
_HEADING = re.compile(r"^ {0,3}#{1,6}\s+\S")
_TAG = re.compile(r"<([^<>]*)>")


def escaped(text: str) -> str:
    """Slack docs, formatting: exactly these three characters are control characters."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escaped_markdown(markdown: str) -> str:
    """As `escaped`, but marks of a quotation at the beginning of a line stay: without a `<` they are harmless."""
    return "".join(map(_escaped_line, ROW.findall(markdown)))


def escaped_more(before: str, more: str) -> str:
    """What `more` adds to `before`, escaped: what is sent piece by piece reads as `escaped_markdown` of the whole."""
    begun = before[before.rfind("\n") + 1 :]
    return escaped_markdown(begun + more)[len(escaped_markdown(begun)) :]


def cut(text: str, most: int) -> str:
    """At most that many characters, the last an ellipsis if any are missing."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def fallback(text: str, most: int = FALLBACK) -> str:
    """Escaped, and at most that many characters long then: for notifications and small lines."""
    return escaped(begun(text, most))


def begun(text: str, most: int) -> str:
    """As much of it as makes at most that many characters once it is escaped, the last an ellipsis if any are
    missing.
    """
    if len(escaped(text)) <= most:
        return text
    taken, length = [], 1
    for character in text[:most]:
        length += len(escaped(character))
        if length > most:
            break
        taken.append(character)
    return f"{''.join(taken)}…"


def split(markdown: str, most: int = PART) -> tuple[str, ...]:
    """Parts that each fit in one message once escaped: see `splitting.split`. Raises ValueError for parts below LEAST
    characters.
    """
    return splitting.split(markdown, _STYLE, most, lambda length, structures: _fits(length, structures, most))


def fitting(markdown: str, opener: str = "", most: int = PART, table: str = "") -> int:
    """How many characters of it fit in one message, up to the end of a line if not all do. `opener`: the line that
    opened the fence it begins in; `table`: the header of the table, for which room is left as well.
    """
    length, structures, size = _STYLE.length(table), int(bool(table)), 0
    for line in lines(markdown, _STYLE, most - RESERVE - length, opener, table):
        length, structures = length + line.length, structures + line.structure
        if not _fits(length, structures, most):
            return size
        size += len(line.text)
    return size


def fence(markdown: str, opener: str = "") -> str:
    """The line that opened the fence which is open at its end, without what is escaped there; empty if none is.
    `opener` is of the one that it begins in.
    """
    for line in _whole_lines(markdown, opener):
        opener = line.after
    return opener


def header(markdown: str, rest: str, opener: str = "", table: str = "") -> str:
    """The header of the table of which `rest`, where `markdown` goes on, begins with a row, or with the rest of one;
    empty if it does not. `opener` and `table` are as in `fitting`.
    """
    row = ROW.match(rest)
    if row is None:
        return ""
    *_, last = lines(f"{markdown}{row[0]}", _STYLE, PART - RESERVE, opener, table)
    return last.table


def headings_of(markdown: str) -> list[str]:
    """What its headings say, without those in code."""
    said = [line.text for line in _whole_lines(markdown) if not line.before and _HEADING.match(line.text)]
    return [line.strip().strip("#").strip() for line in said]


def plain(text: str, us: str, names: Mapping[str, str]) -> str:
    """What somebody wrote, as a model reads it: without the mention of us, other mentions by name, links in full."""
    text = re.sub(rf"^\s*<@{re.escape(us)}(?:\|[^<>]*)?>[ \t]*[:,]?\s*", "", text)
    text = re.sub(rf",? ?<@{re.escape(us)}(?:\|[^<>]*)?>(?=[\s.!?]*$)", "", text)  # "stop, @deskmate" is "stop"
    text = re.sub(rf" ?<@{re.escape(us)}(?:\|[^<>]*)?>", "", text)
    done, end = [], 0
    for tag in _TAG.finditer(text):
        done += [unescaped(text[end : tag.start()]), unescaped(_read(tag[1], names))]
        end = tag.end()
    return "".join([*done, unescaped(text[end:])]).strip()


def mentioned(text: str) -> frozenset[str]:
    """The ids of the people who are mentioned in it."""
    return frozenset(re.findall(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>", text))


def _escaped_line(line: str) -> str:
    quote = _QUOTE.match(line)
    end = quote.end() if quote else 0
    return line[:end] + escaped(line[end:])


def _whole_lines(markdown: str, opener: str = "") -> Iterator[TextLine]:
    return lines(markdown, _STYLE, len(markdown) * 5 + 1, opener)  # an escaped character is five long at most


def _structured(line: str) -> bool:
    return _STRUCTURE.match(line.lstrip()) is not None


def _fits(length: int, structures: int, most: int) -> bool:
    return (
        length <= most - RESERVE
        and structures <= _STRUCTURES
        and length + BLOCK_WEIGHT * structures <= max(most, WHOLE - BLOCK_WEIGHT)
    )


_STYLE = Style(
    _FENCE,
    lambda line: len(escaped_markdown(line)),
    lambda character: len(escaped(character)),
    _structured,
    tables=True,
)


def unescaped(text: str) -> str:
    """What `escaped` was made of."""
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
