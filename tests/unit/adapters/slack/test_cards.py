"""Cards as blocks: Slack takes every one of them, nothing in them is alive, and nothing is cut silently."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack import controls
from adapters.slack.cards import INLINE, card
from adapters.slack.message import Message
from adapters.slack.render import messages
from adapters.slack.text import escaped_markdown
from harness.chat.cards import Block, Button, Card, Choices, Option
from harness.chat.phrases import Code, Moment
from harness.chat.secrets import MASK, concealed
from harness.sessions.asking import ROWS
from tests.examples import examples
from tests.fakes.slack import screen
from tests.unit.adapters.slack.shown import ANA, APPROVE, LONG, TOKEN, accepted, attached, cards, rows, shown


@settings(max_examples=examples(250))
@given(cards, st.booleans())
def test_slack_takes_every_card_and_nobody_is_pinged(given_card: Card, compact: bool):
    (message,) = messages(given_card, "key", compact)
    accepted(message)
    _whole(given_card, message)


def _whole(card: Card, message: Message) -> None:
    """All that is decided about is there."""
    for block in card.blocks:
        words = concealed(block.text)
        read = escaped_markdown(words) if block.kind == "markdown" and not card.outcome else words
        assert attached(message, words) or read in shown(message) or not words.strip()


def test_an_approval_shows_what_it_is_about_and_how_to_answer():
    menu = Button("Always…", TOKEN.replace("approve", "always"), form=True, more=True)
    deny = Button("Deny…", TOKEN.replace("approve", "reject"), form=True)
    body = Card(
        ("Run ", Code("make deploy"), "?"),
        reason="The **tests** pass.",
        warning=("This did not run.",),
        blocks=(Block("a < b\n  && c", "shell", name="command"),),
        notes=("2 min at most · ", ANA, " can decide"),
        buttons=(APPROVE, deny, menu),
    )
    message = card(body, "key")
    assert shown(message).split("\n") == [
        "Run make deploy?",
        "⚠️ This did not run.",
        "The **tests** pass.",
        "a < b",
        "  && c",
        "2 min at most ·  <@U1>  can decide",
        "[Approve] [Deny…] [Always…]",
    ]
    assert message.text == "Run make deploy? The **tests** pass."
    assert [one.action_id for one in screen.controls(list(message.blocks))] == ["click.0", "form.1", controls.MORE]


def test_settled_it_is_a_line_that_stands_for_itself_and_what_was_decided_on_is_folded():
    body = Card(
        ("Run this command?",),
        reason="The tests pass.",
        blocks=(Block("make\nmake deploy", "shell", name="command"),),
        notes=("Ana can decide",),
        outcome=("✅ Ran ", Code("make…"), " · approved by ", ANA, " · ", Moment(1795824000.5)),
    )
    message = card(body, "key")
    assert not screen.controls(list(message.blocks))
    assert [block["type"] for block in message.blocks] == ["rich_text", "container"]
    line, *folded = shown(message).split("\n")
    assert line.startswith("✅ Ran make… · approved by <@U1> · ")
    assert folded == ["Show command", "make", "make deploy"]
    assert message.blocks[1]["default_collapsed"]
    assert message.text == "✅ Ran make… · approved by Ana · Saturday, 2026-11-28 00:00 UTC"


def test_what_does_not_fit_is_attached_whole_and_the_card_says_so():
    body = Card(("Create a.txt?",), blocks=(Block("yes"), Block(LONG, name="content")), buttons=(APPROVE,))
    message = card(body, "key")
    (file,) = message.attachments
    assert file.content == LONG
    assert f"{len(LONG):,} characters, attached as {file.filename}" in shown(message)
    assert "yes" in shown(message)


def test_the_file_of_a_card_has_one_name_for_its_life_and_no_other_cards():
    pending = Card(("Create a?",), blocks=(Block(LONG, name="content"),), buttons=(APPROVE,))
    settled = Card(("Create a?",), blocks=(Block(LONG, name="content"),), outcome=("Approved",))
    names = [card(body, key).attachments[0].filename for body, key in ((pending, "1"), (settled, "1"), (pending, "2"))]
    assert names[0] == names[1] != names[2]


def test_many_long_blocks_share_a_file():
    many = tuple(Block("y" * INLINE + str(number), name=f"part {number}") for number in range(60))
    message = card(Card(("Much?",), blocks=many), "key")
    accepted(message)
    (file,) = message.attachments
    assert all(one.text in file.content for one in many)


def test_a_plan_is_read_as_markdown():
    plan = "# Plan\n\n1. **first**\n\n> quoted\n" + "- a step of it\n" * 300
    message = card(Card(("Plan: Move",), blocks=(Block(plan, "markdown", name="plan"),)), "key")
    assert not message.attachments
    assert [block["text"] for block in message.blocks if block["type"] == "markdown"] == [plan]


def test_what_the_options_of_a_question_mean_stands_above_them():
    offered = Choices((Option("red", "like a <rose>"), Option("blue")), False, TOKEN)
    asked = card(Card(("Which?",), choices=offered), "key")
    assert shown(asked).split("\n") == ["Which?", "red: like a <rose>", "[red] [blue]"]


@given(st.lists(rows, min_size=2, max_size=ROWS), st.sampled_from([0, INLINE]))
@settings(max_examples=examples(150))
def test_a_shared_card_has_each_row_whole(rows: list[Card], inline: int) -> None:
    one = Card((f"Do these {len(rows)} things?",), notes=("Ana can decide",), buttons=(APPROVE,), rows=tuple(rows))
    message = card(one, "k", inline)
    accepted(message)
    names = [block["block_id"] for block in message.blocks if "block_id" in block]
    assert len(names) == len(set(names))
    for row in rows:
        _whole(row, message)


def test_slack_takes_a_shared_card_on_which_all_is_as_long_as_it_may_be() -> None:
    escaped, half = "&" * 300, Block("&" * 4_000, name="&" * 60)
    pressed = tuple(Button("&" * 75, TOKEN, more=number > 2) for number in range(6))
    row = Card((escaped,), reason=escaped, warning=(escaped,), blocks=(half,) * 4, notes=(escaped,), buttons=pressed)
    one = Card((f"Do these {ROWS} things?",), notes=("Ana can decide",), buttons=(APPROVE,), rows=(row,) * ROWS)
    accepted(card(one, "k"))


def test_what_is_long_only_once_it_is_escaped_is_taken_too() -> None:
    ampersands = "&" * 922
    row = Card(
        (ampersands, Code(ampersands)),
        warning=(ampersands[:100],),
        blocks=(Block(ampersands),),
        notes=(ampersands[:200],),
        buttons=tuple(Button(ampersands[:120], TOKEN) for _ in range(6)),
    )
    accepted(card(Card(("Do these things?",), reason=ampersands, buttons=(APPROVE,), rows=(row,) * ROWS), "k"))
    alone = shown(card(Card(("Run this?",), reason="&" * 1_000, buttons=(APPROVE,)), "k"))
    assert "…" in alone


def test_what_the_others_leave_hardly_any_room_for_is_attached() -> None:
    """Whatever is left of it."""
    for size in range(880, 990, 5):
        most = [Block("x" * (INLINE - 30), name="one")] * 3 + [Block("x" * size, name="last")]
        accepted(card(Card(("May I?",), blocks=(*most, Block("yes", "markdown"))), "k"))


HIDDEN = "echo \u202e||rm -rf important||\u202c \u200b end"


@pytest.mark.parametrize("more", ["", "x" * 4_000], ids=["on the card", "in a file"])
def test_what_is_hidden_is_spelt_out_wherever_a_person_decides(more: str):
    blocks = (Block(HIDDEN + more, "shell"), Block(HIDDEN + more, "markdown", name=HIDDEN[:30]), Block(HIDDEN))
    options = tuple(Option(f"{HIDDEN[:20]} {number}") for number in range(7))
    choices = Choices(options, False, "0123456789abcdef|q|choose")
    row = Card((HIDDEN, Code(HIDDEN)), blocks=blocks, warning=(HIDDEN,), reason=HIDDEN)
    for one in (
        Card((HIDDEN,), blocks=blocks, warning=(HIDDEN,), reason=HIDDEN, notes=(HIDDEN,), choices=choices),
        Card(("t",), notes=(HIDDEN,), rows=(row,)),
        Card(("t",), blocks=blocks, outcome=(HIDDEN, Code(HIDDEN))),
    ):
        (message,) = messages(one, "key")
        seen = json.dumps([each for each in message.blocks if each["type"] != "actions"], ensure_ascii=False)
        seen += "".join([*_labels(message), message.text, *(file.content for file in message.attachments)])
        assert not set(seen) & set("\u202e\u202c\u200b")
        assert "\\u202e" in seen
    (asked,) = messages(Card(("t",), choices=choices), "key")
    [menu] = [one for one in screen.controls(asked.blocks) if one.options]
    assert [one["value"] for one in menu.options] == [one.label for one in options], "an answer names its option"


def _labels(message: Message) -> list[str]:
    return [label for one in screen.controls(message.blocks) for label in one.labels]


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
        message = messages(one, "key")[0]
        seen = (
            json.dumps(list(message.blocks), ensure_ascii=False)
            + message.text
            + "".join(one.content for one in message.attachments)
        )
        assert "hunter2" not in seen
        assert MASK in seen
