from typing import get_args

from harness.chat.cards import Block, Body, Button, Card, Choices, Field, Form, Option, Text, as_one
from harness.chat.people import Person
from harness.chat.phrases import Code


def test_a_card_starts_out_with_nothing_but_what_is_asked():
    card = Card(("Run ", Code("git status"), "?"))

    assert (card.reason, card.warning, card.blocks, card.notes, card.choices, card.buttons) == (
        "",
        (),
        (),
        (),
        None,
        (),
    )
    assert card.line == card.title
    assert not card.answerable


def test_what_people_are_shown_is_comparable_so_that_it_is_posted_anew_only_where_it_changed():
    def card(outcome: str) -> Card:
        choices = Choices((Option("main"), Option("dev", "newest")), multiple=False, token="t")
        buttons = () if outcome else (Button("Approve", "t", "primary"), Button("Deny…", "t", "danger", form=True))
        return Card(
            ("T",),
            reason="R",
            warning=("W",),
            blocks=(Block("{}", name="arguments"),),
            notes=(Person("slack", "T", "U1"), " can decide"),
            choices=choices,
            buttons=buttons,
            outcome=(outcome,) if outcome else (),
        )

    assert card("") == card("")
    assert hash(card("")) == hash(card(""))
    assert card("") != card("approved by Ana")
    assert card("approved by Ana").line == ("approved by Ana",)


def test_a_message_is_a_text_or_a_card():
    assert get_args(Body) == (Text, Card)


def test_a_field_is_a_line_that_must_be_filled_in_unless_it_says_otherwise():
    form = Form("Deny", "t", "Deny", (Field("reason", "Reason"), Field("mode", "Mode", options=("a",), kind="choice")))

    assert [(field.kind, field.required) for field in form.fields] == [("line", True), ("choice", True)]


def test_what_has_no_room_is_one_file_whose_parts_are_told_apart() -> None:
    command, note = Block("make deploy", "shell", name="command"), Block("today", name="note")
    assert as_one((command,)) == command
    assert as_one((command, note)) == Block("command:\nmake deploy\n\nnote:\ntoday", name="details")
