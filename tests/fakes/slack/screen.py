"""What a person sees of blocks: lines to read, and controls to use."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

_STATELESS = {"button", "overflow", "workflow_button", "feedback_buttons", "icon_button", "image"}


@dataclass(frozen=True, slots=True)
class Control:
    """A button, menu or input, where it stands. `label` is what is written on it or next to it."""

    block_id: str
    element: Json
    label: str
    optional: bool = True

    @property
    def action_id(self) -> str:
        return str(self.element.get("action_id", ""))

    @property
    def kind(self) -> str:
        return str(self.element["type"])

    @property
    def keeps_state(self) -> bool:
        """Its value is part of `state.values`."""
        return self.kind not in _STATELESS

    @property
    def options(self) -> list[Json]:
        groups = self.element.get("option_groups") or []
        return [*(self.element.get("options") or []), *(option for group in groups for option in group["options"])]

    @property
    def labels(self) -> list[str]:
        return [label for label in (self.label, *(option["text"]["text"] for option in self.options)) if label]

    def visible_to(self, user_id: str) -> bool:
        only = self.element.get("visible_to_user_ids")
        return only is None or user_id in only


def controls(blocks: Sequence[Json]) -> list[Control]:
    """Every control in order, also those that only some may see."""
    return [control for block in blocks for control in _controls(block)]


def feedback(blocks: Sequence[Json]) -> list[tuple[Control, Control]]:
    """The two thumbs, up and down, wherever they stand: they are seen as pictures, and are no text to read."""
    found = [
        (str(block.get("block_id", "")), element)
        for block in blocks
        if block["type"] == "context_actions"
        for element in block["elements"]
        if element["type"] == "feedback_buttons"
    ]
    return [(_side(where, one, "positive_button"), _side(where, one, "negative_button")) for where, one in found]


def _side(block_id: str, element: Json, which: str) -> Control:
    side = element[which]
    return Control(block_id, {**side, "type": element["type"], "action_id": element["action_id"]}, side["text"]["text"])


def _controls(block: Json) -> Iterator[Control]:
    block_id = str(block.get("block_id", ""))
    match block["type"]:
        case "actions" | "context_actions":
            for element in block["elements"]:
                if element["type"] != "feedback_buttons":
                    yield Control(block_id, element, _label(element))
        case "section" if block.get("accessory"):
            if block["accessory"]["type"] != "image":
                yield Control(block_id, block["accessory"], _label(block["accessory"]))
        case "input":
            yield Control(block_id, block["element"], block["label"]["text"], bool(block.get("optional")))
        case "card":
            for element in block.get("actions") or []:
                yield Control(block_id, element, _label(element))
        case "carousel":
            yield from controls(block["elements"])
        case "container":
            yield from controls(block["child_blocks"])


def _label(element: Json) -> str:
    text = element.get("text") or element.get("placeholder") or {}
    return str(text.get("text", ""))


def lines(blocks: Sequence[Json]) -> list[str]:
    """What is written there, line by line; controls in brackets."""
    return [line for block in blocks for line in _lines(block) if line]


def _lines(block: Json) -> Iterator[str]:
    match block["type"]:
        case "divider":
            yield "---"
        case "markdown":
            yield block["text"]
        case "rich_text":
            yield _rich(block)
        case "table":
            for row in block["rows"]:
                yield " | ".join(_rich(cell) for cell in row)
        case "section":
            yield _rich(block.get("text", {}))
            yield from (_rich(field) for field in block.get("fields") or [])
            yield from _brackets(block)
        case "context":
            yield " ".join(_rich(element) for element in block["elements"])
        case "input":
            yield f"{block['label']['text']}: {_brackets_of(next(_controls(block)))}"
            yield _rich(block.get("hint", {}))
        case "actions" | "context_actions":
            yield " ".join(_brackets(block))
        case "container":
            yield from (_rich(block.get(key, {})) for key in ("title", "rich_text_title", "subtitle"))
            yield from lines(block["child_blocks"])
        case "carousel":
            yield from lines(block["elements"])
        case "card":
            yield from (_rich(block.get(key, {})) for key in ("title", "subtitle", "body", "subtext"))
            yield from _brackets(block)
        case "plan":
            yield block["title"]
            yield from lines(block.get("tasks") or [])
        case "task_card":
            yield f"{block['title']} ({block.get('status', 'pending')})"
            yield from (_rich(block.get(key, {})) for key in ("details", "output"))
        case _:
            yield _rich(block)


def _brackets(block: Json) -> Iterator[str]:
    return (_brackets_of(control) for control in _controls(block))


def _brackets_of(control: Control) -> str:
    initial = control.element.get("initial_value")
    return f"[{' | '.join(control.labels) or control.kind}]" if initial is None else f"[{initial}]"


def _rich(value: Any) -> str:
    """All text below here, in order."""
    if isinstance(value, list):
        return "".join(map(_rich, value))
    if not isinstance(value, dict):
        return ""
    text = value.get("text")
    if isinstance(text, str):
        return text
    if value.get("type") == "user":
        return f"<@{value['user_id']}>"
    if value.get("type") == "channel":
        return f"<#{value['channel_id']}>"
    if value.get("type") == "date":
        return str(value.get("fallback", ""))
    if value.get("type") in ("rich_text_list", "rich_text"):
        return "\n".join(map(_rich, value["elements"]))
    own = value.get("alt_text") or value.get("url") or ""
    return f"{own}{_rich(text)}{_rich(value.get('title'))}{_rich(value.get('elements'))}"
