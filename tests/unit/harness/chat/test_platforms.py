"""What is offered on any platform is shown whole on each."""

import pytest

from adapters.discord import limits as discord
from adapters.slack import limits as slack
from harness.chat.people import Person, Place
from harness.chat.platforms import DISCORD, LABEL, OPTIONS, PLATFORMS, SLACK, direct


def test_the_numbers_are_those_of_the_adapters() -> None:
    assert (SLACK.label, SLACK.options) == (min(slack.BUTTON, slack.OPTION), slack.SELECT)
    assert (DISCORD.label, DISCORD.options) == (min(discord.BUTTON, discord.OPTION), discord.OPTIONS)


@pytest.mark.parametrize(
    ("place", "is_direct"),
    [
        (Place("slack", "T", "D1", "2.0"), True),
        (Place("slack", "T", "C1", "2.0"), False),
        (Place.direct(Person("discord", "T", "U1")), True),
        (Place("discord", "T", "12", "13"), False),
        (Place("discord", "T", "12"), False),
        (Place("discord", "", "12"), True),
        (Place("terminal", "", "here"), False),
    ],
)
def test_a_direct_message_is_known_where_its_name_says_so(place: Place, is_direct: bool | None) -> None:
    assert direct(place) is is_direct


def test_an_option_fits_wherever_it_is_offered() -> None:
    for one in PLATFORMS.values():
        assert one.label >= LABEL
        assert one.options >= OPTIONS
