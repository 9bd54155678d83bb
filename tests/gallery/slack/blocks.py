"""Block Kit as HTML. Slack docs, blocks. What folds is drawn as it is when it comes."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.gallery.html import div, span, tag, text
from tests.gallery.names import Names
from tests.gallery.slack.elements import element, words
from tests.gallery.slack.markdown import markdown
from tests.gallery.slack.rich_text import rich_text

Json = dict[str, Any]

_STATUS = {"pending": "○", "in_progress": "◐", "complete": "✓", "error": "✕"}


class UnknownBlock(ValueError):
    """Of which no picture is made."""


def drawn(blocks: Iterable[Json], names: Names) -> str:
    """Raises UnknownBlock."""
    return "".join(div(f"block kit-{block['type']}", block_of(block, names)) for block in blocks)


def block_of(block: Json, names: Names) -> str:
    """Raises UnknownBlock."""
    match block["type"]:
        case "divider":
            return "<hr>"
        case "header":
            return tag("h3", words(block["text"], names))
        case "markdown":
            return markdown(block["text"], names)
        case "rich_text":
            return rich_text(block, names)
        case "context":
            return " ".join(span("small", _small(one, names)) for one in block["elements"])
        case "actions" | "context_actions":
            return _elements(block["elements"], names)
        case "section":
            return _section(block, names)
        case "input":
            return _field(block, names)
        case "image":
            return div("image", text(block.get("title", {}).get("text") or block["alt_text"]))
        case "alert":
            return div(f"alert {block.get('level', 'default')}", words(block["text"], names))
        case _:
            return _composite(block, names)


def _composite(block: Json, names: Names) -> str:
    match block["type"]:
        case "table":
            rows = ([_cell(cell, names) for cell in row] for row in block["rows"])
            return tag("table", *(tag("tr", *(tag("td", cell) for cell in row)) for row in rows))
        case "plan":
            return div("plan", div("strong", text(block["title"])), *_tasks(block.get("tasks") or [], names))
        case "task_card":
            return "".join(_tasks([block], names))
        case "card":
            return _card(block, names)
        case "carousel":
            return "".join(_card(one, names) for one in block["elements"])
        case "container":
            return _container(block, names)
        case kind:
            raise UnknownBlock(kind)


def _elements(elements: Sequence[Json], names: Names) -> str:
    return "".join(element(one, names) for one in elements)


def _small(one: Json, names: Names) -> str:
    return element(one, names) if one["type"] == "image" else words(one, names)


def _section(block: Json, names: Names) -> str:
    fields = "".join(div("field", words(one, names)) for one in block.get("fields") or [])
    accessory = div("accessory", element(block["accessory"], names)) if block.get("accessory") else ""
    return div("words", words(block.get("text"), names), fields) + accessory


def _field(block: Json, names: Names) -> str:
    optional = span("hint", " (optional)") if block.get("optional") else ""
    hint = div("hint", words(block.get("hint"), names)) if block.get("hint") else ""
    return div("strong", words(block["label"], names), optional) + element(block["element"], names) + hint


def _cell(cell: Json, names: Names) -> str:
    return rich_text(cell, names) if cell.get("type") == "rich_text" else text(cell.get("text", ""))


def _tasks(tasks: Sequence[Json], names: Names) -> list[str]:
    return [
        div(
            f"task {task.get('status', 'pending')}",
            span("status", _STATUS[task.get("status", "pending")]),
            text(task["title"]),
            *(div("hint", rich_text(task[part], names)) for part in ("details", "output") if task.get(part)),
        )
        for task in tasks
    ]


def _card(block: Json, names: Names) -> str:
    parts = {"title": "strong", "subtitle": "small", "body": "words", "subtext": "small"}
    said = [div(look, words(block[part], names)) for part, look in parts.items() if block.get(part)]
    return div("card", *said, div("actions", _elements(block.get("actions") or [], names)))


def _container(block: Json, names: Names) -> str:
    folds, folded = block.get("is_collapsible"), block.get("is_collapsible") and block.get("default_collapsed")
    title = words(block.get("title"), names) or rich_text(block["rich_text_title"], names)
    sign = span("fold", "▸ " if folded else "▾ ") if folds else ""
    head = div("strong", sign, title) + div("small", words(block.get("subtitle"), names))
    return div("container", head, "" if folded else drawn(block["child_blocks"], names))
