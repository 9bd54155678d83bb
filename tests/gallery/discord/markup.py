"""Discord's Markdown as HTML. Discord's guide to Markdown, and its docs on message formatting.

What is underlined there is drawn bold.
"""

import re
from datetime import UTC, datetime
from html import escape

from tests.gallery.html import code, div, span
from tests.gallery.markdown import chat_markdown
from tests.gallery.names import Names

_BLOCK = re.compile(r"(?<!\\)```(?:[a-z0-9_+-]*\n)?(.*?)```", re.DOTALL)
"""Discord's client ends a block at the next three backticks, however many began it."""
_SMALL = re.compile(r"(?m)^-# (.*)$")
_CODE = re.compile(r"(<code>.*?</code>)", re.DOTALL)
_LIVE = re.compile(r"&lt;(@[!&]?|#|t:)(\d+)(?::(\w))?&gt;")
_SPOILER = re.compile(r"\|\|(.+?)\|\|", re.DOTALL)
_MOMENTS = {
    "t": "%-I:%M %p",
    "T": "%-I:%M:%S %p",
    "d": "%m/%d/%Y",
    "D": "%B %-d, %Y",
    "f": "%B %-d, %Y %-I:%M %p",
    "F": "%A, %B %-d, %Y %-I:%M %p",
    "R": "%B %-d, %Y %-I:%M %p",
}
"""Discord docs, timestamp styles; the reader is in UTC. How long ago it was depends on when one looks."""


def markup(text: str, names: Names) -> str:
    parts = _BLOCK.split(text)
    return "".join(
        code(part.replace("\u200b", "").strip("\n")) if number % 2 else _prose(part, names)
        for number, part in enumerate(parts)
    )


def _prose(text: str, names: Names) -> str:
    """What is small stands in lines of its own."""
    parts = _SMALL.split(text)
    return "".join(
        div("small", _lines(part, names)) if number % 2 else _lines(part, names) for number, part in enumerate(parts)
    )


def _lines(text: str, names: Names) -> str:
    if not text.strip():
        return ""
    pieces = _CODE.split(chat_markdown(text))
    return "".join(part if number % 2 else _alive(part, names) for number, part in enumerate(pieces))


def _alive(html: str, names: Names) -> str:
    html = _LIVE.sub(lambda found: _mentioned(found, names), html)
    return _SPOILER.sub(lambda found: span("spoiler", found[1]), html)


def _mentioned(found: "re.Match[str]", names: Names) -> str:
    sign, number, style = found.groups()
    if sign == "t:":
        return span("stamp", datetime.fromtimestamp(int(number), UTC).strftime(_MOMENTS[style or "f"]))
    name = names.channel(number) if sign == "#" else names.person(number)
    return span("mention", escape(name))
