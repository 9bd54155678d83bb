"""Forms as Slack's modals, and what comes back from them.

An input of a modal holds 3,000 characters. What is longer is left out of the form, with a line that says so, and
keeps its value.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adapters.slack import controls, kit, review
from adapters.slack.limits import (
    ID,
    INPUT,
    LABEL,
    OPTION,
    PRIVATE_METADATA,
    SECTION,
    SELECT,
    VIEW_BLOCKS,
    VIEW_BYTES,
    VIEW_TITLE,
)
from adapters.slack.text import cut
from harness.approvals.forms import NothingToFill
from harness.chat.cards import Field, Form
from harness.chat.people import Place
from harness.chat.visible import visible

Json = dict[str, Any]

SHOWN = 10_000
"""Characters of what is only read."""
ERROR = 300
"""Characters of an error below a field."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a modal remembers: where its button was, and the fields that it left out."""

    token: str
    channel: str
    thread: str
    message: str
    kept: tuple[str, ...] = ()


def modal(form: Form, place: Place, message: str) -> Json:
    """The view of that form, opened from a button on `message`. Raises NothingToFill, also if there is no room for what
    is decided by it.
    """
    blocks: list[Json] = []
    kept: list[str] = []
    size = 0
    for number, field in enumerate(form.fields):
        block = _input(number, field)
        length = len(json.dumps(block))
        if len(field.value) > INPUT or size + length > VIEW_BYTES or len(blocks) >= VIEW_BLOCKS - 1:
            kept.append(field.name)
        else:
            blocks.append(block)
            size += length
    if not form.fields and form.text:
        return _shown(form)
    if not blocks:
        raise NothingToFill(
            f"This is too long to edit here ({_names(kept)}): Slack's fields hold 3,000 characters."
            if kept
            else "There is nothing to fill in."
        )
    if kept:
        blocks.append(_left_out(kept))
    if form.card:
        blocks[:0] = review.whole(form.card)
    if form.text:
        blocks.insert(0, {"type": "section", "block_id": "text", "text": _plain(form.text, SECTION)})
    opened = Opened(form.token, place.channel, place.thread, message, tuple(kept))
    return {
        "type": "modal",
        "callback_id": controls.CALLBACK,
        "private_metadata": _remembered(opened),
        "title": _plain(form.title, VIEW_TITLE),
        "submit": _plain(form.submit, VIEW_TITLE),
        "close": _plain("Cancel", VIEW_TITLE),
        "blocks": blocks,
    }


def _shown(form: Form) -> Json:
    """A view that is only read."""
    text = kit.rich(kit.preformatted(cut(visible(form.text), SHOWN)))
    close = _plain("Close", VIEW_TITLE)
    return {"type": "modal", "title": _plain(form.title, VIEW_TITLE), "close": close, "blocks": [text]}


def opened(view: Mapping[str, Any]) -> Opened | None:
    """What a modal of ours remembers; None if it is not ours, or remembers something else."""
    if view.get("callback_id") != controls.CALLBACK:
        return None
    match remembered(view):
        case [str(token), str(channel), str(thread), str(message), [*kept]] if all(isinstance(k, str) for k in kept):
            return Opened(token, channel, thread, message, tuple(map(str, kept)))
        case _:
            return None


def remembered(view: Mapping[str, Any]) -> object:
    """What stands in the memory of a modal; None if nothing that can be read does."""
    try:
        return json.loads(str(view.get("private_metadata") or ""))
    except (ValueError, RecursionError):
        return None


def values(view: Mapping[str, Any]) -> dict[str, str]:
    """What was typed, by the field's name; a choice of several is joined by newlines."""
    entries = (view.get("state") or {}).get("values") or {}
    return {name: _typed(entry) for block in entries.values() for name, entry in block.items()}


def typed(view: Mapping[str, Any]) -> bool:
    """Are there words of theirs in it, which would be gone with the modal?"""
    held = values(view)
    texts = [block["element"] for block in _inputs(view) if block["element"].get("type") == "plain_text_input"]
    return any(held.get(one["action_id"], "").strip() != str(one.get("initial_value") or "").strip() for one in texts)


def errors(view: Mapping[str, Any], fields: Mapping[str, str]) -> dict[str, str]:
    """The errors of fields, by the block that each is in. What belongs to no block goes to the first."""
    blocks = {block["element"]["action_id"]: block["block_id"] for block in _inputs(view)}
    first = next(iter(blocks.values()))
    found: dict[str, str] = {}
    for name, why in fields.items():
        block = blocks.get(name, first)
        line = why if name in blocks or not name else f"{name}: {why}"
        found[block] = cut("; ".join(filter(None, (found.get(block), line))), ERROR)
    return found


def _inputs(view: Mapping[str, Any]) -> list[Json]:
    return [block for block in view.get("blocks") or [] if block.get("type") == "input"]


def _remembered(opened: Opened) -> str:
    text = json.dumps([opened.token, opened.channel, opened.thread, opened.message, opened.kept])
    if len(text) > PRIVATE_METADATA:
        raise NothingToFill("This is too large to edit here.")
    return text


def _input(number: int, field: Field) -> Json:
    block: Json = {
        "type": "input",
        "block_id": f"field.{number}",
        "label": _plain(field.label or field.name, LABEL),
        "element": {"action_id": cut(field.name, ID), **_element(field)},
        "optional": not field.required,
    }
    hint = field.hint
    if field.options and block["element"]["type"] != "static_select":
        hint = f"{hint} One of: {', '.join(field.options)}"
    if hint:
        block["hint"] = _plain(hint, LABEL)
    return block


def _element(field: Field) -> Json:
    if field.options and len(field.options) <= SELECT and all(0 < len(each) <= OPTION for each in field.options):
        options = {each: {"text": _plain(each, OPTION), "value": each} for each in field.options}
        chosen = {"initial_option": options[field.value]} if field.value in options else {}
        return {"type": "static_select", "options": list(options.values()), **chosen}
    several = field.kind in ("text", "json") or "\n" in field.value
    filled = {"initial_value": field.value} if field.value else {}
    return {"type": "plain_text_input", "multiline": several, "max_length": min(field.most or INPUT, INPUT), **filled}


def _left_out(kept: list[str]) -> Json:
    text = f"Too long to edit here (Slack's fields hold 3,000 characters), so it stays as it is: {_names(kept)}"
    return {"type": "section", "block_id": "kept", "text": _plain(text, SECTION)}


def _names(names: list[str]) -> str:
    return ", ".join(names)


def _plain(text: str, most: int) -> Json:
    """In one line."""
    return kit.plain(" ".join(text.split()), most)


def _typed(entry: Mapping[str, Any]) -> str:
    if entry.get("selected_options"):
        return "\n".join(str(option["value"]) for option in entry["selected_options"])
    return str((entry.get("selected_option") or {}).get("value") or entry.get("value") or "")
