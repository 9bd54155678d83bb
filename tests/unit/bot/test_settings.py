"""A setting is right, or its error names it and what would be right."""

from pathlib import Path

import pytest

from adapters.slack import calls, installing
from adapters.storage.journal import SqlJournal
from bot.settings import REDIRECT, SLACK, SettingsError, check_chats, discord_problems, read, slack_problems, trim

TOKENS = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}


def test_what_is_not_set_has_a_sensible_default() -> None:
    settings = read({"DESKMATE_DATA_DIR": "/data"})
    assert settings.workspace == Path("workspace")
    assert settings.database_url == "sqlite:////data/deskmate.db"
    assert settings.sqlite_file == Path("/data/deskmate.db")
    assert settings.lock_file == Path("/data/deskmate.db.lock")
    assert settings.slack_api_url == "https://slack.com/api/"


def test_what_settings_say_of_slack_without_importing_it_is_what_it_says() -> None:
    assert (SLACK, REDIRECT) == (calls.DEFAULT_URL, installing.REDIRECT)


def test_one_file_has_one_lock_by_whatever_link_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "real.db").touch()
    (tmp_path / "link.db").symlink_to("real.db")
    files = [read({"DESKMATE_DATABASE_URL": f"sqlite:///{tmp_path / name}"}) for name in ("real.db", "link.db")]
    assert files[0].lock_file == files[1].lock_file == tmp_path.resolve() / "real.db.lock"


def test_without_a_data_dir_the_platforms_own_is_taken() -> None:
    assert read({}).data_dir.name == "deskmate"


def test_the_command_line_wins_over_the_environment() -> None:
    environment = {"DESKMATE_WORKSPACE": "/a"}
    assert read(environment).workspace == Path("/a")
    assert read(environment, "/b").workspace == Path("/b")


@pytest.mark.parametrize("url", ["postgres://db/x", "postgresql://db/x", "postgresql+psycopg://db/x"])
def test_postgresql_is_spelt_in_any_usual_way(url: str) -> None:
    settings = read({"DESKMATE_DATABASE_URL": url})
    assert settings.database_url == "postgresql+psycopg://db/x"
    assert settings.sqlite_file is None
    assert settings.lock_file is None


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
        ({"DESKMATE_DATABASE_URL": "mysql://db/x"}, "names mysql"),
        ({"DESKMATE_DATABASE_URL": "deskmate.db"}, "must be a URL"),
    ],
)
def test_a_wrong_setting_is_named_and_never_shown(environment: dict[str, str], named: str) -> None:
    with pytest.raises(SettingsError, match=named) as caught:
        check_chats(read(environment))
    assert "xoxp-1" not in str(caught.value)


def test_what_slack_needs_is_not_asked_of_a_terminal() -> None:
    assert read({"SLACK_BOT_TOKEN": "xoxb-1"}).slack_app_token == ""


def test_options_of_the_database_are_no_part_of_its_file() -> None:
    settings = read({"DESKMATE_DATABASE_URL": "sqlite:////data/a.db?timeout=9"})
    assert settings.sqlite_file == Path("/data/a.db")


def test_a_data_folder_may_have_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "50%25 off? #1 & more"
    settings = read({"DESKMATE_DATA_DIR": str(folder)})
    assert settings.sqlite_file == folder / "deskmate.db"
    with SqlJournal.open(settings.database_url, lambda: 0.0):
        assert [file.name for file in tmp_path.iterdir()] == [folder.name]
        assert settings.sqlite_file.is_file()


def test_with_a_signing_secret_one_token_is_needed() -> None:
    problems = slack_problems(read({"SLACK_SIGNING_SECRET": "x"}))
    assert list(problems) == ["SLACK_BOT_TOKEN"]
    assert "xapp-" not in problems["SLACK_BOT_TOKEN"]
    assert not slack_problems(read({"SLACK_SIGNING_SECRET": "x", "SLACK_BOT_TOKEN": "xoxb-1"}))


def test_all_that_is_wrong_for_slack_may_be_known_at_once() -> None:
    wrong = slack_problems(read({"SLACK_APP_TOKEN": "1", "SLACK_API_URL": "slack"}))
    assert list(wrong) == ["SLACK_API_URL", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"]
    assert slack_problems(read(TOKENS)) == {}
    assert slack_problems(read({})) == {}, "no Slack at all is not wrong"


SEVERAL = {
    "SLACK_CLIENT_ID": "1.2",
    "SLACK_CLIENT_SECRET": "s",
    "SLACK_REDIRECT_URL": "https://desk.example/slack/oauth_redirect",
    "SLACK_APP_TOKEN": "xapp-1",
}


def test_several_teams_need_what_they_install_the_app_with_and_one_way_in() -> None:
    assert not slack_problems(read(SEVERAL))
    by_http = {**SEVERAL, "SLACK_SIGNING_SECRET": "x", "SLACK_APP_TOKEN": ""}
    assert not slack_problems(read(by_http))
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
    problems = slack_problems(read({**SEVERAL, **changes}))
    assert list(problems) == [named]
    assert named in problems[named]


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
    problems = discord_problems(read({"DISCORD_BOT_TOKEN": "x", **changes}))
    assert list(problems) == [named]
    assert named in problems[named]


def test_what_is_around_a_value_is_none_of_it() -> None:
    settings = read({"DISCORD_BOT_TOKEN": " x\r\n", "DISCORD_SERVER": "123456789012345678 ", "SLACK_BOT_TOKEN": "\n"})
    assert (settings.discord_bot_token, settings.discord_server) == ("x", "123456789012345678")
    assert settings.slack_bot_token == ""


def test_what_is_around_a_secret_is_none_of_it_whoever_reads_it() -> None:
    environment = {
        "OPENAI_API_KEY": "k\n",
        "AWS_SECRET_ACCESS_KEY": " s\r\n",
        "AWS_ACCESS_KEY_ID": "i\t",
        "SLACK_BOT_TOKEN": "xoxb-1\n",
        "GROQ_API_KEY": "k\nk",
        "PS1": "> ",
        "MONKEY_NAME": " a ",
    }
    assert trim(environment) == {"OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID", "SLACK_BOT_TOKEN"}
    assert environment == {
        "OPENAI_API_KEY": "k",
        "AWS_SECRET_ACCESS_KEY": "s",
        "AWS_ACCESS_KEY_ID": "i",
        "SLACK_BOT_TOKEN": "xoxb-1",
        "GROQ_API_KEY": "k\nk",
        "PS1": "> ",
        "MONKEY_NAME": " a ",
    }
    assert not trim(environment), "once"


def test_discord_needs_its_token_alone() -> None:
    for more in (
        {},
        {"DISCORD_COMMANDS": "server"},
        {"DISCORD_COMMANDS": "everywhere"},
        {"DISCORD_SERVER": "801234567890123456"},
    ):
        assert not discord_problems(read({"DISCORD_BOT_TOKEN": "x", **more}))
    assert not discord_problems(read({}))
