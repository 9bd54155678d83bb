"""Discord's Markdown and components are drawn, with all that is to be read on them."""

from typing import Any

import pytest

from tests.gallery.discord.components import UnknownComponent, drawn
from tests.gallery.discord.embeds import embed
from tests.gallery.discord.markup import markup
from tests.gallery.names import Names
from tests.gallery.outline import outline

NAMES = Names({"1": "Bob"}, {"2": "#dev"})


def test_markup_is_as_discord_reads_it() -> None:
    text = "### Run this?\n**bold** <@1> in <#2>, <t:1796029200:t>\n-# for Bob\n||hidden|| `<@1>`\n```\na\n\nb\n```"
    assert outline(markup(text, NAMES)) == [
        "h3: Run this?",
        "strong: bold",
        "span.mention: @Bob",
        "p: in",
        "span.mention: #dev",
        "p: ,",
        "span.stamp: 9:00 AM",
        "p: for Bob",
        "span.spoiler: hidden",
        "code: <@1>",
        "pre: a\n\nb",
    ]


def test_a_block_of_code_ends_at_the_next_three_backticks() -> None:
    assert outline(markup("````\nrm\n```\n||seen||", NAMES))[-1] == "span.spoiler: seen"


def test_what_documents_have_and_discord_has_not_stays_as_it_is() -> None:
    assert outline(markup("title\n---\n    code\n[a]: /b", NAMES)) == ["p: title", "p: ---", "p: code", "p: [a]: /b"]
    assert outline(markup("| a |\n|---|\n| b |", NAMES)) == ["p: | a |", "p: |---|", "p: | b |"]


@pytest.mark.parametrize(
    ("one", "read"),
    [
        ({"type": 10, "content": "words"}, ["p: words"]),
        (
            {"type": 1, "components": [{"type": 2, "label": "Approve", "style": 1}]},
            ["span.button.primary: Approve"],
        ),
        ({"type": 2, "label": "Gone", "disabled": True}, ["span.button.off: Gone"]),
        (
            {"type": 3, "placeholder": "More…", "options": [{"label": "Always", "description": "here"}]},
            ["div.select: More… ▾", "div.option: Always", "div.hint: here"],
        ),
        ({"type": 9, "components": [{"type": 10, "content": "a"}], "accessory": {"type": 2, "label": "b"}},
         ["p: a", "span.button.secondary: b"]),
        ({"type": 12, "items": [{"media": {"url": "u"}, "description": "a chart"}]}, ["div.file: 🖼 a chart"]),
        ({"type": 13, "file": {"url": "attachment://a.txt"}}, ["div.file: 📄 a.txt"]),
        ({"type": 14}, []),
        ({"type": 17, "accent_color": 255, "components": [{"type": 10, "content": "in"}]}, ["p: in"]),
        (
            {"type": 18, "label": "Why?", "description": "I read it.", "component": {"type": 4, "required": False}},
            ["div.strong: Why?", "div.hint: I read it."],
        ),
    ],
)  # fmt: skip
def test_a_component_is_drawn_with_all_that_is_to_be_read(one: dict[str, Any], read: list[str]) -> None:
    assert outline(drawn([one], NAMES)) == read


def test_what_is_not_known_is_not_drawn() -> None:
    with pytest.raises(UnknownComponent):
        drawn([{"type": 99}], NAMES)


def test_an_embed_is_read_from_its_author_to_its_footer() -> None:
    parts = {
        "author": {"name": "Bob"},
        "title": "Run this?",
        "description": "`make`",
        "fields": [{"name": "Timeout", "value": "5 min"}],
        "footer": {"text": "expires"},
        "color": 255,
    }
    assert outline(embed(parts, NAMES)) == [
        "div.hint: Bob",
        "div.strong: Run this?",
        "code: make",
        "div.strong: Timeout",
        "p: 5 min",
        "div.small: expires",
    ]
