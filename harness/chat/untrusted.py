"""What others wrote, where it stands among words of ours: nothing in it may look like these.

Whatever comes from outside (names, media types, notes, reasons) goes through one of these on its way into a prompt.
"""

import re
from collections.abc import Iterable
from itertools import chain, zip_longest
from typing import Final

from harness.chat.visible import visible

_MARKS = str.maketrans("*`~|<>", "\u2217\u02cb\u223c\u00a6\u2039\u203a")
_LIKE_BACKTICK = "\u02cb"
_CODE = re.compile(r"`[^`]+`")
_WORD = re.compile(r"(?:`[^`]+`|[^\s`])+")
"""Code that stands in it is whole, also with blanks."""
_MARKING = re.compile(r"[*~|<>\[\]\\@]|://|www\.|(?<![^\W_])_|_(?![^\W_])")
"""A single underscore between letters or digits marks nothing."""
_AROUND = "().,;:!?\"'"
"""What stands around a word, and is no part of what people copy."""
_UNDERSCORE = re.compile(r"(?<!\w)_+|_+(?!\w)")
"""Between letters it marks nothing."""
_BRACKETS = str.maketrans("[]", "()")
MARK: Final = "outside"
"""What text from outside stands in: `<outside from="channel">…</outside>`. Nothing in it reads like such a mark."""
_END = f"</{MARK}>"
_BEGIN = re.compile(rf'<{MARK} from="[^"<>]*">')
_APART = r"[\W_]{0,4}"
_LIKE_MARK = re.compile(rf"<(?={_APART}{_APART.join(MARK)})", re.IGNORECASE)
"""Also with blanks, dashes or hidden characters in it: a model would read over these."""
_LIKE_LESS = "\u2039"
_NOT_OF_ORIGIN = re.compile(r"[^\w:. -]")
LONGEST = 300
"""Characters of a name, or of whatever else is only named."""


def in_line(text: str, most: int = LONGEST) -> str:
    """As a part of a line of ours: without line ends, hidden characters and the brackets in which we speak; so many
    characters at most.
    """
    line = visible(" ".join(text.split())).translate(_BRACKETS)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def unmarked(line: str) -> str:
    """The same where Markdown is read: look-alikes stand for what would mark it."""
    return _UNDERSCORE.sub("\u02cd", line.translate(_MARKS))


def in_code(line: str) -> str:
    """All of it as code where Markdown is read: to the letter, but for what would end the code."""
    return f"`{line.replace('`', _LIKE_BACKTICK)}`"


def to_the_letter(line: str) -> str:
    """A sentence where Markdown is read: words that would mark something are code, so that they can be copied, and what
    is code in it stays so.
    """
    between = (unmarked(part) for part in _WORD.split(line))
    words = (_as_code(word) if _marks(word) else word for word in _WORD.findall(line))
    return "".join(chain.from_iterable(zip_longest(between, words, fillvalue="")))


def _marks(word: str) -> bool:
    """Would it mark something, where it is no code? Two marks of code side by side begin another kind of it."""
    return _MARKING.search(_CODE.sub("", word)) is not None or "``" in word


def _as_code(word: str) -> str:
    """But for what only stands around it."""
    core = word.strip(_AROUND)
    before, _, after = word.partition(core)
    return f"{before}{in_code(core.replace('`', ''))}{after}"


def marked(text: str, origin: str) -> str:
    """Text from outside between marks that name its origin. The same is the same bytes, and the text can make neither
    mark: what would read like one begins otherwise.
    """
    name = _NOT_OF_ORIGIN.sub("", origin)[:80]
    return f'<{MARK} from="{name}">\n{_LIKE_MARK.sub(_LIKE_LESS, text)}\n{_END}'


def is_marked(text: str) -> bool:
    """Does text from outside stand in it?"""
    return _END in text


def between_marks(text: str) -> str:
    """The text from outside that stands in it; all of it, if none does."""
    begins = list(_BEGIN.finditer(text))
    return text[begins[-1].end() :].removesuffix(_END).strip("\n") if begins and is_marked(text) else text


def within_marks(head: str, text: str) -> str:
    """What has to stand before the end of `text`, of which `head` is the beginning, where all between is left out: the
    mark that began there, with a line end; empty, if none did.
    """
    if not text.endswith(_END):
        return ""
    begins = _BEGIN.findall(text)
    return f"{begins[-1]}\n" if len(_BEGIN.findall(head)) < len(begins) else ""


def in_quotes(text: str) -> str:
    """All of it: as it is, if it is a line, and else with each line quoted, so that none of them is taken for ours."""
    lines = text.splitlines()
    return text if len(lines) < 2 else _quoted(lines)


def in_brackets(text: str) -> str:
    """The same within brackets of ours: a line that has a bracket is quoted too, since it could close these."""
    lines = text.splitlines()
    unbroken = "".join(lines) == text and len(lines) < 2
    return text if unbroken and not set("[]") & set(text) else f"{_quoted(lines)}\n"


def _quoted(lines: Iterable[str]) -> str:
    return "\n".join(["", *(f"> {line}" for line in lines)])
