"""Pieces of Block Kit, as Slack takes them. Pure.

What takes nothing where there is nothing to say returns a list of blocks, perhaps empty.
"""

from typing import Any

from adapters.slack.limits import BLOCK_WEIGHT, HEADER, SECTION
from adapters.slack.text import cut, escaped_markdown, unescaped

Json = dict[str, Any]


def title(text: str) -> Json:
    """A header, or what is too long for one."""
    if len(text) <= HEADER:
        return {"type": "header", "text": plain(text, HEADER)}
    return {"type": "section", "text": plain(text, SECTION)}


def section(text: str) -> list[Json]:
    """Plain text: nothing in it is alive."""
    return [{"type": "section", "text": plain(text, SECTION)}] if text.strip() else []


def marked(mrkdwn: str) -> list[Json]:
    """In Slack's own markup: whoever calls has escaped what is not theirs."""
    return [{"type": "section", "text": {"type": "mrkdwn", "text": mrkdwn}}] if mrkdwn else []


def markdown(text: str) -> Json:
    return {"type": "markdown", "text": escaped_markdown(text) if text.strip() else "…"}


def plain(text: str, most: int) -> Json:
    """At most `most` characters of it; Slack takes no empty text."""
    return {"type": "plain_text", "text": cut(text, most) or "…", "emoji": False}


def rich(*elements: Json) -> Json:
    return {"type": "rich_text", "elements": list(elements)}


def line(*elements: Json) -> Json:
    return {"type": "rich_text_section", "elements": list(elements)}


def preformatted(text: str) -> Json:
    return {"type": "rich_text_preformatted", "elements": [words(text)]}


def folded(title: str, blocks: list[Json]) -> list[Json]:
    """What is shown once somebody unfolds it. Slack docs, container block."""
    container = {"type": "container", "is_collapsible": True, "default_collapsed": True, "child_blocks": blocks}
    return [{**container, "title": plain(title, HEADER)}] if blocks else []


def words(text: str) -> Json:
    """Slack docs, rich text: a text element is literal; mentions are elements of their own."""
    return {"type": "text", "text": text}


def bold(label: str) -> Json:
    return {"type": "text", "text": label or "details", "style": {"bold": True}}


def weight(value: Any) -> int:
    """What Slack counts of blocks, in characters: all their text, and BLOCK_WEIGHT for each. See limits.WHOLE."""
    if isinstance(value, list):
        return sum(map(weight, value))
    if not isinstance(value, dict):
        return 0
    own = BLOCK_WEIGHT if value.get("type") in _BLOCKS else 0
    return own + sum(
        len(one) if name == "text" and isinstance(one, str) else weight(one) for name, one in value.items()
    )


def words_of(block: Json) -> str:
    """What is to be read on it, without what is pressed."""
    match block["type"]:
        case "markdown":
            return unescaped(str(block["text"]))
        case "header" | "section":
            text = str(block["text"]["text"])
            return unescaped(text) if block["text"]["type"] == "mrkdwn" else text
        case "context":
            return "\n".join(str(one.get("text") or "") for one in block["elements"])
        case "rich_text":
            return "\n".join("".join(map(_word, part["elements"])) for part in block["elements"])
        case "container":
            return "\n".join([str(block["title"]["text"]), *map(words_of, block["child_blocks"])])
        case "plan":
            return "\n".join([str(block["title"]), *map(_task, block["tasks"])])
        case _:
            return ""


def _task(task: Json) -> str:
    doing = f": {words_of(task['details'])}" if "details" in task else ""
    return f"• {task['title']}{doing}"


def _word(element: Json) -> str:
    """Of rich text, where nothing is alive."""
    match element["type"]:
        case "user":
            return f"@{element['user_id']}"
        case "channel":
            return f"#{element['channel_id']}"
        case "date":
            return str(element["fallback"])
        case _:
            return str(element.get("text") or "")


_BLOCKS = frozenset({"container", "header", "section", "context", "actions", "rich_text", "markdown", "divider"})
