"""Slack's own markup as HTML. Slack docs, formatting message text: `&`, `<` and `>` come as entities."""

import re
from datetime import UTC, datetime
from html import escape, unescape

from tests.gallery.html import code, span, tag
from tests.gallery.names import Names
from tests.gallery.slack import emoji

_PARTS = re.compile(r"```(?P<block>.+?)```|`(?P<code>[^`\n]+)`|<(?P<live>[^<>\n]+)>", re.DOTALL)
_STYLES = (("*", "b"), ("_", "i"), ("~", "s"))
_FORMATS = {
    "{date}": "%B %-d, %Y",
    "{date_num}": "%Y-%m-%d",
    "{date_short}": "%b %-d, %Y",
    "{date_short_pretty}": "%b %-d",
    "{date_long}": "%A, %B %-d, %Y",
    "{date_pretty}": "%B %-d",
    "{time}": "%-I:%M %p",
    "{time_secs}": "%-I:%M:%S %p",
}
"""Slack docs, date formatting; the reader is in UTC."""


def mrkdwn(text: str, names: Names) -> str:
    """Marks may stand around what is alive, but not within it: that is put aside meanwhile."""
    alive = list[str]()

    def put(part: "re.Match[str]") -> str:
        alive.append(_part(part, names))
        return f"\ue000{len(alive) - 1}\ue001"

    marked = _words(_PARTS.sub(put, text))
    return re.sub("\ue000(\\d+)\ue001", lambda found: alive[int(found[1])], marked)


def _part(part: "re.Match[str]", names: Names) -> str:
    if part["block"] is not None:
        return code(unescape(part["block"]).strip("\n"))
    if part["code"] is not None:
        return tag("code", part["code"])
    return _live(part["live"], names)


def _live(inside: str, names: Names) -> str:
    """A mention, a date or a link."""
    what, _, label = inside.partition("|")
    match what[:1]:
        case "@":
            return span("mention", escape(names.person(what[1:])))
        case "#":
            return span("mention", escape(names.channel(what[1:])))
        case "!":
            return _special(what[1:], label)
        case _:
            return span("link", _words(label) if label else what)


def _special(what: str, label: str) -> str:
    kind, *arguments = what.split("^")
    if kind == "date" and len(arguments) > 1:
        return moment(int(arguments[0]), arguments[1])
    return label or span("mention", f"@{kind}")


def moment(at: int, pattern: str) -> str:
    """A time of `<!date^…>`, and of a date in rich text."""
    when = datetime.fromtimestamp(at, UTC)
    return re.sub(r"\{\w+\}", lambda found: when.strftime(_FORMATS.get(found[0], found[0])), pattern)


def _words(text: str) -> str:
    """Marks that stand at the edges of words, and quotes."""
    for mark, name in _STYLES:
        sign = re.escape(mark)
        text = re.sub(
            rf"(?<![\w{sign}]){sign}(\S(?:[^\n{sign}]*\S)?){sign}(?![\w{sign}])", rf"<{name}>\1</{name}>", text
        )
    text = re.sub(r"(?m)(?:^&gt; ?.*(?:\n|$))+", _quote, text)
    return emoji.shown(text).replace("\n", "<br>")


def _quote(found: "re.Match[str]") -> str:
    return tag("blockquote", re.sub(r"(?m)^&gt; ?", "", found[0]).strip("\n"))
