"""Block Kit as Slack judges it: `check_message` and `check_view` refuse what Slack refuses."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.fakes.slack import limits
from tests.fakes.slack.elements import (
    IMAGE_FIELDS,
    IN_ACTIONS,
    IN_CONTEXT_ACTIONS,
    IN_INPUT,
    IN_SECTION,
    PLAIN,
    context_element,
    element,
    text,
)
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.schema import (
    Check,
    anything,
    boolean,
    both,
    choice,
    either,
    items,
    one_of,
    record,
    string,
)

Json = dict[str, Any]

_BLOCK_ID: Mapping[str, Check] = {"block_id": string(limits.BLOCK_ID)}
_RICH_TEXT = one_of(
    lambda: {
        "rich_text_section": record({"elements": items(anything, least=0)}),
        "rich_text_quote": record({"elements": items(anything)}, {"border": anything}),
        "rich_text_preformatted": record({"elements": items(anything)}, {"border": anything, "language": string()}),
        "rich_text_list": record(
            {"elements": items(anything), "style": choice("bullet", "ordered")},
            {"indent": anything, "offset": anything, "border": anything},
        ),
    }
)


def _block(required: Mapping[str, Check] | None = None, optional: Mapping[str, Check] | None = None) -> Check:
    return record(required, {**_BLOCK_ID, **(optional or {})})


def _nested(*kinds: str) -> Check:
    return one_of(lambda: BLOCKS, *kinds)


def _table_columns(value: Any, at: str) -> Iterator[str]:
    for index, row in enumerate(value.get("rows") or []):
        if isinstance(row, list) and len(row) > limits.TABLE_COLUMNS:
            yield f"no more than {limits.TABLE_COLUMNS} items allowed [json-pointer:{at}/rows/{index}]"


_TASK = {
    "task_id": string(None, 1),
    "title": string(None, 1),
}
_TASK_MORE = {
    "status": choice("pending", "in_progress", "complete", "error"),
    "details": _nested("rich_text"),
    "output": _nested("rich_text"),
    "sources": items(anything),
}

BLOCKS: Mapping[str, Check] = {
    "section": both(
        _block(
            None,
            {
                "text": text(limits.SECTION_TEXT),
                "fields": items(text(limits.FIELD_TEXT), limits.SECTION_FIELDS),
                "accessory": element(*IN_SECTION),
                "expand": boolean,
            },
        ),
        either("text", "fields"),
    ),
    "divider": _block(),
    "header": _block({"text": text(limits.HEADER_TEXT, PLAIN)}),
    "image": both(
        _block({"alt_text": string(limits.ALT_TEXT, 1)}, {**IMAGE_FIELDS, "title": text(limits.IMAGE_TITLE, PLAIN)}),
        either("image_url", "slack_file"),
    ),
    "context": _block({"elements": items(context_element, limits.CONTEXT_ELEMENTS)}),
    "actions": _block({"elements": items(element(*IN_ACTIONS), limits.ACTIONS_ELEMENTS)}),
    "context_actions": _block({"elements": items(element(*IN_CONTEXT_ACTIONS), limits.CONTEXT_ACTIONS_ELEMENTS)}),
    "input": _block(
        {"label": text(limits.INPUT_LABEL, PLAIN), "element": element(*IN_INPUT)},
        {"hint": text(limits.INPUT_HINT, PLAIN), "optional": boolean, "dispatch_action": boolean},
    ),
    "markdown": _block({"text": string(None, 1)}),  # too long is msg_too_long, see check_message
    "rich_text": _block({"elements": items(_RICH_TEXT, least=0)}),
    "table": both(
        _block(
            {"rows": items(items(anything, least=0), limits.TABLE_ROWS)},
            {"column_settings": items(anything, limits.TABLE_COLUMNS)},
        ),
        _table_columns,
    ),
    "video": _block(
        {
            "alt_text": string(None, 1),
            "title": text(limits.VIDEO_TITLE, PLAIN),
            "video_url": string(None, 1),
            "thumbnail_url": string(None, 1),
        },
        {
            "title_url": string(),
            "description": text(limits.VIDEO_TITLE, PLAIN),
            "provider_icon_url": string(),
            "provider_name": string(),
            "author_name": string(limits.VIDEO_AUTHOR),
        },
    ),
    "task_card": _block(_TASK, _TASK_MORE),
    "plan": _block({"title": string(None, 1)}, {"tasks": items(_nested("task_card"), limits.PLAN_TASKS)}),
    "alert": _block(
        {"text": text(limits.ALERT_TEXT)}, {"level": choice("default", "info", "warning", "error", "success")}
    ),
    "card": both(
        _block(
            None,
            {
                "hero_image": element("image"),
                "icon": element("image"),
                "title": text(limits.CARD_TITLE),
                "subtitle": text(limits.CARD_SUBTITLE),
                "body": text(limits.CARD_BODY),
                "subtext": text(limits.CARD_SUBTEXT),
                "actions": items(element("button"), limits.CARD_ACTIONS),
            },
        ),
        either("hero_image", "title", "actions", "body"),
    ),
    "carousel": _block({"elements": items(_nested("card"), limits.CAROUSEL_CARDS)}),
    "container": both(
        _block(
            {"child_blocks": items(_nested(), limits.CONTAINER_CHILDREN)},
            {
                "title": text(limits.CONTAINER_TITLE, PLAIN),
                "rich_text_title": _nested("rich_text"),
                "subtitle": text(limits.CONTAINER_TITLE),
                "width": choice("narrow", "standard", "wide", "full"),
                "icon": element("image"),
                "is_collapsible": boolean,
                "default_collapsed": boolean,
                "has_header_divider": boolean,
            },
        ),
        either("title", "rich_text_title"),
    ),
}

_NOT_IN_VIEWS = {"markdown", "table", "task_card", "plan", "context_actions"}
_MESSAGE = items(_nested(), limits.MESSAGE_BLOCKS, least=0)
_VIEW_BLOCKS = items(
    one_of(lambda: BLOCKS, *(kind for kind in BLOCKS if kind not in _NOT_IN_VIEWS)), limits.VIEW_BLOCKS
)
_VIEW_SHARED: Mapping[str, Check] = {
    "callback_id": string(limits.CALLBACK_ID),
    "private_metadata": string(limits.PRIVATE_METADATA),
    "external_id": string(limits.EXTERNAL_ID),
}
_VIEW = one_of(
    lambda: {
        "modal": record(
            {"title": text(limits.VIEW_TITLE, PLAIN), "blocks": _VIEW_BLOCKS},
            {
                **_VIEW_SHARED,
                "submit": text(limits.VIEW_SUBMIT, PLAIN),
                "close": text(limits.VIEW_CLOSE, PLAIN),
                "clear_on_close": boolean,
                "notify_on_close": boolean,
                "submit_disabled": boolean,
            },
        ),
        "home": record({"blocks": _VIEW_BLOCKS}, _VIEW_SHARED),
    }
)


def check_message(blocks: Any) -> list[Json]:
    """The blocks of a message, or Refusal: invalid_blocks_format, invalid_blocks, msg_too_long, msg_blocks_too_long."""
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise Refusal("invalid_blocks_format")
    wrong = [*_MESSAGE(blocks, "/blocks"), *_repeated_ids(blocks, "/blocks")]
    if sum(block.get("type") == "table" for block in blocks) > 1:
        wrong.append("only_one_table_allowed [json-pointer:/blocks]")
    if wrong:
        raise Refusal("invalid_blocks", wrong)
    if sum(len(block["text"]) for block in blocks if block["type"] == "markdown") > limits.MARKDOWN_TEXT:
        raise Refusal("msg_too_long")
    if _words(blocks) + limits.BLOCK_OVERHEAD * len(blocks) > limits.BLOCKS_TOTAL:
        raise Refusal("msg_blocks_too_long")
    return blocks


def check_view(view: Any) -> Json:
    """A modal or home view, or Refusal: invalid_arguments, view_too_large."""
    wrong = list(_VIEW(view, "/view"))
    if not wrong:
        wrong.extend(_repeated_ids(view["blocks"], "/view/blocks"))
        inputs = any(block["type"] == "input" for block in view["blocks"])
        if view["type"] == "modal" and inputs and not view.get("submit"):
            wrong.append("missing required field: submit (the view has input blocks) [json-pointer:/view]")
    if wrong:
        raise Refusal("invalid_arguments", wrong)
    if len(json.dumps(view).encode()) > limits.VIEW_BYTES:
        raise Refusal("view_too_large")
    checked: Json = view
    return checked


def with_ids(blocks: list[Json], make: Callable[[], str]) -> list[Json]:
    """A copy in which every block has a block_id and every interactive element an action_id, as Slack fills them in."""

    def filled(one: Json) -> Json:
        if one.get("type") in {"button", "overflow", *IN_INPUT, *IN_CONTEXT_ACTIONS} and not one.get("action_id"):
            return {**one, "action_id": make()}
        return one

    done: list[Json] = []
    for block in blocks:
        copy: Json = json.loads(json.dumps(block))
        copy["block_id"] = copy.get("block_id") or make()
        for key in ("accessory", "element"):
            if isinstance(copy.get(key), dict):
                copy[key] = filled(copy[key])
        if copy["type"] in {"actions", "context_actions"}:
            copy["elements"] = [filled(one) for one in copy["elements"]]
        done.append(copy)
    return done


def _repeated_ids(blocks: list[Json], at: str) -> Iterator[str]:
    ids = Counter(block["block_id"] for block in blocks if isinstance(block, dict) and block.get("block_id"))
    for block_id, times in ids.items():
        if times > 1:
            yield f'block_id "{block_id}" already exists [json-pointer:{at}]'
    for index, block in enumerate(blocks):
        elements = block.get("elements") if isinstance(block, dict) else None
        if not isinstance(elements, list):
            continue
        named = Counter(one["action_id"] for one in elements if isinstance(one, dict) and one.get("action_id"))
        for action_id, times in named.items():
            if times > 1:
                yield f'action_id "{action_id}" already exists for this block [json-pointer:{at}/{index}/elements]'


def _words(value: Any) -> int:
    """Characters of every text below here."""
    if isinstance(value, list):
        return sum(_words(item) for item in value)
    if not isinstance(value, dict):
        return 0
    return sum(len(item) if key == "text" and isinstance(item, str) else _words(item) for key, item in value.items())
