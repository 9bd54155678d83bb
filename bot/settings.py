"""The environment, read once. Below `bot` nobody sees it."""

import os
import re
from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

SLACK = "https://slack.com/api/"
_SECRET = re.compile("(KEY|KEY_ID|TOKEN|SECRET|PASSWORD|CREDENTIALS)$")
LISTEN = "127.0.0.1:3000"
WORKSPACE = Path("workspace")
"""Where it is looked for unless it is named."""


class SettingsError(Exception):
    """A setting is missing or wrong. The message names it, and what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment says.

    Attributes:
        database_url: as SQLAlchemy takes it
        skills: folders of skills that all workspaces share, in the order in which they count
        slack_bot_token, slack_app_token: empty where Slack is not set up
        slack_config_token: for looking only
        slack_signing_secret: with it, Slack's requests come to the host and port of `slack_listen`
        slack_client_id, slack_client_secret, slack_redirect_url: with them, teams install the app themselves; Slack
            sends people back to the URL
        discord_bot_token: empty where Discord is not set up
        discord_api_url, discord_gateway_url: empty where they are Discord's own
        discord_commands: whether they are registered `everywhere`, or in the `server` alone
        discord_server: the id of the one that it works in; may be empty where it is in one
    """

    workspace: Path
    data_dir: Path
    database_url: str
    _: KW_ONLY
    skills: tuple[Path, ...] = ()
    slack_bot_token: str = ""
    slack_app_token: str = ""
    slack_api_url: str = SLACK
    slack_config_token: str = ""
    slack_signing_secret: str = ""
    slack_listen: str = LISTEN
    slack_client_id: str = ""
    slack_client_secret: str = ""
    slack_redirect_url: str = ""
    discord_bot_token: str = ""
    discord_api_url: str = ""
    discord_gateway_url: str = ""
    discord_commands: str = ""
    discord_server: str = ""

    @property
    def slack_teams(self) -> bool:
        """Several teams install the app themselves; otherwise it is in the one whose bot token is set."""
        return bool(self.slack_client_id or self.slack_client_secret or self.slack_redirect_url)

    @property
    def slack_by_http(self) -> bool:
        """Slack sends requests to us; otherwise we connect to it."""
        return bool(self.slack_signing_secret)

    @property
    def slack_address(self) -> tuple[str, int]:
        """Host and port of `slack_listen`."""
        host, _, port = self.slack_listen.rpartition(":")
        return host.strip("[]"), int(port)

    @property
    def sqlite_file(self) -> Path | None:
        """Where SQLite keeps the journal; None for another database."""
        prefix = "sqlite:///"
        file = unquote(self.database_url.removeprefix(prefix).partition("?")[0])
        return Path(file) if self.database_url.startswith(prefix) else None

    @property
    def lock_file(self) -> Path | None:
        """What a process holds while it works on SQLite's file, by whatever links it is called."""
        if self.sqlite_file is None:
            return None
        file = self.sqlite_file.resolve()
        return file.with_name(f"{file.name}.lock")


def trim(environment: MutableMapping[str, str]) -> frozenset[str]:
    """Takes blanks and line breaks from around what variables hold that are keys or other secrets, and returns their
    names. Not we alone read them: litellm puts a provider's key into a header as it stands, and no header takes a line
    break.
    """
    loose = {name: value for name, value in environment.items() if _SECRET.search(name) and value != value.strip()}
    environment.update({name: value.strip() for name, value in loose.items()})
    return frozenset(loose)


def process() -> Mapping[str, str]:
    """The live environment of the process, where the keys of model providers are: litellm reads them there."""
    return os.environ


def read(environment: Mapping[str, str], workspace: str | None = None) -> Settings:
    """The settings; `workspace` is what the command line says of it. Blanks and line breaks around a value are none of
    it: files that hold a token end in one. Raises SettingsError.
    """
    environment = {name: value.strip() for name, value in environment.items()}
    data_dir = Path(environment.get("DESKMATE_DATA_DIR") or _user_data_dir())
    url = environment.get("DESKMATE_DATABASE_URL") or sqlite_url(data_dir / "deskmate.db")
    return Settings(
        workspace=_folder(Path(workspace or environment.get("DESKMATE_WORKSPACE") or WORKSPACE)),
        data_dir=data_dir,
        database_url=_database(url),
        skills=tuple(map(Path, filter(None, environment.get("DESKMATE_SKILLS", "").split(os.pathsep)))),
        slack_bot_token=environment.get("SLACK_BOT_TOKEN", ""),
        slack_app_token=environment.get("SLACK_APP_TOKEN", ""),
        slack_api_url=environment.get("SLACK_API_URL") or SLACK,
        slack_config_token=environment.get("SLACK_CONFIG_TOKEN", ""),
        slack_signing_secret=environment.get("SLACK_SIGNING_SECRET", ""),
        slack_client_id=environment.get("SLACK_CLIENT_ID", ""),
        slack_client_secret=environment.get("SLACK_CLIENT_SECRET", ""),
        slack_redirect_url=environment.get("SLACK_REDIRECT_URL", ""),
        discord_bot_token=environment.get("DISCORD_BOT_TOKEN", ""),
        discord_api_url=environment.get("DISCORD_API_URL", ""),
        discord_gateway_url=environment.get("DISCORD_GATEWAY_URL", ""),
        discord_commands=environment.get("DISCORD_COMMANDS", ""),
        discord_server=environment.get("DISCORD_SERVER", ""),
        slack_listen=_listen(environment.get("SLACK_LISTEN") or LISTEN),
    )


def refused(environment: Mapping[str, str]) -> Mapping[str, str]:
    """The variables for which `read` raises SettingsError, and what it says of each."""
    wrong = dict[str, str]()
    for name, checked in (("DESKMATE_DATABASE_URL", _database), ("SLACK_LISTEN", _listen)):
        try:
            if value := environment.get(name, "").strip():
                checked(value)
        except SettingsError as error:
            wrong[name] = str(error)
    return wrong


def sqlite_url(file: Path) -> str:
    """A file of that name, whatever is in it: in a URL % and ? mean something."""
    return f"sqlite:///{str(file).replace('%', '%25').replace('?', '%3F')}"


def is_url(value: str, schemes: Collection[str]) -> bool:
    """Does it begin with one of the schemes, and name a host?"""
    try:
        url = urlsplit(value)
        return url.scheme in schemes and bool(url.hostname) and url.port != 0
    except ValueError:  # a port that is none, or half an address
        return False


def _folder(path: Path) -> Path:
    if os.path.isfile(path):  # which says no where it may not look
        raise SettingsError(f"{path} is a file: the workspace is its folder, {path.parent}")
    return path


def _listen(address: str) -> str:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not int(port) < 65_536:
        raise SettingsError(f"SLACK_LISTEN must be host:port, like {LISTEN} or 0.0.0.0:3000, not {address}")
    return address


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
    if scheme == "sqlite" and re.match(r"/?file:|.*[?&]uri=", rest):
        # by such a name nobody would find the lock of another process that works on the same file
        raise SettingsError("DESKMATE_DATABASE_URL must name the file itself: sqlite:////var/lib/deskmate.db")
    return url


def _user_data_dir() -> str:
    from platformdirs import user_data_dir

    return user_data_dir("deskmate", appauthor=False)
