"""Block Kit as text: what people see of a message's blocks, in Slack's mrkdwn. Pure.

Slack docs, reference/block-kit: blocks, block elements, rich text elements. Mentions and links stay tags, so that
`text.plain` reads them as it reads the rest of a message. Unknown types are named, and nested ones are read to a depth
of DEPTH. Any JSON is accepted: apps choose what they post.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from adapters.slack.text import escaped

Json = Mapping[str, Any]

DEPTH = 12
"""Maximum nesting. Slack's own blocks nest to five: a carousel's card holds buttons with text objects."""
_TAG_END = re.compile(r"[<>|\s]")


def rendered(blocks: object, depth: int = DEPTH) -> list[str]:
    """The text of each block; empty for a block that shows none, such as a divider."""
    return [_block(block, depth) for block in dicts(blocks)]


def dicts(value: object) -> Iterator[Json]:
    """The objects of a JSON array; none if it isn't one."""
    return (one for one in value if isinstance(one, Mapping)) if isinstance(value, list) else iter(())


def string(value: object) -> str:
    """A JSON value that should be text, or a text object."""
    if isinstance(value, Mapping):
        value = value.get("text")
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def tag(url: object, label: str = "") -> str:
    """A link in mrkdwn."""
    address = _TAG_END.sub(lambda odd: f"%{ord(odd[0]):02X}", string(url))
    return f"<{address}|{label}>" if address and label else f"<{address}>" if address else label


def noted(kind: str, *parts: str) -> str:
    """A note on a thing that has no text of its own: `[image: a chart]`."""
    said = ", ".join(part for part in parts if part)
    return f"[{kind}: {said}]" if said else f"[{kind}]"


def labels(actions: Iterable[Json]) -> str:
    """The buttons of a legacy attachment."""
    return " ".join(f"[{text}]" for action in actions if (text := string(action.get("text"))))


def _block(block: Json, depth: int) -> str:
    if depth <= 0:
        return "[more, nested too deeply to be read]"
    kind = string(block.get("type"))
    if read := _BLOCKS.get(kind):
        return read(block, depth - 1)
    known = (string(block.get(name)) for name in ("title", "text", "fallback", "alt_text"))
    return lines(f"[a block of type {escaped(kind) or 'unknown'}]", *known)


def _section(block: Json, depth: int) -> str:
    fields = (string(field) for field in dicts(block.get("fields")))
    return lines(string(block.get("text")), *fields, _element(block.get("accessory")))


def _elements(block: Json, depth: int) -> str:
    return " ".join(filter(None, map(_element, dicts(block.get("elements")))))


def _image(block: Json, depth: int = 0) -> str:
    title, alt = string(block.get("title")), string(block.get("alt_text"))
    return noted("image", title, "" if alt == title else alt)


def _input(block: Json, depth: int) -> str:
    return lines(string(block.get("label")), string(block.get("hint")), _element(block.get("element")))


def _file(block: Json, depth: int) -> str:
    file = block.get("file")
    named = file if isinstance(file, Mapping) else {}
    return noted("a remote file", string(named.get("title")) or string(named.get("name")), string(block.get("file_id")))


def _call(block: Json, depth: int) -> str:
    call = block.get("call")
    about = call.get("v1") if isinstance(call, Mapping) else None
    about = about if isinstance(about, Mapping) else {}
    return noted("a call", string(about.get("name")), tag(about.get("join_url")))


def _video(block: Json, depth: int) -> str:
    title = tag(block.get("title_url") or block.get("video_url"), string(block.get("title")))
    by = [string(block.get(name)) for name in ("author_name", "provider_name")]
    return lines(noted("video", title, *by), string(block.get("description")))


def _table(block: Json, depth: int) -> str:
    rows = block.get("rows")
    shown = (" | ".join(_cell(cell, depth) for cell in dicts(row)) for row in rows) if isinstance(rows, list) else ()
    return lines(string(block.get("caption")), *shown)


