"""What others than us and our emulator take for Slack's limits: the SDK's own models, and slackblocks' numbers."""

import re
from collections.abc import Iterator
from typing import Any

import slackblocks._limits as foreign
from slack_sdk.models.blocks import Block

Json = dict[str, Any]

_ITEMS = {
    ("actions", "elements"): foreign.ACTIONS_ELEMENTS_MAX_ITEMS,
    ("context", "elements"): foreign.CONTEXT_ELEMENTS_MAX_ITEMS,
    ("context_actions", "elements"): foreign.CONTEXT_ACTIONS_ELEMENTS_MAX_ITEMS,
    ("overflow", "options"): foreign.OVERFLOW_OPTIONS_MAX_ITEMS,
    ("checkboxes", "options"): foreign.CHECKBOXES_OPTIONS_MAX_ITEMS,
    ("static_select", "options"): foreign.SELECT_OPTIONS_MAX_ITEMS,
    ("multi_static_select", "options"): foreign.SELECT_OPTIONS_MAX_ITEMS,
}
_TEXTS = {
    "button": foreign.BUTTON_TEXT_MAX_LENGTH,
    "header": foreign.HEADER_TEXT_MAX_LENGTH,
    "section": foreign.SECTION_TEXT_MAX_LENGTH,
}
_ALIVE = re.compile(r"<(?!!date\^)")


def taken(blocks: list[Json]) -> None:
    """By the SDK's models, and by the numbers of slackblocks; and nothing in them pings anybody."""
    assert len(blocks) <= foreign.MESSAGE_BLOCKS_MAX_ITEMS
    markdown = [block["text"] for block in blocks if block["type"] == "markdown"]
    assert sum(map(len, markdown)) <= foreign.MARKDOWN_TOTAL_TEXT_MAX_LENGTH
    for block in blocks:
        parsed = Block.parse(block)
        assert parsed is not None, block
        parsed.validate_json()
        assert len(block.get("block_id", "")) <= foreign.BLOCK_ID_MAX_LENGTH
    for one in _objects(blocks):
        _within(one)
        assert not (one.get("type") in ("mrkdwn", "markdown") and _ALIVE.search(one["text"])), one
        assert one.get("type") not in ("user", "usergroup", "channel", "broadcast"), "what pings in rich text"


def dead(text: str) -> None:
    """A text that is read by Slack as mrkdwn: nothing in it pings anybody."""
    assert not _ALIVE.search(text), text


def _within(one: Json) -> None:
    kind = str(one.get("type", ""))
    for (of, name), most in _ITEMS.items():
        assert of != kind or 1 <= len(one[name]) <= most, one
    if kind in _TEXTS and isinstance(one.get("text"), dict):
        assert foreign.TEXT_MIN_LENGTH <= len(one["text"]["text"]) <= _TEXTS[kind], one
    if kind in ("plain_text", "mrkdwn"):
        assert foreign.TEXT_MIN_LENGTH <= len(one["text"]) <= foreign.TEXT_MAX_LENGTH, one
    assert len(one.get("action_id", "")) <= foreign.ACTION_ID_MAX_LENGTH, one
    if kind in ("button", "feedback_buttons"):
        assert len(one.get("value", "")) <= foreign.BUTTON_VALUE_MAX_LENGTH, one
    for option in one.get("options", ()):
        assert len(option["text"]["text"]) <= foreign.OPTION_TEXT_MAX_LENGTH, option
        assert len(option["value"]) <= foreign.OPTION_VALUE_MAX_LENGTH, option


def _objects(value: Any) -> Iterator[Json]:
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(one)
