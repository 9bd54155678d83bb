"""What Discord needs of the settings is said of each that is wrong."""

import pytest

from bot.platforms.discord import DiscordDefinition, problems
from bot.settings import SettingsError, read
from tests.unit.bot.platforms.test_slack import SEVERAL


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"DISCORD_API_URL": "discord.example"}, "DISCORD_API_URL"),
        ({"DISCORD_GATEWAY_URL": "https://discord.example"}, "DISCORD_GATEWAY_URL"),
        ({"DISCORD_GATEWAY_URL": "wss://discord.example:99999"}, "DISCORD_GATEWAY_URL"),
        ({"DISCORD_API_URL": "https://discord.example:eight"}, "DISCORD_API_URL"),
        ({"DISCORD_API_URL": "https://[::1"}, "DISCORD_API_URL"),
        ({"DISCORD_BOT_TOKEN": "Bot x"}, "DISCORD_BOT_TOKEN"),
        ({"DISCORD_BOT_TOKEN": "", "DISCORD_API_URL": "https://discord.example"}, "DISCORD_BOT_TOKEN"),
        ({"DISCORD_COMMANDS": "guild"}, "DISCORD_COMMANDS"),
        ({"DISCORD_SERVER": "acme"}, "DISCORD_SERVER"),
        (SEVERAL, "DISCORD_BOT_TOKEN"),
    ],
)
def test_what_is_wrong_with_the_settings_for_discord_is_named(changes: dict[str, str], named: str) -> None:
    found = problems(read({"DISCORD_BOT_TOKEN": "x", **changes}))
    assert list(found) == [named]
    assert named in found[named]


def test_discord_needs_its_token_alone() -> None:
    for more in (
        {},
        {"DISCORD_COMMANDS": "server"},
        {"DISCORD_COMMANDS": "everywhere"},
        {"DISCORD_SERVER": "801234567890123456"},
    ):
        assert not problems(read({"DISCORD_BOT_TOKEN": "x", **more}))
    assert not problems(read({}))


def test_requests_to_us_are_for_slack() -> None:
    with pytest.raises(SettingsError, match="is for Slack"):
        DiscordDefinition().manifest("Robin", read({}), "https://desk.example")