def _cell(cell: Json, depth: int) -> str:
    kind = cell.get("type")
    if kind == "rich_text":
        return " ".join(_rich_text(cell, depth).split())
    return string(cell.get("text")) or string(cell.get("value")) or _element(cell.get("element"))


def _chart(block: Json, depth: int) -> str:
    chart = block.get("chart")
    chart = chart if isinstance(chart, Mapping) else {}
    axes = chart.get("axis_config")
    named = [string(axes.get(name)) for name in ("x_label", "y_label")] if isinstance(axes, Mapping) else []
    series = (f"{string(one.get('name'))}: {_points(one.get('data'))}" for one in dicts(chart.get("series")))
    head = noted(f"{escaped(string(chart.get('type')))} chart".strip(), string(block.get("title")), *named)
    return lines(head, _points(chart.get("segments")), *series)


def _points(points: object) -> str:
    return ", ".join(f"{string(one.get('label'))} {string(one.get('value'))}" for one in dicts(points))


def _task(block: Json, depth: int) -> str:
    status = string(block.get("status")).replace("_", " ")
    head = f"{string(block.get('title'))} ({status})" if status else string(block.get("title"))
    sources = (tag(one.get("url"), string(one.get("text"))) for one in dicts(block.get("sources")))
    return lines(head, _nested(block.get("details"), depth), _nested(block.get("output"), depth), *sources)


def _plan(block: Json, depth: int) -> str:
    return lines(string(block.get("title")), *rendered(block.get("tasks"), depth))


def _card(block: Json, depth: int) -> str:
    image = _element(block.get("hero_image"))
    texts = (string(block.get(name)) for name in ("title", "subtitle", "body"))
    return lines(image, *texts, " ".join(filter(None, map(_element, dicts(block.get("actions"))))))


def _carousel(block: Json, depth: int) -> str:
    return lines(*rendered(block.get("elements"), depth))


def _container(block: Json, depth: int) -> str:
    title = _nested(block.get("rich_text_title"), depth) or string(block.get("title"))
    return lines(title, string(block.get("subtitle")), *rendered(block.get("child_blocks"), depth))


def _provider(block: Json, depth: int) -> str:
    texts = [string(block.get(name)) for name in ("name", "description", "connected_identity", "connected_context")]
    return noted("sign in", *texts)


def _nested(block: object, depth: int) -> str:
    """A block in a field of another: rich text, or a text object."""
    if isinstance(block, Mapping) and "elements" in block:
        return _block(block, depth)
    return string(block)


def _element(element: object) -> str:
    """A control, picture or text of a block: its label and its options."""
    if not isinstance(element, Mapping):
        return ""
    kind = string(element.get("type"))
    if kind in _TEXTS:
        return string(element)
    if kind == "image":
        return _image(element)
    if kind == "feedback_buttons":
        return ""  # thumbs up and down
    if kind in _BUTTONS:
        label = string(element.get("text")) or string(element.get("accessibility_label"))
        return f"[{tag(element.get('url'), label)}]"
    groups = [element, *dicts(element.get("option_groups"))]
    options = (string(option.get("text")) for group in groups for option in dicts(group.get("options")))
    label = next(filter(None, (string(element.get(name)) for name in _LABELS)), "")
    if said := ", ".join(filter(None, (label, *options))):
        return f"[{said}]"
    return "" if kind in _UNLABELLED else f"[an element of type {escaped(kind) or 'unknown'}]"


_TEXTS = frozenset({"plain_text", "mrkdwn", "raw_text"})
_BUTTONS = frozenset({"button", "workflow_button", "icon_button"})
_LABELS = ("initial_value", "initial_date", "initial_time", "placeholder", "text", "alt_text")
_UNLABELLED = frozenset({"overflow", "plain_text_input", "datepicker", "timepicker", "datetimepicker", "file_input"})
"""Elements that can be without any words."""


# Rich text
def _rich_text(block: Json, depth: int) -> str:
    return "\n".join(_part(part, depth) for part in dicts(block.get("elements")))


