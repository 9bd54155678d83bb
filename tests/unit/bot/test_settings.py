"""A setting is right, or its error names it and what would be right."""

import os
import re
from pathlib import Path

import pytest

from adapters.slack import calls
from adapters.storage.journal import SqlJournal
from bot.settings import SLACK, SettingsError, read, trim


def test_what_is_not_set_has_a_sensible_default() -> None:
    settings = read({"DESKMATE_DATA_DIR": "/data"})
    assert settings.workspace == Path("workspace")
    assert settings.database_url == "sqlite:////data/deskmate.db"
    assert settings.sqlite_file == Path("/data/deskmate.db")
    assert settings.lock_file == Path("/data/deskmate.db.lock")
    assert settings.slack_api_url == "https://slack.com/api/"


def test_where_slack_is_is_known_without_importing_it() -> None:
    assert SLACK == calls.DEFAULT_URL


def test_one_file_has_one_lock_by_whatever_link_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "real.db").touch()
    (tmp_path / "link.db").symlink_to("real.db")
    files = [read({"DESKMATE_DATABASE_URL": f"sqlite:///{tmp_path / name}"}) for name in ("real.db", "link.db")]
    assert files[0].lock_file == files[1].lock_file == tmp_path.resolve() / "real.db.lock"


def test_without_a_data_dir_the_platforms_own_is_taken() -> None:
    assert read({}).data_dir.name == "deskmate"


def test_folders_of_skills_are_apart_as_in_path() -> None:
    assert read({}).skills == ()
    assert read({"DESKMATE_SKILLS": os.pathsep.join(["/a", "", "b"])}).skills == (Path("/a"), Path("b"))


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
        ({"DESKMATE_DATABASE_URL": "mysql://db/x"}, "names mysql"),
        ({"DESKMATE_DATABASE_URL": "deskmate.db"}, "must be a URL"),
        ({"DESKMATE_DATABASE_URL": "sqlite:///file:/data/x.db?uri=true"}, "must name the file itself"),
        ({"DESKMATE_DATABASE_URL": "sqlite:////data/x.db?timeout=9&uri=true"}, "must name the file itself"),
    ],
)
def test_a_wrong_setting_is_named(environment: dict[str, str], named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        read(environment)


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


def test_a_file_of_the_workspace_is_no_folder_of_one(tmp_path: Path):
    file = tmp_path / "support" / "workspace.yaml"
    file.parent.mkdir()
    file.touch()
    said = f"{file} is a file: the workspace is its folder, {file.parent}"
    with pytest.raises(SettingsError, match=re.escape(said)):
        read({}, str(file))
    with pytest.raises(SettingsError, match=re.escape(said)):
        read({"DESKMATE_WORKSPACE": str(file)})
    assert read({}, str(tmp_path / "gone")).workspace == tmp_path / "gone", "which may be made later"
