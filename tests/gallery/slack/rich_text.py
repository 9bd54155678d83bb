"""Rich text: sections, lists, quotes and code, made of elements. Slack docs, rich text block."""

from typing import Any

from tests.gallery.html import code, div, span, tag, text
from tests.gallery.names import Names
from tests.gallery.slack import emoji
from tests.gallery.slack.mrkdwn import moment

Json = dict[str, Any]

_STYLES = {"code": "code", "bold": "b", "italic": "i", "strike": "s", "underline": "u"}


def rich_text(block: Json, names: Names) -> str:
    return "".join(_part(part, names) for part in block["elements"])


def _part(part: Json, names: Names) -> str:
    match part["type"]:
        case "rich_text_list":
            name = "ol" if part.get("style") == "ordered" else "ul"
            return tag(name, *(tag("li", _inline(item, names)) for item in part["elements"]))
        case "rich_text_quote":
            return tag("blockquote", _inline(part, names))
        case "rich_text_preformatted":
            return code("".join(str(one.get("text") or one.get("url") or "") for one in part["elements"]))
        case _:
            return div("line", _inline(part, names))


def _inline(part: Json, names: Names) -> str:
    return "".join(_element(one, names) for one in part["elements"])


def _element(one: Json, names: Names) -> str:
    drawn = _bare(one, names)
    for style, name in _STYLES.items():
        if one.get("style", {}).get(style):
            drawn = tag(name, drawn)
    return drawn


def _bare(one: Json, names: Names) -> str:
    match one["type"]:
        case "user":
            return span("mention", text(names.person(one["user_id"])))
        case "channel":
            return span("mention", text(names.channel(one["channel_id"])))
        case "link":
            return span("link", text(one.get("text") or one["url"]))
        case "emoji":
            return emoji.named(one["name"])
        case "date":
            return moment(one["timestamp"], one["format"])
        case "broadcast":
            return span("mention", text(f"@{one['range']}"))
        case _:
            return text(one.get("text", ""))
