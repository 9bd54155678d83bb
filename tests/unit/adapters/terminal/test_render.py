"""Cards are shown whole, with a number for each way to answer."""

from adapters.terminal import render
from harness.chat.cards import Button, Card, Choices, Detail, Option, Text

CARD = Card(
    "May I use deploy?",
    "Deploy to staging",
    (Detail("script", "line one\n  line two", code=True),),
    "Runs unsandboxed.",
    "Ana",
    None,
    (Button("Approve", "a"), Button("Deny…", "d", form=True)),
)


def test_a_card_shows_all_of_it_and_how_to_answer() -> None:
    lines = render.body("Deskmate", CARD, render.choices_of(CARD, 5)).splitlines()
    assert lines == [
        "┌ May I use deploy?",
        "│ Deploy to staging",
        "│ script:",
        "│   line one",
        "│     line two",
        "│ ! Runs unsandboxed.",
        "│ To decide: Ana",
        "│  5  Approve",
        "│  6  Deny…",
        "└",
    ]


def test_options_come_before_buttons_and_stand_for_themselves() -> None:
    question = Card(
        "A question",
        "which?",
        choices=Choices((Option("red"), Option("blue")), True, "q"),
        buttons=(Button("Answer…", "r", form=True),),
    )
    choices = render.choices_of(question, 1)
    assert [(c.number, c.label, c.selected, c.form) for c in choices] == [
        (1, "red", ("red",), False),
        (2, "blue", ("blue",), False),
        (3, "Answer…", (), True),
    ]
    assert "Several may be chosen" in render.body("Deskmate", question, choices)


def test_words_are_the_colleagues_and_offers_stand_below() -> None:
    text = Text("Stopped.", (Button("Continue", "c"),))
    assert render.body("Robin", text, render.choices_of(text, 7)) == "Robin: Stopped.\n  7  Continue"


def test_a_settled_card_is_one_line_with_its_outcome() -> None:
    assert (
        render.settled(Card("t", "Deploy to staging", outcome="Approved by Ana"))
        == "  ✓ Deploy to staging: Approved by Ana"
    )
