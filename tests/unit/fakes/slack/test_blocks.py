"""Each limit of Block Kit: at it Slack takes the blocks, one past it Slack refuses them."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
import slackblocks._limits as foreign
from slack_sdk.models import blocks as sdk

from tests.fakes.slack import limits
from tests.fakes.slack.blocks import check_message, check_view, with_ids
from tests.fakes.slack.refusal import Refusal

Json = dict[str, Any]


def plain(size: int) -> Json:
    return {"type": "plain_text", "text": "x" * size}


def mrkdwn(size: int) -> Json:
    return {"type": "mrkdwn", "text": "x" * size}


def button(**more: Any) -> Json:
    return {"type": "button", "text": plain(1), **more}


def actions(*elements: Json) -> list[Json]:
    return [{"type": "actions", "elements": list(elements)}]


def option(text: int = 1, value: int = 1, **more: Any) -> Json:
    return {"text": plain(text), "value": "v" * value, **more}


def options(count: int) -> list[Json]:
    return [option() for _ in range(count)]


def menu(kind: str, **more: Any) -> list[Json]:
    return actions({"type": kind, **more})


def entry(element: Json, **more: Any) -> list[Json]:
    return [{"type": "input", "label": plain(1), "element": element, **more}]


def confirm(**more: Any) -> Json:
    return button(confirm={"title": plain(1), "text": plain(1), "confirm": plain(1), "deny": plain(1), **more})


TYPED: Json = {"type": "plain_text_input"}

SIZES: list[tuple[str, int, Callable[[int], list[Json]]]] = [
    ("blocks", 50, lambda n: [{"type": "divider"} for _ in range(n)]),
    ("section text", 3000, lambda n: [{"type": "section", "text": mrkdwn(n)}]),
    ("section fields", 10, lambda n: [{"type": "section", "fields": [mrkdwn(1) for _ in range(n)]}]),
    ("section field text", 2000, lambda n: [{"type": "section", "fields": [mrkdwn(n)]}]),
    ("header text", 150, lambda n: [{"type": "header", "text": plain(n)}]),
    ("context elements", 10, lambda n: [{"type": "context", "elements": [mrkdwn(1) for _ in range(n)]}]),
    ("actions elements", 25, lambda n: actions(*(button() for _ in range(n)))),
    ("block_id", 255, lambda n: [{"type": "divider", "block_id": "b" * n}]),
    ("action_id", 255, lambda n: actions(button(action_id="a" * n))),
    ("button text", 75, lambda n: actions(button(text=plain(n)))),
    ("button value", 2000, lambda n: actions(button(value="v" * n))),
    ("button url", 3000, lambda n: actions(button(url="u" * n))),
    ("button accessibility_label", 75, lambda n: actions(button(accessibility_label="l" * n))),
    ("confirm title", 100, lambda n: actions(confirm(title=plain(n)))),
    ("confirm text", 300, lambda n: actions(confirm(text=plain(n)))),
    ("confirm button", 30, lambda n: actions(confirm(confirm=plain(n)))),
    ("option text", 75, lambda n: menu("static_select", options=[option(text=n)])),
    ("option value", 150, lambda n: menu("static_select", options=[option(value=n)])),
    ("option description", 75, lambda n: menu("static_select", options=[option(description=plain(n))])),
    ("select options", 100, lambda n: menu("static_select", options=options(n))),
    ("select placeholder", 150, lambda n: menu("static_select", options=options(1), placeholder=plain(n))),
    (
        "option group label",
        75,
        lambda n: menu("static_select", option_groups=[{"label": plain(n), "options": options(1)}]),
    ),
    ("overflow options", 5, lambda n: menu("overflow", options=options(n))),
    ("checkboxes", 10, lambda n: menu("checkboxes", options=options(n))),
    ("radio buttons", 10, lambda n: menu("radio_buttons", options=options(n))),
    ("input label", 2000, lambda n: entry(TYPED, label=plain(n))),
    ("input hint", 2000, lambda n: entry(TYPED, hint=plain(n))),
    ("input max_length", 3000, lambda n: entry({**TYPED, "max_length": n})),
    ("input initial_value", 3000, lambda n: entry({**TYPED, "initial_value": "x" * n})),
    ("image alt_text", 2000, lambda n: [{"type": "image", "image_url": "https://x", "alt_text": "x" * n}]),
    ("table rows", 100, lambda n: [{"type": "table", "rows": [[{"type": "raw_text", "text": ""}] for _ in range(n)]}]),
    (
        "table columns",
        20,
        lambda n: [{"type": "table", "rows": [[{"type": "raw_text", "text": ""} for _ in range(n)]]}],
    ),
    ("alert text", 200, lambda n: [{"type": "alert", "text": plain(n)}]),
    ("card body", 200, lambda n: [{"type": "card", "body": plain(n)}]),
    ("container children", 10, lambda n: [{"type": "container", "title": plain(1), "child_blocks": dividers(n)}]),
    (
        "context_actions elements",
        5,
        lambda n: [{"type": "context_actions", "elements": [feedback() for _ in range(n)]}],
    ),
]


def dividers(count: int) -> list[Json]:
    return [{"type": "divider"} for _ in range(count)]


def feedback() -> Json:
    side = {"text": plain(1), "value": "v"}
    return {"type": "feedback_buttons", "positive_button": side, "negative_button": side}


@pytest.mark.parametrize(("name", "most", "make"), SIZES, ids=[name for name, _, _ in SIZES])
def test_a_size_is_taken_up_to_its_limit_and_refused_past_it(
    name: str, most: int, make: Callable[[int], list[Json]]
) -> None:
    check_message(make(most))
    with pytest.raises(Refusal) as refused:
        check_message(make(most + 1))
    assert refused.value.code == "invalid_blocks"
    assert "json-pointer:/blocks" in refused.value.messages[0]


@pytest.mark.parametrize(
    ("blocks", "said"),
    [
        ([{"type": "poem", "text": "x"}], "unsupported type: poem"),
        ([{"text": "x"}], "unsupported type: None"),
        ([{"type": "section"}], "must have one of: text, fields"),
        ([{"type": "section", "text": "bare"}], "must be an object"),
        ([{"type": "section", "text": mrkdwn(0)}], "must be more than 0 characters"),
        ([{"type": "header", "text": mrkdwn(1)}], "unsupported type: mrkdwn"),
        ([{"type": "divider", "colour": "red"}], "invalid additional property: colour"),
        (actions(), "no fewer than 1 items"),
        (actions({"type": "plain_text_input"}), "unsupported type: plain_text_input"),
        (actions(button(text=mrkdwn(1))), "unsupported type: mrkdwn"),
        (actions(button(style="blue")), "must be one of: primary, danger"),
        (actions(button(value=3)), "must be a string"),
        (actions(button(action_id="a"), button(action_id="a")), 'action_id "a" already exists'),
        ([{"type": "divider", "block_id": "b"}, {"type": "divider", "block_id": "b"}], 'block_id "b" already exists'),
        (menu("static_select"), "must have one of: options, option_groups"),
        (menu("static_select", options=[]), "no fewer than 1 items"),
        ([{"type": "table", "rows": [[{}]]}] * 2, "only_one_table_allowed"),
        ([{"type": "image", "alt_text": "x"}], "must have one of: image_url, slack_file"),
    ],
)
def test_what_is_malformed_is_refused_with_its_place(blocks: list[Json], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_message(blocks)
    assert refused.value.code == "invalid_blocks"
    assert said in " ".join(refused.value.messages)
    assert refused.value.body()["response_metadata"]["messages"][0].startswith("[ERROR] ")


@pytest.mark.parametrize("blocks", ["x", {}, [1], None])
def test_blocks_that_are_no_list_of_objects_have_the_wrong_format(blocks: Any) -> None:
    with pytest.raises(Refusal, match="invalid_blocks_format"):
        check_message(blocks)


def test_markdown_is_limited_in_all_of_a_message() -> None:
    check_message([{"type": "markdown", "text": "x" * 6000}] * 2)
    with pytest.raises(Refusal, match="msg_too_long"):
        check_message([{"type": "markdown", "text": "x" * 6000}, {"type": "markdown", "text": "x" * 6001}])


def test_the_sum_of_all_blocks_is_limited_though_each_is_within_its_own() -> None:
    def sections(last: int) -> list[Json]:
        return [{"type": "section", "text": mrkdwn(size)} for size in (3000, 3000, 3000, last)]

    check_message(sections(2900))
    with pytest.raises(Refusal, match="msg_blocks_too_long"):
        check_message([*sections(3000), {"type": "section", "text": mrkdwn(1300)}])


def modal(**more: Any) -> Json:
    return {"type": "modal", "title": plain(1), "submit": plain(1), "blocks": entry(TYPED), **more}


@pytest.mark.parametrize(
    ("name", "most", "make"),
    [
        ("title", 24, lambda n: modal(title=plain(n))),
        ("submit", 24, lambda n: modal(submit=plain(n))),
        ("close", 24, lambda n: modal(close=plain(n))),
        ("callback_id", 255, lambda n: modal(callback_id="c" * n)),
        ("private_metadata", 3000, lambda n: modal(private_metadata="m" * n)),
        ("external_id", 255, lambda n: modal(external_id="e" * n)),
        ("blocks", 100, lambda n: modal(blocks=dividers(n))),
    ],
)
def test_a_view_is_taken_up_to_its_limits(name: str, most: int, make: Callable[[int], Json]) -> None:
    check_view(make(most))
    with pytest.raises(Refusal) as refused:
        check_view(make(most + 1))
    assert refused.value.code == "invalid_arguments"
    assert f"json-pointer:/view/{name}" in refused.value.messages[0]


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ({"type": "panel"}, "unsupported type: panel"),
        ({"type": "modal", "blocks": dividers(1)}, "missing required field: title"),
        ({"type": "modal", "title": plain(1), "blocks": entry(TYPED)}, "missing required field: submit"),
        (modal(blocks=[{"type": "markdown", "text": "x"}]), "unsupported type: markdown"),
        (modal(colour="red"), "invalid additional property: colour"),
    ],
)
def test_a_malformed_view_is_refused(view: Json, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_view(view)
    assert said in " ".join(refused.value.messages)


def test_missing_ids_are_filled_in_and_given_ones_kept() -> None:
    count = itertools.count()
    blocks = with_ids(
        [*actions(button(), button(action_id="mine")), {"type": "divider", "block_id": "line"}],
        lambda: f"id{next(count)}",
    )
    assert blocks[0]["block_id"] == "id0"
    assert [one["action_id"] for one in blocks[0]["elements"]] == ["id1", "mine"]
    assert blocks[1]["block_id"] == "line"


def test_the_numbers_are_those_of_the_foreign_models() -> None:
    ours = {
        "SECTION_TEXT": (sdk.SectionBlock.text_max_length, foreign.TEXT_MAX_LENGTH),
        "SECTION_FIELDS": (sdk.SectionBlock.fields_max_length,),
        "HEADER_TEXT": (sdk.HeaderBlock.text_max_length,),
        "CONTEXT_ELEMENTS": (sdk.ContextBlock.elements_max_length, foreign.CONTEXT_ELEMENTS_MAX_ITEMS),
        "ACTIONS_ELEMENTS": (sdk.ActionsBlock.elements_max_length, foreign.ACTIONS_ELEMENTS_MAX_ITEMS),
        "CONTEXT_ACTIONS_ELEMENTS": (foreign.CONTEXT_ACTIONS_ELEMENTS_MAX_ITEMS,),
        "MARKDOWN_TEXT": (sdk.MarkdownBlock.text_max_length,),
        "INPUT_LABEL": (sdk.InputBlock.label_max_length,),
        "INPUT_HINT": (sdk.InputBlock.hint_max_length,),
        "BUTTON_TEXT": (sdk.ButtonElement.text_max_length, foreign.BUTTON_TEXT_MAX_LENGTH),
        "BUTTON_VALUE": (sdk.ButtonElement.value_max_length, foreign.BUTTON_VALUE_MAX_LENGTH),
        "BUTTON_URL": (sdk.ButtonElement.url_max_length, foreign.BUTTON_URL_MAX_LENGTH),
        "ACTION_ID": (sdk.ButtonElement.action_id_max_length, foreign.ACTION_ID_MAX_LENGTH),
        "BLOCK_ID": (sdk.Block.block_id_max_length, foreign.BLOCK_ID_MAX_LENGTH),
        "CONFIRM_TITLE": (sdk.ConfirmObject.title_max_length, foreign.CONFIRMATION_TITLE_MAX_LENGTH),
        "CONFIRM_TEXT": (sdk.ConfirmObject.text_max_length, foreign.CONFIRMATION_TEXT_MAX_LENGTH),
        "CONFIRM_BUTTON": (sdk.ConfirmObject.confirm_max_length, foreign.CONFIRMATION_DENY_MAX_LENGTH),
        "OPTION_TEXT": (sdk.Option.label_max_length, foreign.OPTION_TEXT_MAX_LENGTH),
        "OPTION_VALUE": (sdk.Option.value_max_length, foreign.OPTION_VALUE_MAX_LENGTH),
        "OPTION_DESCRIPTION": (foreign.OPTION_DESCRIPTION_MAX_LENGTH,),
        "SELECT_OPTIONS": (sdk.StaticSelectElement.options_max_length, foreign.SELECT_OPTIONS_MAX_ITEMS),
        "OVERFLOW_OPTIONS": (sdk.OverflowMenuElement.options_max_length, foreign.OVERFLOW_OPTIONS_MAX_ITEMS),
        "CHECKBOXES": (foreign.CHECKBOXES_OPTIONS_MAX_ITEMS,),
        "RADIO_BUTTONS": (foreign.RADIO_BUTTONS_OPTIONS_MAX_ITEMS,),
        "PLAIN_TEXT_INPUT": (foreign.PLAIN_TEXT_INPUT_MAX_LENGTH_MAX,),
        "PLACEHOLDER": (foreign.SELECT_PLACEHOLDER_MAX_LENGTH,),
        "TABLE_ROWS": (foreign.TABLE_ROWS_MAX_ITEMS,),
        "TABLE_COLUMNS": (foreign.TABLE_COLUMNS_MAX_ITEMS,),
        "ALERT_TEXT": (foreign.ALERT_TEXT_MAX_LENGTH,),
        "CARD_TITLE": (sdk.CardBlock.title_max_length, foreign.CARD_TITLE_MAX_LENGTH),
        "CARD_BODY": (sdk.CardBlock.body_max_length, foreign.CARD_BODY_MAX_LENGTH),
        "CARD_ACTIONS": (foreign.CARD_ACTIONS_MAX_ITEMS,),
        "CONTAINER_CHILDREN": (sdk.ContainerBlock.child_blocks_max_length,),
        "VISIBLE_TO_USERS": (foreign.ICON_BUTTON_VISIBLE_TO_USER_IDS_MAX_ITEMS,),
    }
    for name, theirs in ours.items():
        assert {getattr(limits, name)} == set(theirs), name
