"""Cards are shown whole, with a number for each way to answer."""

import re

from adapters.terminal import render
from adapters.terminal.page import Page
from harness.chat.cards import Block, Button, Card, Choices, Option, Text
from harness.chat.people import Person
from harness.chat.phrases import Code
from harness.tools.changes import Todo

ANA = Person("terminal", "", "me", "Ana")
CARD = Card(
    ("Run ", Code("make deploy"), "?"),
    reason="The tests pass.",
    warning=("This did not run.",),
    blocks=(Block("line one\n  line two", name="script"),),
    notes=("2 min at most · ", ANA, " can decide"),
    buttons=(Button("Approve", "a"), Button("Deny…", "d", form=True)),
)


def test_a_card_shows_all_of_it_and_how_to_answer() -> None:
    lines = render.body("Deskmate", CARD, render.menu_of(CARD), Page(80)).splitlines()
    assert lines == [
        "┌ Run `make deploy`?",
        "│ ! This did not run.",
        "│ The tests pass.",
        "│   line one",
        "│     line two",
        "│  1  Approve",
        "│  2  Deny…",
        "│ 2 min at most · Ana can decide",
        "└",
    ]


def test_options_come_before_buttons_and_stand_for_themselves() -> None:
    question = Card(
        ("which?",),
        choices=Choices((Option("red"), Option("blue")), True, "q"),
        buttons=(Button("Answer…", "r", form=True),),
    )
    menu = render.menu_of(question)
    assert [(item.number, item.label, item.selected, item.form) for item in menu] == [
        (1, "red", ("red",), False),
        (2, "blue", ("blue",), False),
        (3, "Answer…", (), True),
    ]
    assert "Several may be chosen" in render.body("Deskmate", question, menu, Page(80))


def test_words_are_the_colleagues_and_offers_stand_below() -> None:
    text = Text("Stopped.", buttons=(Button("Continue", "c"),))
    assert render.body("Robin", text, render.menu_of(text), Page(80)) == "Robin: Stopped.\n  1  Continue"


def test_a_settled_card_is_one_line_with_its_outcome() -> None:
    outcome = ("✅ Ran ", Code("make"), " · approved by ", ANA)
    assert render.settled(outcome, Page(80)) == "  ✅ Ran `make` · approved by Ana"


def test_an_option_is_described_beside_its_number_and_numbers_are_aligned() -> None:
    card = Card(
        ("which?",),
        choices=Choices((Option("red", "like a rose"), *(Option(str(n)) for n in range(2, 11))), False, "q"),
    )
    lines = render.body("Deskmate", card, render.menu_of(card), Page(80)).splitlines()
    assert lines[:2] == ["┌ which?", "│   1  red – like a rose"]
    assert lines[-2:] == ["│  10  10", "└"]


def test_blocks_have_names_where_there_are_several() -> None:
    card = Card(("t",), blocks=(Block("a", name="one"), Block("b", name="two")))
    assert render.body("Deskmate", card, [], Page(80)).splitlines() == [
        "┌ t",
        "│ one:",
        "│   a",
        "│ two:",
        "│   b",
        "└",
    ]


def test_nothing_on_a_card_paints_over_it() -> None:
    sneaky = Card(("ls\x1b[2K",), blocks=(Block("rm -rf ~ \r\x1b[2Kls\u202e"),), buttons=CARD.buttons)
    text = render.body("Deskmate", sneaky, render.menu_of(sneaky), Page(80))
    assert "│   rm -rf ~ \\r\\x1b[2Kls\\u202e" in text.splitlines()
    assert "\x1b" not in text


def test_code_goes_on_behind_a_mark_and_long_sentences_are_wrapped() -> None:
    card = Card(("t",), reason="word " * 30, blocks=(Block(f"+ {'x' * 78}\nshort", "diff"),))
    lines = render.body("Deskmate", card, [], Page(40)).splitlines()
    assert lines[-5:] == [f"│   + {'x' * 34}", f"│ ↪ {'x' * 36}", f"│ ↪ {'x' * 8}", "│   short", "└"]
    assert all(len(line) <= 40 for line in lines)