def _part(part: Json, depth: int) -> str:
    """A paragraph, list, quotation or code of rich text."""
    if depth <= 0:
        return "[more, nested too deeply to be read]"
    inner = part.get("elements")
    match part.get("type"):
        case "rich_text_section":
            return _inline(inner)
        case "rich_text_quote":
            return "\n".join(f"&gt; {line}" for line in _inline(inner).split("\n"))
        case "rich_text_preformatted":
            return f"```\n{_inline(inner)}\n```"
        case "rich_text_list":
            return "\n".join(_items(part, depth - 1))
        case kind if isinstance(inner, list):
            return lines(f"[a part of type {escaped(string(kind))}]", _inline(inner))
        case _:
            return _leaf(part)


def _items(part: Json, depth: int) -> Iterator[str]:
    """The items of a list."""
    indent = "  " * min(part["indent"], 8) if isinstance(part.get("indent"), int) else ""
    first = part["offset"] + 1 if isinstance(part.get("offset"), int) else 1
    marks = {"ordered": "", "checked": "[x] ", "unchecked": "[ ] "}
    for number, item in enumerate(dicts(part.get("elements")), first):
        mark = marks.get(string(part.get("style")), "• ") or f"{number}. "
        yield f"{indent}{mark}{_part(item, depth)}"


def _inline(elements: object) -> str:
    return "".join(map(_leaf, dicts(elements)))


def _leaf(element: Json) -> str:
    """A run of text, a mention, a link or the like."""
    kind = string(element.get("type"))
    if read := _LEAVES.get(kind):
        return read(element)
    said = next(filter(None, (string(element.get(name)) for name in ("text", "label", "title", "name", "value"))), "")
    link = tag(element.get("url"), escaped(said))
    return f"[{escaped(kind).replace('_', ' ')}: {link}]" if link else f"[an element of type {escaped(kind)}]"


def _run(element: Json) -> str:
    text, style = escaped(string(element.get("text"))), element.get("style")
    if not isinstance(style, Mapping):
        return text
    text = f"`{text}`" if style.get("code") else text
    return f"~{text}~" if style.get("strike") else text


def _message_link(element: Json) -> str:
    channel, ts = string(element.get("root_message_channel")), string(element.get("root_message_ts"))
    return noted("a message", f"<#{channel}>" if channel else "", ts)


_BLOCKS: Mapping[str, Callable[[Json, int], str]] = {
    "section": _section,
    "header": lambda block, depth: string(block.get("text")),
    "alert": lambda block, depth: string(block.get("text")),
    "markdown": lambda block, depth: string(block.get("text")),
    "divider": lambda block, depth: "",
    "context": _elements,
    "actions": _elements,
    "context_actions": _elements,
    "image": _image,
    "input": _input,
    "file": _file,
    "call": _call,
    "video": _video,
    "rich_text": _rich_text,
    "table": _table,
    "data_table": _table,
    "data_visualization": _chart,
    "task_card": _task,
    "plan": _plan,
    "card": _card,
    "carousel": _carousel,
    "container": _container,
    "auth_provider": _provider,
}
_LEAVES: Mapping[str, Callable[[Json], str]] = {
    "text": _run,
    "link": lambda element: tag(element.get("url"), escaped(string(element.get("text")))),
    "user": lambda element: f"<@{string(element.get('user_id'))}>",
    "canvas_user_mention": lambda element: f"<@{string(element.get('user_id'))}>",
    "channel": lambda element: f"<#{string(element.get('channel_id'))}>",
    "usergroup": lambda element: f"<!subteam^{string(element.get('usergroup_id'))}>",
    "team": lambda element: f"@{escaped(string(element.get('team_id')))}",
    "broadcast": lambda element: f"<!{string(element.get('range'))}>",
    "date": lambda element: escaped(string(element.get("fallback")) or string(element.get("timestamp"))),
    "color": lambda element: escaped(string(element.get("value"))),
    "emoji": lambda element: f":{escaped(string(element.get('name')))}:",
    "canvas": lambda element: noted("canvas", escaped(string(element.get("label"))), string(element.get("file_id"))),
    "canvas_message_unfurl": _message_link,
}
