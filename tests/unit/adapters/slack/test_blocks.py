"""Block Kit as text: every type of Slack's documentation is read, and every other one is named."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.slack.blocks import _BLOCKS, DEPTH, rendered
from adapters.slack.text import plain

NAMES = {"U1": "Ana"}


def text(value: str, type: str = "plain_text") -> dict[str, str]:
    return {"type": type, "text": value}


def rich(*elements: dict[str, Any], type: str = "rich_text_section", **more: Any) -> dict[str, Any]:
    return {"type": "rich_text", "elements": [{"type": type, "elements": list(elements), **more}]}


def run(value: str, **style: bool) -> dict[str, Any]:
    return {"type": "text", "text": value, **({"style": style} if style else {})}


def item(value: str) -> dict[str, Any]:
    return {"type": "rich_text_section", "elements": [run(value)]}


def read(*blocks: Any) -> str:
    return plain("\n".join(filter(None, rendered(list(blocks)))), "UBOT", NAMES)


CARD = {"type": "card", "title": text("A card"), "subtitle": text("of one"), "body": text("with words", "mrkdwn"),
        "hero_image": {"type": "image", "image_url": "u", "alt_text": "a hill"},
        "actions": [{"type": "button", "text": text("Open"), "url": "https://x.example"}]}  # fmt: skip
EACH: list[tuple[dict[str, Any], str]] = [
    (
        {
            "type": "section",
            "text": text("*hi* <@U1>", "mrkdwn"),
            "fields": [text("a"), text("b")],
            "accessory": {"type": "overflow", "options": [{"text": text("Edit"), "value": "e"}]},
        },
        "*hi* @Ana\na\nb\n[Edit]",
    ),
    ({"type": "header", "text": text("R&amp;D")}, "R&D"),
    (
        {"type": "context", "elements": [{"type": "image", "alt_text": "a cat"}, text("by hand")]},
        "[image: a cat] by hand",
    ),
    ({"type": "divider"}, ""),
    ({"type": "image", "alt_text": "a chart", "title": text("Sales"), "image_url": "u"}, "[image: Sales, a chart]"),
    (
        {
            "type": "actions",
            "elements": [
                {"type": "button", "text": text("Go")},
                {"type": "datepicker"},
                {"type": "radio_buttons", "options": [{"text": text("Yes")}, {"text": text("No")}]},
            ],
        },
        "[Go] [Yes, No]",
    ),
    (
        {
            "type": "context_actions",
            "elements": [{"type": "feedback_buttons"}, {"type": "icon_button", "text": text("Delete")}],
        },
        "[Delete]",
    ),
    (
        {
            "type": "input",
            "label": text("Why?"),
            "hint": text("briefly"),
            "element": {"type": "plain_text_input", "placeholder": text("…")},
        },
        "Why?\nbriefly\n[…]",
    ),
    (
        {"type": "file", "source": "remote", "external_id": "X", "file_id": "F1", "file": {"title": "Plan"}},
        "[a remote file: Plan, F1]",
    ),
    (
        {"type": "call", "call": {"v1": {"name": "Standup", "join_url": "https://meet.example/1"}}},
        "[a call: Standup, https://meet.example/1]",
    ),
    ({"type": "markdown", "text": "## Done\n| a | b |"}, "## Done\n| a | b |"),
    (
        {
            "type": "video",
            "title": text("How"),
            "title_url": "https://v.example",
            "author_name": "Bo",
            "provider_name": "Tube",
            "description": text("in ten steps"),
        },
        "[video: How (https://v.example), Bo, Tube]\nin ten steps",
    ),
    (
        rich(
            run("a < b "),
            run("x", code=True),
            run("no", strike=True),
            {"type": "link", "url": "https://l.example", "text": "see"},
        ),
        "a < b `x`~no~see (https://l.example)",
    ),
    (
        {
            "type": "table",
            "rows": [[text("a", "raw_text"), rich(run("b"))], [text("1", "raw_text"), text("2", "raw_text")]],
        },
        "a | b\n1 | 2",
    ),
    (
        {
            "type": "data_table",
            "caption": "Hours",
            "rows": [[text("d", "raw_text")], [{"type": "raw_number", "value": 7}]],
        },
        "Hours\nd\n7",
    ),
    (
        {
            "type": "data_visualization",
            "title": "Load",
            "chart": {
                "type": "line",
                "series": [{"name": "db", "data": [{"label": "Mon", "value": 3}]}],
                "axis_config": {"x_label": "day"},
            },
        },
        "[line chart: Load, day]\ndb: Mon 3",
    ),
    (
        {
            "type": "data_visualization",
            "title": "Bars",
            "chart": {"type": "pie", "segments": [{"label": "K", "value": 45}]},
        },
        "[pie chart: Bars]\nK 45",
    ),
    (
        {
            "type": "task_card",
            "title": "Look",
            "status": "in_progress",
            "details": rich(run("at logs")),
            "sources": [{"type": "url", "url": "https://s.example", "text": "log"}],
        },
        "Look (in progress)\nat logs\nlog (https://s.example)",
    ),
    (
        {"type": "plan", "title": "Fix", "tasks": [{"type": "task_card", "title": "Look", "status": "complete"}]},
        "Fix\nLook (complete)",
    ),
    ({"type": "alert", "text": text("Careful"), "level": "warning"}, "Careful"),
    (CARD, "[image: a hill]\nA card\nof one\nwith words\n[Open (https://x.example)]"),
    (
        {"type": "carousel", "elements": [CARD]},
        "[image: a hill]\nA card\nof one\nwith words\n[Open (https://x.example)]",
    ),
    (
        {
            "type": "container",
            "title": text("Box"),
            "subtitle": text("s"),
            "child_blocks": [{"type": "header", "text": text("in")}],
        },
        "Box\ns\nin",
    ),
    (
        {"type": "auth_provider", "name": text("Acme"), "description": text("to read issues")},
        "[sign in: Acme, to read issues]",
    ),
]
"""Slack docs, reference/block-kit/blocks, and slack_sdk 3.48's models."""


