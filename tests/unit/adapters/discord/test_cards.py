"""Whatever is on a card, Discord takes it, nothing pings, and nothing that is decided about is cut."""

import json

import pytest
from hypothesis import given, settings

from adapters.discord.cards import PENDING, SETTLED, card
from adapters.discord.limits import COMPONENTS
from harness.chat.cards import Block, Button, Card, Choices, Option
from harness.chat.phrases import Code, Moment
from harness.chat.secrets import MASK
from harness.chat.visible import visible
from tests.fakes.discord.screen import code, controls, shown
from tests.fakes.discord.shape import every
from tests.unit.adapters.discord.shown import ANA, cards, taken
from tests.unit.adapters.discord.test_text import hostile


def test_an_approval_shows_what_it_is_about_and_how_to_answer():
    body = Card(
        ("Run ", Code("make deploy"), "?"),
        reason="The **tests** pass.",
        warning=("This did not run.",),
        blocks=(Block("- a\n+ b", "diff", name="change"),),
        notes=("2 min at most · ", ANA, " can decide"),
        buttons=(Button("Approve", "0123456789abcdef|1|approve", "primary"),),
    )
    [container] = taken(card(body, "key"))["components"]
    assert container["accent_color"] == PENDING
    assert [one["content"] for one in container["components"] if one["type"] == 10] == [
        "### Run `make deploy`?\n⚠️ **This did not run.**\nThe **tests** pass.\n```diff\n- a\n+ b\n```",
        "-# 2 min at most · <@77> can decide",
    ]


def test_settled_it_is_a_line_that_stands_for_itself_above_what_was_decided_on():
    body = Card(
        ("Run this command?",),
        reason="The tests pass.",
        blocks=(Block("make", "shell", name="command"),),
        notes=("Ana can decide",),
        outcome=("✅ Ran ", Code("make…"), " · approved by ", ANA, " · ", Moment(1_800_000_000.0)),
    )
    [container] = taken(card(body, "key"))["components"]
    assert container["accent_color"] == SETTLED
    assert [one["content"] for one in container["components"]] == [
        "✅ Ran `make…` · approved by <@77> · <t:1800000000:f>\n```sh\nmake\n```"
    ]


@settings(deadline=None)
@given(cards.filter(lambda card: not card.rows))
def test_every_block_is_there_whole(given: Card):
    message = card(given, "key")
    text, files = shown(taken(message)), "\n".join(map(str, message.files.values()))
    everything = "".join((text + files).split())
    for block in given.blocks:
        if block.kind != "markdown" and block.text.isalnum():
            assert block.text in everything


def test_five_rows_with_all_their_buttons_stand_on_one_card():
    given = tuple(Button(f"b{n}", f"0123456789abcdef|{n}|approve", more=n > 2) for n in range(6))
    row = Card(("Write it?",), blocks=(Block("x" * 3_000),), buttons=given)
    message = card(Card(("All?",), rows=(row,) * 5, buttons=given[:1]), "key")
    assert len([one for one in every(taken(message)["components"]) if one["type"] == 1]) >= 5
    assert controls(message.body).count("b0") == 6


def test_buttons_for_all_rows_go_to_a_menu_too_where_there_is_no_room_for_them():
    given = tuple(Button(f"b{n}", f"0123456789abcdef|{n}|approve") for n in range(6))
    row = Card(("Write it?",), blocks=(Block("x" * 3_000),), notes=("2 min at most",), buttons=given)
    colours = Choices((Option("red", "as a rose"), Option("blue"), Option("green")), False, "0123456789abcdef|q|choose")
    whole = Card(("_" * 400,), blocks=row.blocks, notes=row.notes, choices=colours, rows=(row,) * 5, buttons=given)
    assert len(list(every(taken(card(whole, "key"))["components"]))) <= COMPONENTS


def test_what_is_cut_on_a_card_is_whole_in_its_file():
    row = Card(("_" * 400,), reason="*" * 400, blocks=(Block("x" * 3_000),), warning=("~" * 400,), notes=("`" * 400,))
    message = card(Card(("All?",), rows=(row,) * 5), "key")
    taken(message)
    assert all(part * 400 in str(file) for file in message.files.values() for part in "_~")
    assert all("x" * 3_000 in str(file) for file in message.files.values())


@pytest.mark.parametrize(
    "command",
    [
        "echo ok\n```\n||rm -rf important|| [docs](https://evil.example)",
        "````\n```\n||rm -rf important||\n````",
        "`````` ||x||",
        "echo \u202e||rm -rf important||\u202c \u200b end",
        "a ``` b ``` c",
    ],
)
def test_the_block_of_code_on_a_card_is_what_runs(command: str):
    message = card(Card(("t",), blocks=(Block(command, name="command"),)), "key")
    assert code(taken(message)) == [visible(command)]
    assert not message.files


@settings(deadline=None)
@given(hostile.filter(str.strip))
def test_whatever_is_in_a_command_its_block_of_code_holds_all_of_it(command: str):
    message = card(Card(("t",), blocks=(Block(command, name="command"),)), "key")
    seen = visible(command)
    assert code(taken(message)) == [seen.strip("\n")] or list(message.files.values()) == [seen]


HIDDEN = "echo \u202e||rm -rf important||\u202c \u200b end"


@pytest.mark.parametrize("more", ["", "x" * 1_500], ids=["on the card", "in a file"])
def test_what_is_hidden_is_spelt_out_wherever_a_person_decides(more: str):
    blocks = (Block(HIDDEN + more, "shell"), Block(HIDDEN + more, "markdown"), Block(HIDDEN, name=HIDDEN[:30]))
    choices = Choices((Option("a", HIDDEN), *(Option(str(n)) for n in range(6))), False, "0123456789abcdef|q|choose")
    row = Card((HIDDEN, Code(HIDDEN)), blocks=blocks, warning=(HIDDEN,), reason=HIDDEN)
    for one in (
        Card((HIDDEN,), blocks=blocks, warning=(HIDDEN,), reason=HIDDEN, notes=(HIDDEN,), choices=choices),
        Card(("t",), notes=(HIDDEN,), rows=(row,)),
        Card(("t",), blocks=blocks, outcome=(HIDDEN, Code(HIDDEN))),
    ):
        message = card(one, "key")
        seen = json.dumps(taken(message), ensure_ascii=False) + "".join(map(str, message.files.values()))
        assert not set(seen) & set("\u202e\u202c\u200b")
        assert "\\u202e" in seen


@pytest.mark.parametrize("more", ["", "x" * 4_000], ids=["on the card", "in a file"])
def test_what_looks_like_a_secret_is_masked_wherever_it_stands(more: str):
    secret = "token=hunter2x4711 "
    blocks = (Block(f"a {secret}{more}", "shell"), Block(f"b {secret}{more}", "markdown"))
    options = Choices((Option("a", secret), Option("b")), False, "0123456789abcdef|q|choose")
    row = Card((secret, Code(secret)), blocks=blocks, warning=(secret,), notes=(secret,))
    for one in (
        Card((secret,), blocks=blocks, warning=(secret,), reason=secret, notes=(secret, Code(secret)), choices=options),
        Card(("t",), rows=(row,)),
        Card(("t",), blocks=blocks, outcome=(secret, Code(secret))),
    ):
        message = card(one, "key")
        seen = json.dumps(taken(message), ensure_ascii=False) + "".join(map(str, message.files.values()))
        assert "hunter2" not in seen
        assert MASK in seen
