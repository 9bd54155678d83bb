"""Every block and element that Slack takes is drawn, with all that is to be read on it."""

from typing import Any

import pytest

from tests.fakes.slack.blocks import BLOCKS, check_message
from tests.fakes.slack.elements import ELEMENTS
from tests.gallery.names import Names
from tests.gallery.outline import outline
from tests.gallery.slack.blocks import UnknownBlock, drawn
from tests.gallery.slack.elements import element
from tests.gallery.slack.markdown import markdown
from tests.gallery.slack.mrkdwn import mrkdwn

NAMES = Names({"U1": "Bob"}, {"C1": "#dev"})


def plain(text: str) -> dict[str, str]:
    return {"type": "plain_text", "text": text}


def rich(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"type": "rich_text", "elements": list(elements)}


def line(text: str, **style: bool) -> dict[str, Any]:
    word = {"type": "text", "text": text, **({"style": style} if style else {})}
    return {"type": "rich_text_section", "elements": [word]}


APPROVE = {"type": "button", "text": plain("Approve"), "style": "primary", "action_id": "a", "value": "v"}
MENU = {"type": "overflow", "action_id": "m", "options": [{"text": plain("Always"), "value": "1"}]}
THUMBS = {
    "type": "feedback_buttons",
    "positive_button": {"text": plain("Good"), "value": "1"},
    "negative_button": {"text": plain("Bad"), "value": "0"},
}
TASK = {"type": "task_card", "task_id": "1", "title": "Read a.md", "status": "complete"}
EXAMPLES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "divider": ({}, []),
    "header": ({"text": plain("Run <this>?")}, ["h3: Run <this>?"]),
    "markdown": ({"text": "**Done**: `a`"}, ["strong: Done", "p: :", "code: a"]),
    "rich_text": ({"elements": [line("command", bold=True)]}, ["b: command"]),
    "section": (
        {"text": {"type": "mrkdwn", "text": "by *<@U1>*"}, "fields": [plain("one")], "accessory": APPROVE},
        ["div.words: by", "span.mention: @Bob", "div.field: one", "span.button.primary: Approve"],
    ),
    "context": ({"elements": [plain("small")]}, ["span.small: small"]),
    "actions": (
        {"elements": [APPROVE, MENU]},
        ["span.button.primary: Approve", "span.button: ⋯", "div.option: Always"],
    ),
    "context_actions": ({"elements": [THUMBS]}, ["span.button.thumb: 👍", "span.button.thumb: 👎"]),
    "input": (
        {
            "label": plain("Why not?"),
            "element": {"type": "plain_text_input", "multiline": True, "initial_value": "since"},
            "optional": True,
            "hint": plain("I will read this."),
        },
        ["div.strong: Why not?", "span.hint: (optional)", "div.input.tall: since", "div.hint: I will read this."],
    ),
    "image": ({"image_url": "https://x", "alt_text": "a chart"}, ["div.image: a chart"]),
    "alert": ({"text": plain("Careful")}, ["div.alert.default: Careful"]),
    "table": ({"rows": [[rich(line("a")), rich(line("b"))]]}, ["div.line: a", "div.line: b"]),
    "plan": (
        {"title": "Steps", "tasks": [TASK]},
        ["div.strong: Steps", "span.status: ✓", "div.task.complete: Read a.md"],
    ),
    "task_card": (TASK, ["span.status: ✓", "div.task.complete: Read a.md"]),
    "card": (
        {"title": plain("Title"), "body": plain("Body"), "actions": [APPROVE]},
        ["div.strong: Title", "div.words: Body", "span.button.primary: Approve"],
    ),
    "carousel": ({"elements": [{"type": "card", "title": plain("One")}]}, ["div.strong: One"]),
    "container": (
        {"title": plain("More"), "child_blocks": [{"type": "divider"}, {"type": "header", "text": plain("Inside")}]},
        ["div.strong: More", "h3: Inside"],
    ),
}


@pytest.mark.parametrize("kind", EXAMPLES)
def test_a_block_is_drawn_with_all_that_is_to_be_read(kind: str) -> None:
    block, read = EXAMPLES[kind]
    check_message([{"type": kind, **block}])
    assert outline(drawn([{"type": kind, **block}], NAMES)) == read


def test_only_what_plays_is_not_drawn() -> None:
    assert set(BLOCKS) - set(EXAMPLES) == {"video"}
    with pytest.raises(UnknownBlock):
        drawn([{"type": "video"}], NAMES)


def test_what_is_folded_is_not_read() -> None:
    folded = {"title": plain("More"), "child_blocks": [], "is_collapsible": True, "default_collapsed": True}
    assert outline(drawn([{"type": "container", **folded}], NAMES)) == ["span.fold: ▸", "div.strong: More"]


@pytest.mark.parametrize("kind", ELEMENTS)
def test_every_element_is_drawn(kind: str) -> None:
    option = {"text": plain("red"), "value": "red"}
    filled = {"text": plain("press"), "alt_text": "a picture", "options": [option], "placeholder": plain("choose")}
    thumbs = {name: THUMBS[name] for name in ("positive_button", "negative_button")}
    assert outline(element({"type": kind, **filled, **thumbs}, NAMES))


def test_what_is_chosen_already_is_seen() -> None:
    red, blue = ({"text": plain(name), "value": name} for name in ("red", "blue"))
    boxes = {"type": "checkboxes", "options": [red, blue], "initial_options": [blue]}
    assert outline(element(boxes, NAMES)) == ["div.box: ☐ red", "div.box: ☑ blue"]
    select = {"type": "static_select", "options": [red, blue], "initial_option": red}
    assert outline(element(select, NAMES))[0] == "span.select: red ▾"


def test_mrkdwn_is_alive_outside_of_code() -> None:
    text = "*bold* _it_ ~no~ :warning: <https://x|the rule> in <#C1> `*raw* &lt;b&gt;`\n&gt; quoted\n```a\nb```"
    assert outline(mrkdwn(text, NAMES)) == [
        "b: bold",
        "i: it",
        "s: no",
        ": ⚠️",
        "span.link: the rule",
        ": in",
        "span.mention: #dev",
        "code: *raw* <b>",
        "blockquote: quoted",
        "pre: a\nb",
    ]


def test_a_mark_within_a_word_is_none() -> None:
    assert outline(mrkdwn("snake_case_name 2*3*4", NAMES)) == [": snake_case_name 2*3*4"]


def test_a_date_is_shown_as_asked_for() -> None:
    date = "<!date^1796029200^{date_short_pretty} {time}|2026-11-30>"
    assert outline(mrkdwn(date, NAMES)) == [": Nov 30 9:00 AM"]


def test_markdown_has_mentions_and_tables() -> None:
    assert outline(markdown("by <@U1> :x:, not `<@U1>`", NAMES)) == [
        "p: by",
        "span.mention: @Bob",
        "p: ❌, not",
        "code: <@U1>",
    ]
    assert "th: a" in outline(markdown("| a |\n|---|\n| b |", NAMES))
