"""A card in a modal: all of it, or none."""

import pytest

from adapters.slack.limits import CONTEXT
from adapters.slack.review import MOST, whole
from adapters.slack.views import modal
from harness.approvals.forms import NothingToFill
from harness.chat.cards import Block, Card, Choices, Field, Form, Option
from harness.chat.people import Place
from tests.fakes.slack.blocks import check_view
from tests.fakes.slack.screen import lines

CARD = Card(
    ("Replace a.md?",),
    reason="It is *out* of date.",
    warning=("The message was deleted.",),
    blocks=(Block("-old\n+new", "diff", name="change"), Block("1. *pack*", "markdown", name="plan")),
    notes=("Bob can decide",),
    choices=Choices((Option("red"), Option("blue", "as the sky")), False, "t"),
)
HOME = Place("slack", "T", "@U1")


def test_all_that_is_decided_about_is_read_above_what_is_filled_in():
    form = Form("Review", "t|1.1.0#1|review", "Approve", (Field("note", "A note", required=False),), card=CARD)
    view = modal(form, HOME, "")
    check_view(view)
    words = "\n".join(lines(view["blocks"]))
    for part in ("Replace a.md?", "*out*", "was deleted", "-old", "+new", "1. *pack*", "blue: as the sky", "Bob can"):
        assert part in words
    assert words.index("+new") < words.index("A note")


def test_what_is_hidden_is_spelt_out_and_what_is_secret_is_masked():
    card = Card(("Run?",), blocks=(Block("echo \u202e password=hunter2hunter2", "shell", name="command"),))
    [*_, shown] = lines(whole(card))
    assert "\\u202e" in shown
    assert "hunter2" not in shown


@pytest.mark.parametrize(
    "card",
    [
        Card(("Write?",), blocks=(Block("x" * MOST, name="content"),)),
        Card(("Write?",), warning=("x" * 2_000,)),
        Card(("Write?",), notes=("x" * (CONTEXT + 1),)),
        Card(("Do these 2 things?",), rows=(CARD, CARD)),
    ],
)
def test_what_does_not_fit_whole_opens_no_form(card: Card):
    with pytest.raises(NothingToFill, match="Decide it on its card"):
        modal(Form("Review", "t", "Approve", (Field("note", "A note"),), card=card), HOME, "")
