"""What is pressed says what it is."""

from adapters.discord.controls import read
from adapters.discord.pressed import buttons, options
from harness.chat.cards import Button, Choices, Option
from tests.fakes.discord.shape import every


def test_a_control_says_what_it_is_and_a_green_button_is_green() -> None:
    made = buttons((Button("Approve", "t|1|approve", "primary"), Button("Deny…", "t|1|reject", form=True)))
    approve, deny = [one for one in every(made) if one["type"] == 2]
    assert (approve["style"], read(approve["custom_id"])) == (3, ("click", "t|1|approve"))
    assert (deny["style"], read(deny["custom_id"])) == (2, ("form", "t|1|reject"))


def test_few_options_are_buttons_and_several_answers_are_chosen() -> None:
    offered = (Option("red"), Option("blue", "like the sea"))
    [row] = options(Choices(offered, False, "t|1|choose"))
    assert [one["label"] for one in row["components"]] == ["red", "blue"]
    [row] = options(Choices(offered, True, "t|1|choose"))
    assert [one.get("description") for one in row["components"][0]["options"]] == [None, "like the sea"]