@pytest.mark.parametrize(("block", "said"), EACH)
def test_what_each_block_shows_is_read(block: dict[str, Any], said: str) -> None:
    assert read(block) == said


def test_every_type_that_is_read_has_an_example() -> None:
    assert {block["type"] for block, _ in EACH} == set(_BLOCKS)


def test_rich_text_keeps_its_lists_quotations_and_code() -> None:
    parts = [
        {"type": "rich_text_list", "style": "ordered", "offset": 2, "elements": [item("c"), item("d")]},
        {"type": "rich_text_list", "style": "bullet", "indent": 1, "elements": [item("deep")]},
        {"type": "rich_text_list", "style": "checked", "elements": [item("done")]},
        {"type": "rich_text_quote", "elements": [run("said\nlong ago")]},
        {"type": "rich_text_preformatted", "elements": [run("ls <x>")]},
    ]
    said = read({"type": "header", "text": text("-")}, {"type": "rich_text", "elements": parts})
    assert said == "-\n3. c\n4. d\n  • deep\n[x] done\n> said\n> long ago\n```\nls <x>\n```"


def test_each_element_of_rich_text_is_read_or_named() -> None:
    elements: list[dict[str, Any]] = [
        {"type": "user", "user_id": "U1"},
        {"type": "usergroup", "usergroup_id": "S1"},
        {"type": "channel", "channel_id": "C1"},
        {"type": "broadcast", "range": "here"},
        {"type": "team", "team_id": "T1"},
        {"type": "emoji", "name": "tada", "unicode": "1f389"},
        {"type": "date", "timestamp": 5, "fallback": "Monday"},
        {"type": "color", "value": "#F405B3"},
        {"type": "canvas", "file_id": "F1", "label": "Notes"},
        {"type": "canvas_user_mention", "user_id": "U1"},
        {"type": "canvas_message_unfurl", "root_message_ts": "1.2", "root_message_channel": "C1"},
        {"type": "attachment_mention", "url": "https://a.example", "text": "Case 7"},
        {"type": "workflow_mention"},
    ]
    said = [read(rich(element)) for element in elements]
    assert said == [
        "@Ana", "@S1", "#C1", "@here", "@T1", ":tada:", "Monday", "#F405B3", "[canvas: Notes, F1]", "@Ana",
        "[a message: #C1, 1.2]", "[attachment mention: Case 7 (https://a.example)]",
        "[an element of type workflow_mention]",
    ]  # fmt: skip


def test_what_is_not_known_is_named_with_what_it_says() -> None:
    assert read({"type": "hologram", "text": text("look up")}) == "[a block of type hologram]\nlook up"
    assert read({"type": "actions", "elements": [{"type": "dial"}]}) == "[an element of type dial]"
    part = {"type": "rich_text_poem", "elements": [run("roses")]}
    assert read({"type": "rich_text", "elements": [part]}) == "[a part of type rich_text_poem]\nroses"


def test_no_text_makes_a_mention() -> None:
    assert rendered([rich(run("<@U1> <!here>"))]) == ["&lt;@U1&gt; &lt;!here&gt;"]
    assert rendered([rich({"type": "link", "url": "x>|<!here>", "text": "<@U1>"})]) == [
        "<x%3E%7C%3C!here%3E|&lt;@U1&gt;>"
    ]


def test_nesting_ends() -> None:
    block: dict[str, Any] = {"type": "header", "text": text("deep")}
    for _ in range(DEPTH * 50):
        block = {"type": "container", "child_blocks": [block]}
    assert read(block) == "[more, nested too deeply to be read]"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "text", "elements", "title", "rows", "style", "offset", "indent", "chart", "url"]),
            inner | st.sampled_from([*_BLOCKS, "rich_text_list", "text", "link", "button"]),
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(JSON)
def test_any_json_is_read_without_an_error(blocks: Any) -> None:
    assert all(isinstance(one, str) for one in rendered(blocks))
