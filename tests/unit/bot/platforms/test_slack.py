"""What Slack needs of the settings is said of each that is wrong."""

import time
from inspect import signature

import pytest

from adapters.slack import installing, manifest
from bot.cli import NAME
from bot.platforms.slack import REDIRECT, SlackDefinition, problems, slack_of
from bot.settings import SettingsError, read

TOKENS = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}
SEVERAL = {
    "SLACK_CLIENT_ID": "1.2",
    "SLACK_CLIENT_SECRET": "s",
    "SLACK_REDIRECT_URL": "https://desk.example/slack/oauth_redirect",
    "SLACK_APP_TOKEN": "xapp-1",
}


def test_where_slack_sends_people_back_to_is_known_without_importing_it() -> None:
    assert REDIRECT == installing.REDIRECT


def test_slack_goes_by_a_clock_that_nobody_sets() -> None:
    assert signature(slack_of).parameters["now"].default is time.monotonic


def test_with_a_signing_secret_one_token_is_needed() -> None:
    found = problems(read({"SLACK_SIGNING_SECRET": "x"}))
    assert list(found) == ["SLACK_BOT_TOKEN"]
    assert "xapp-" not in found["SLACK_BOT_TOKEN"]
    assert not problems(read({"SLACK_SIGNING_SECRET": "x", "SLACK_BOT_TOKEN": "xoxb-1"}))


def test_all_that_is_wrong_for_slack_may_be_known_at_once() -> None:
    wrong = problems(read({"SLACK_APP_TOKEN": "1", "SLACK_API_URL": "slack"}))
    assert list(wrong) == ["SLACK_API_URL", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"]
    assert problems(read(TOKENS)) == {}
    assert problems(read({})) == {}, "no Slack at all is not wrong"


def test_several_teams_need_what_they_install_the_app_with_and_one_way_in() -> None:
    assert not problems(read(SEVERAL))
    by_http = {**SEVERAL, "SLACK_SIGNING_SECRET": "x", "SLACK_APP_TOKEN": ""}
    assert not problems(read(by_http))
    assert read(SEVERAL).slack_teams
    assert not read(TOKENS).slack_teams


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"SLACK_CLIENT_ID": ""}, "SLACK_CLIENT_ID"),
        ({"SLACK_CLIENT_SECRET": ""}, "SLACK_CLIENT_SECRET"),
        ({"SLACK_REDIRECT_URL": ""}, "SLACK_REDIRECT_URL"),
        ({"SLACK_REDIRECT_URL": "http://desk.example/slack/oauth_redirect"}, "SLACK_REDIRECT_URL"),
        ({"SLACK_REDIRECT_URL": "https://desk.example/elsewhere"}, "SLACK_REDIRECT_URL"),
        ({"SLACK_REDIRECT_URL": "https:///slack/oauth_redirect"}, "SLACK_REDIRECT_URL"),
        ({"SLACK_REDIRECT_URL": "https://[/slack/oauth_redirect"}, "SLACK_REDIRECT_URL"),
        ({"SLACK_BOT_TOKEN": "xoxb-1"}, "SLACK_BOT_TOKEN"),
        ({"SLACK_APP_TOKEN": ""}, "SLACK_APP_TOKEN"),
        ({"SLACK_APP_TOKEN": "xoxb-1"}, "SLACK_APP_TOKEN"),
        ({"SLACK_SIGNING_SECRET": "x"}, "SLACK_APP_TOKEN"),
    ],
)
def test_what_is_wrong_with_the_settings_for_several_teams_is_named(changes: dict[str, str], named: str) -> None:
    found = problems(read({**SEVERAL, **changes}))
    assert list(found) == [named]
    assert named in found[named]


def test_the_manifest_says_where_requests_go_and_where_people_come_back_to() -> None:
    slack = SlackDefinition()
    assert slack.manifest(NAME, read({}), "") == manifest.written(manifest.manifest())
    assert "https://desk.example/slack/events" in slack.manifest(NAME, read({}), "https://desk.example/")
    with pytest.raises(SettingsError, match="--http"):
        slack.manifest(NAME, read({}), "http://desk.example")
    with pytest.raises(SettingsError, match="SLACK_REDIRECT_URL"):
        slack.manifest(NAME, read({"SLACK_REDIRECT_URL": "https://desk.example"}), "")
