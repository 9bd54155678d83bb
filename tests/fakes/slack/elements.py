"""The composition objects and elements of Block Kit, each as a check (docs.slack.dev/reference/block-kit)."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.fakes.slack import limits
from tests.fakes.slack.schema import (
    Check,
    anything,
    boolean,
    both,
    choice,
    either,
    integer,
    items,
    not_both,
    one_of,
    record,
    string,
)

PLAIN, MRKDWN = "plain_text", "mrkdwn"


def text(most: int, *kinds: str, least: int = 1) -> Check:
    """A text object of one of `kinds` (either when none is named) with `least` to `most` characters."""
    words = string(most, least)
    bodies: dict[str, Check] = {
        PLAIN: record({"text": words}, {"emoji": boolean}),
        MRKDWN: record({"text": words}, {"verbatim": boolean}),
    }
    return one_of(lambda: bodies, *kinds)


def option(*kinds: str) -> Check:
    return record(
        {"text": text(limits.OPTION_TEXT, *kinds), "value": string(limits.OPTION_VALUE, 1)},
        {"description": text(limits.OPTION_DESCRIPTION, *kinds), "url": string(limits.BUTTON_URL)},
    )


OPTION = option(PLAIN)
RICH_OPTION = option()
CONFIRM = record(
    {
        "title": text(limits.CONFIRM_TITLE, PLAIN),
        "text": text(limits.CONFIRM_TEXT),
        "confirm": text(limits.CONFIRM_BUTTON, PLAIN),
        "deny": text(limits.CONFIRM_BUTTON, PLAIN),
    },
    {"style": choice("primary", "danger")},
)
OPTION_GROUP = record(
    {"label": text(limits.OPTION_GROUP_LABEL, PLAIN), "options": items(OPTION, limits.SELECT_OPTIONS)}
)
FEEDBACK_BUTTON = record(
    {"text": text(limits.FEEDBACK_BUTTON_TEXT, PLAIN), "value": string(limits.FEEDBACK_BUTTON_VALUE)},
    {"accessibility_label": string(limits.ACCESSIBILITY_LABEL)},
)
IMAGE_FIELDS: Mapping[str, Check] = {"image_url": string(limits.IMAGE_URL, 1), "slack_file": anything}

_ACTION_ID: Mapping[str, Check] = {"action_id": string(limits.ACTION_ID, 1)}
_MENU: Mapping[str, Check] = {
    **_ACTION_ID,
    "confirm": CONFIRM,
    "placeholder": text(limits.PLACEHOLDER, PLAIN),
    "focus_on_load": boolean,
}
_VISIBLE: Mapping[str, Check] = {"visible_to_user_ids": items(string(None, 1), limits.VISIBLE_TO_USERS)}
_FILTER: Mapping[str, Check] = {"filter": anything, "default_to_current_conversation": boolean}
_RESPONSE_URL: Mapping[str, Check] = {"response_url_enabled": boolean}
_MANY: Mapping[str, Check] = {"max_selected_items": integer(1, 1_000)}


def _typed_input(most: int = limits.PLAIN_TEXT_INPUT) -> dict[str, Check]:
    return {
        **_ACTION_ID,
        "initial_value": string(most),
        "placeholder": text(limits.PLACEHOLDER, PLAIN),
        "focus_on_load": boolean,
        "dispatch_action_config": anything,
    }


def _static_select(initial: Mapping[str, Check]) -> Check:
    return both(
        record(
            None,
            {
                **_MENU,
                "options": items(OPTION, limits.SELECT_OPTIONS),
                "option_groups": items(OPTION_GROUP, limits.OPTION_GROUPS),
                **initial,
            },
        ),
        either("options", "option_groups"),
        not_both("options", "option_groups"),
    )


def _choices(most: int, initial: Mapping[str, Check]) -> Check:
    fields: dict[str, Check] = {**_ACTION_ID, "confirm": CONFIRM, "focus_on_load": boolean}
    return record({"options": items(RICH_OPTION, most)}, {**fields, **initial})


ELEMENTS: Mapping[str, Check] = {
    "button": record(
        {"text": text(limits.BUTTON_TEXT, PLAIN)},
        {
            **_ACTION_ID,
            **_VISIBLE,
            "value": string(limits.BUTTON_VALUE),
            "url": string(limits.BUTTON_URL),
            "style": choice("primary", "danger"),
            "confirm": CONFIRM,
            "accessibility_label": string(limits.ACCESSIBILITY_LABEL),
            "agent_prompt": string(4_000),
            "agent_prompt_display": string(),
        },
    ),
    "overflow": record({"options": items(OPTION, limits.OVERFLOW_OPTIONS)}, {**_ACTION_ID, "confirm": CONFIRM}),
    "static_select": _static_select({"initial_option": OPTION}),
    "multi_static_select": _static_select({"initial_options": items(OPTION, limits.SELECT_OPTIONS), **_MANY}),
    "external_select": record(None, {**_MENU, "initial_option": OPTION, "min_query_length": integer(0, 100)}),
    "multi_external_select": record(
        None, {**_MENU, **_MANY, "initial_options": items(OPTION), "min_query_length": integer(0, 100)}
    ),
    "users_select": record(None, {**_MENU, "initial_user": string(None, 1)}),
    "multi_users_select": record(None, {**_MENU, **_MANY, "initial_users": items(string(None, 1))}),
    "conversations_select": record(
        None, {**_MENU, **_FILTER, **_RESPONSE_URL, "initial_conversation": string(None, 1)}
    ),
    "multi_conversations_select": record(
        None, {**_MENU, **_FILTER, **_MANY, "initial_conversations": items(string(None, 1))}
    ),
    "channels_select": record(None, {**_MENU, **_RESPONSE_URL, "initial_channel": string(None, 1)}),
    "multi_channels_select": record(None, {**_MENU, **_MANY, "initial_channels": items(string(None, 1))}),
    "checkboxes": _choices(limits.CHECKBOXES, {"initial_options": items(RICH_OPTION, limits.CHECKBOXES)}),
    "radio_buttons": _choices(limits.RADIO_BUTTONS, {"initial_option": RICH_OPTION}),
    "datepicker": record(None, {**_MENU, "initial_date": string(10, 10)}),
    "timepicker": record(None, {**_MENU, "initial_time": string(5, 5), "timezone": string()}),
    "datetimepicker": record(
        None,
        {**_ACTION_ID, "confirm": CONFIRM, "focus_on_load": boolean, "initial_date_time": integer(0, 9_999_999_999)},
    ),
    "plain_text_input": record(
        None,
        {
            **_typed_input(),
            "multiline": boolean,
            "min_length": integer(0, limits.PLAIN_TEXT_INPUT),
            "max_length": integer(1, limits.PLAIN_TEXT_INPUT),
        },
    ),
    "email_text_input": record(None, _typed_input()),
    "url_text_input": record(None, _typed_input()),
    "number_input": record(
        {"is_decimal_allowed": boolean}, {**_typed_input(), "min_value": string(), "max_value": string()}
    ),
    "rich_text_input": record(None, {**_typed_input(), "initial_value": anything}),
    "file_input": record(
        None, {**_ACTION_ID, "filetypes": items(string(None, 1)), "max_files": integer(1, limits.FILE_INPUT_FILES)}
    ),
    "image": both(record({"alt_text": string(limits.ALT_TEXT, 1)}, IMAGE_FIELDS), either("image_url", "slack_file")),
    "feedback_buttons": record({"positive_button": FEEDBACK_BUTTON, "negative_button": FEEDBACK_BUTTON}, _ACTION_ID),
    "icon_button": record(
        {"icon": choice("trash"), "text": text(limits.BUTTON_TEXT, PLAIN)},
        {
            **_ACTION_ID,
            **_VISIBLE,
            "value": string(limits.BUTTON_VALUE),
            "confirm": CONFIRM,
            "accessibility_label": string(limits.ACCESSIBILITY_LABEL),
        },
    ),
    "workflow_button": record(
        {"text": text(limits.BUTTON_TEXT, PLAIN), "workflow": anything},
        {
            **_ACTION_ID,
            "style": choice("primary", "danger"),
            "accessibility_label": string(limits.ACCESSIBILITY_LABEL),
        },
    ),
}

_SELECTS = tuple(kind for kind in ELEMENTS if kind.endswith("_select"))
_PICKERS = ("datepicker", "timepicker", "datetimepicker", "checkboxes", "radio_buttons")
_TYPED = (
    "plain_text_input",
    "email_text_input",
    "url_text_input",
    "number_input",
    "rich_text_input",
    "file_input",
)

IN_ACTIONS = ("button", "overflow", "workflow_button", "rich_text_input", *_SELECTS, *_PICKERS)
IN_SECTION = ("button", "overflow", "workflow_button", "image", *_SELECTS, *_PICKERS)
IN_INPUT = (*_TYPED, *_SELECTS, *_PICKERS)
IN_CONTEXT_ACTIONS = ("feedback_buttons", "icon_button")


def element(*kinds: str) -> Check:
    """An element of one of these kinds."""
    return one_of(lambda: ELEMENTS, *kinds)


def context_element(value: Any, at: str) -> Iterator[str]:
    """What a context block holds: an image or a text."""
    if isinstance(value, dict) and value.get("type") in (PLAIN, MRKDWN):
        yield from text(limits.SECTION_TEXT)(value, at)
    else:
        yield from element("image")(value, at)
