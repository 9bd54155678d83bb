"""The environment, read once. Below `bot` nobody sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

SLACK = "https://slack.com/api/"
WORKSPACE = Path("workspace")
"""Where it is looked for unless it is named."""


class SettingsError(Exception):
    """A setting is missing or wrong. The message names it, and what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`database_url` is as SQLAlchemy takes it. Slack's tokens are empty where Slack is not set up; the last one is
    an app configuration token, for looking only.
    """

    workspace: Path
    data_dir: Path
    database_url: str
    slack_bot_token: str = ""
    slack_app_token: str = ""
    slack_api_url: str = SLACK
    slack_config_token: str = ""

    @property
    def sqlite_file(self) -> Path | None:
        """Where SQLite keeps the journal; None for another database."""
        prefix = "sqlite:///"
        file = self.database_url.removeprefix(prefix).partition("?")[0]
        return Path(file) if self.database_url.startswith(prefix) else None

    @property
    def lock_file(self) -> Path | None:
        """What a process holds while it works on SQLite's file."""
        return (file := self.sqlite_file) and file.with_name(f"{file.name}.lock")


def read(environment: Mapping[str, str], workspace: str | None = None) -> Settings:
    """The settings; `workspace` is what the command line says of it. Raises SettingsError."""
    data_dir = Path(environment.get("DESKMATE_DATA_DIR") or _user_data_dir())
    url = environment.get("DESKMATE_DATABASE_URL") or f"sqlite:///{data_dir / 'deskmate.db'}"
    return Settings(
        workspace=Path(workspace or environment.get("DESKMATE_WORKSPACE") or WORKSPACE),
        data_dir=data_dir,
        database_url=_database(url),
        slack_bot_token=environment.get("SLACK_BOT_TOKEN", ""),
        slack_app_token=environment.get("SLACK_APP_TOKEN", ""),
        slack_api_url=environment.get("SLACK_API_URL") or SLACK,
        slack_config_token=environment.get("SLACK_CONFIG_TOKEN", ""),
    )


def check_slack(settings: Settings) -> None:
    """What `deskmate run` needs for Slack. Raises SettingsError."""
    for problem in slack_problems(settings).values():
        raise SettingsError(problem)


def slack_problems(settings: Settings) -> dict[str, str]:
    """What is wrong, by the name of the setting. Neither token is not wrong: then there is no Slack."""
    found = {}
    if not settings.slack_api_url.endswith("/") or not urlsplit(settings.slack_api_url).scheme.startswith("http"):
        found["SLACK_API_URL"] = f"SLACK_API_URL must be a URL that ends in a slash, like {SLACK}"
    tokens = {
        "SLACK_BOT_TOKEN": (settings.slack_bot_token, "xoxb-"),
        "SLACK_APP_TOKEN": (settings.slack_app_token, "xapp-"),
    }
    for name, (token, prefix) in tokens.items():
        if token and not token.startswith(prefix):
            found[name] = f"{name} must begin with {prefix}; what is set does not"
        elif not token and any(other for other, _ in tokens.values()):
            found[name] = f"{name} is missing: Slack needs both tokens (xoxb- and xapp-)"
    return found


def _database(url: str) -> str:
    """PostgreSQL's usual spellings name the driver that we ship."""
    scheme, separator, rest = url.partition("://")
    if not separator or not rest:
        raise SettingsError(
            "DESKMATE_DATABASE_URL must be a URL like sqlite:////var/lib/deskmate.db or postgresql://host/db"
        )
    if scheme in ("postgres", "postgresql"):
        return f"postgresql+psycopg://{rest}"
    if scheme not in ("sqlite", "postgresql+psycopg"):
        raise SettingsError(f"DESKMATE_DATABASE_URL names {scheme}; it may be sqlite or postgresql")
    return url


def _user_data_dir() -> str:
    from platformdirs import user_data_dir

    return user_data_dir("deskmate", appauthor=False)
