"""What is pressed on a message: as buttons where there are few, else as a menu."""

from adapters.slack.pressed import buttons, options
from harness.chat.cards import Button, Choices, Option
from tests.fakes.slack import screen
from tests.unit.adapters.slack.shown import APPROVE, TOKEN


def test_few_options_are_buttons_that_carry_their_label() -> None:
    elements = screen.controls(options(Choices((Option("red"), Option("a & b")), False, TOKEN)))
    assert [(one.label, one.element["value"]) for one in elements] == [
        ("red", f"{TOKEN}\nred"),
        ("a & b", f"{TOKEN}\na & b"),
    ]


def test_many_options_or_several_answers_are_chosen_and_sent() -> None:
    some = tuple(Option(f"option {number}") for number in range(12))
    kinds = [
        screen.controls(options(Choices(given, multiple, TOKEN)))[0].kind
        for given, multiple in ((some, False), (some[:3], True), (some, True))
    ]
    assert kinds == ["static_select", "checkboxes", "multi_static_select"]


def test_what_is_pressed_seldom_is_in_a_menu_beside_the_buttons() -> None:
    more = Button("Always…", TOKEN, form=True, more=True)
    [button, menu] = screen.controls(buttons((APPROVE, more)))
    assert (button.label, menu.kind, menu.labels) == ("Approve", "overflow", ["Always…"])
