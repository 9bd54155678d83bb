"""What is to be known of all platforms is known of each."""

import pytest

from bot.platforms.registry import PLATFORMS, called, check, problems, set_up
from bot.settings import SettingsError, read
from harness.chat import platforms
from tests.unit.bot.platforms.test_slack import TOKENS


def test_each_platform_that_the_harness_knows_is_defined_in_its_order() -> None:
    assert [one.traits for one in PLATFORMS] == list(platforms.PLATFORMS.values())
    for one in PLATFORMS:
        assert called(one.traits.name) is one
    assert called("terminal") is None


def test_those_are_set_up_whose_tokens_are_there() -> None:
    assert not set_up(read({}))
    assert not problems(read({})), "it may be that none is meant to be"
    assert [one.traits.name for one in set_up(read({**TOKENS, "DISCORD_BOT_TOKEN": "x"}))] == ["slack", "discord"]


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({**TOKENS, "SLACK_BOT_TOKEN": "xoxp-1"}, "SLACK_BOT_TOKEN must begin with xoxb-"),
        ({**TOKENS, "SLACK_APP_TOKEN": "1"}, "SLACK_APP_TOKEN must begin with xapp-"),
        ({"SLACK_BOT_TOKEN": "xoxb-1"}, "SLACK_APP_TOKEN is missing"),
        ({"SLACK_APP_TOKEN": "xapp-1"}, "SLACK_BOT_TOKEN is missing"),
        ({"SLACK_API_URL": "http://127.0.0.1/api"}, "SLACK_API_URL must be a URL that ends in a slash"),
        ({"SLACK_API_URL": "slack/"}, "SLACK_API_URL"),
        ({"SLACK_API_URL": "http://[/"}, "SLACK_API_URL"),
        ({"SLACK_API_URL": "https:///"}, "SLACK_API_URL"),
    ],
)
def test_a_wrong_setting_is_named_and_never_shown(environment: dict[str, str], named: str) -> None:
    with pytest.raises(SettingsError, match=named) as caught:
        check(read(environment))
    assert "xoxp-1" not in str(caught.value)