def test_a_reason_is_drawn_from_its_markdown_and_stays_in_its_frame() -> None:
    card = Card(("t",), reason="The **new** rule rejects `legacy/`:\n\n- one\n- two")
    assert render.body("Deskmate", card, [], Page(40)).splitlines() == [
        "┌ t",
        "│ The new rule rejects `legacy/`:",
        "│",
        "│  • one",
        "│  • two",
        "└",
    ]
    coloured = render.body("Deskmate", card, [], Page(40, colours=True))
    assert "\x1b[36mlegacy/\x1b[0m" in coloured


def test_todos_are_marked_by_how_far_they_are() -> None:
    items = [Todo("a", "completed"), Todo("b", "in_progress"), Todo("c")]
    assert render.todos(items) == "  ✓ a\n  ▸ b\n  ☐ c"


def test_what_is_long_breaks_between_words_and_stays_in_its_frame() -> None:
    outcome = "Denied by Ana: the notes are not to be written before everybody has seen them, one two three four five"
    lines = render.settled((outcome,), Page(50)).split("\n")
    assert all(len(line) <= 50 for line in lines)
    assert " ".join(line.strip() for line in lines) == outcome
    long = Card(("May I?",), buttons=(Button("Always allow all of “edit” in this thread, from now on", "a"),))
    drawn = render.body("Robin", long, render.menu_of(long), Page(40)).split("\n")
    assert all(len(line) <= 40 for line in drawn)
    assert "│  1  Always allow all of “edit” in this" in drawn
    assert "│     thread, from now on" in drawn


def test_what_comes_and_goes_has_its_colour_and_nothing_else_changes() -> None:
    card = Card(("Edit x?",), blocks=(Block("  1 a\n- 2 b\x1b[0m\n+ 2 c", "diff"),), notes=("soon",))
    plain, coloured = (render.body("Robin", card, [], Page(80, colours)) for colours in (False, True))
    assert "\x1b[31m- 2 b\\x1b[0m\x1b[0m" in coloured
    assert "\x1b[32m+ 2 c\x1b[0m" in coloured
    assert "│   " + "  1 a" in coloured.split("\n")
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert "\x1b" not in plain


def test_what_a_command_has_put_out_is_shown_without_what_the_line_above_says() -> None:
    assert render.output("one\ntwo\n[exit code 0]", Page(80)) == "    one\n    two"
    assert render.output("(no output)\n[exit code 0]", Page(80)) == ""
    assert (
        render.output("[exit code -9: ended after 2 seconds]", Page(80)) == "    [exit code -9: ended after 2 seconds]"
    )
    assert render.output("one\n[exit code 0]", Page(80, colours=True)) == "    \x1b[2mone\x1b[0m"


def test_of_a_long_output_both_ends_are_shown_and_how_much_is_missing() -> None:
    lines = render.output("\n".join(map(str, range(100))), Page(80)).split("\n")
    assert [line.strip() for line in lines] == [*map(str, range(8)), "… 80 more lines …", *map(str, range(88, 100))]
    assert len(render.output("\n".join(map(str, range(20))), Page(80)).split("\n")) == 20
    assert len(render.output("x" * 9_000, Page(80))) < 600


def test_an_output_only_is_read() -> None:
    hostile = "\x1b[31mred\x1b[0m \x1b[2J\x1b]0;title\x07 \u202e\r"
    assert render.output(hostile, Page(80)) == "    red \\x1b[2J\\x1b]0;title\\x07 \\u202e\\r"


def test_a_note_of_several_lines_is_set_in_whole_and_breaks_between_words() -> None:
    assert render.note("one\n\ntwo\r", Page(80)) == "  · one\n\n    two\\r"
    assert render.note("also open: Create notes.md? (1.1 to 1.4)", Page(40)) == (
        "  · also open: Create notes.md? (1.1 to\n    1.4)"
    )
