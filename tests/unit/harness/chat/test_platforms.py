"""What is offered on any platform is shown whole on each."""

from adapters.discord import limits as discord
from adapters.slack import limits as slack
from harness.chat.platforms import DISCORD, LABEL, OPTIONS, PLATFORMS, SLACK


def test_the_numbers_are_those_of_the_adapters() -> None:
    assert (SLACK.label, SLACK.options) == (min(slack.BUTTON, slack.OPTION), slack.SELECT)
    assert (DISCORD.label, DISCORD.options) == (min(discord.BUTTON, discord.OPTION), discord.OPTIONS)


def test_an_option_fits_wherever_it_is_offered() -> None:
    for one in PLATFORMS.values():
        assert one.label >= LABEL
        assert one.options >= OPTIONS
