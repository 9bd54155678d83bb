from typing import get_args

from harness.chat.cards import Body, Button, Card, Choices, Detail, Field, Form, Option, Text
from harness.chat.people import Person


def test_a_card_starts_out_with_nothing_but_what_is_asked():
    card = Card("Approve execute?", "Run: git status")

    assert (card.details, card.warning, card.deciders, card.choices, card.buttons, card.outcome) == (
        (),
        "",
        "",
        None,
        (),
        "",
    )


def test_what_people_are_shown_is_comparable_so_that_it_is_posted_anew_only_where_it_changed():
    def card(outcome: str) -> Card:
        choices = Choices((Option("main"), Option("dev", "newest")), multiple=False, token="t")
        buttons = () if outcome else (Button("Approve", "t", "primary"), Button("Deny…", "t", "danger", form=True))
        return Card(
            "T",
            "S",
            details=(Detail("Arguments", "{}", code=True),),
            warning="W",
            deciders="Ana",
            choices=choices,
            buttons=buttons,
            outcome=outcome,
        )

    assert card("") == card("")
    assert hash(card("")) == hash(card(""))
    assert card("") != card("approved by Ana")


def test_a_message_is_a_text_or_a_card():
    assert get_args(Body) == (Text, Card)


def test_a_field_is_a_line_that_must_be_filled_in_unless_it_says_otherwise():
    form = Form("Deny", "t", "Deny", (Field("reason", "Reason"), Field("mode", "Mode", options=("a",), kind="choice")))

    assert [(field.kind, field.required) for field in form.fields] == [("line", True), ("choice", True)]


def test_an_outcome_says_where_somebody_is_named_in_it():
    approved = Person("slack", "T", "U1", "Approved")
    assert Card("t", "s", outcome="Approved by Approved: fine", by=approved).outcome_parts == (
        "Approved by ",
        approved,
        ": fine",
    )
    assert Card("t", "s", outcome="Expired").outcome_parts == ("Expired", None, "")
    assert Card("t", "s", outcome="All of it is settled", by=approved).outcome_parts[1] is None
