"""Slack, in the team whose bot token is set or in several that install the app themselves."""

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.platforms.definition import Examination, Platform
from bot.settings import SLACK, Settings, SettingsError, is_url
from harness.chat.people import Place
from harness.chat.platforms import SLACK as TRAITS
from harness.chat.port import Marks
from harness.loop.clock import Now, Sleep

if TYPE_CHECKING:
    from adapters.slack.app import Slack
    from bot.doctor.finding import Finding, Said

REDIRECT = "/slack/oauth_redirect"
"""The path of the page that Slack sends people back to."""
_PREFIX = "{} must begin with {}; what is set does not"
_MISSING = "{} is missing: Slack needs both tokens (xoxb- and xapp-)"
_MISSING_BOT = "SLACK_BOT_TOKEN is missing: Slack needs it (xoxb-) beside SLACK_SIGNING_SECRET"
_BOTH = (
    "SLACK_APP_TOKEN and SLACK_SIGNING_SECRET are both set: set the first for an app with Socket Mode, the second for "
    "one with request URLs"
)
_ONE_OR_SEVERAL = (
    "SLACK_BOT_TOKEN and SLACK_CLIENT_ID are both set: set the first for one team, the second for several, "
    "each of which gives me its own token"
)
_NO_WAY_IN = "SLACK_APP_TOKEN is missing: set it, or SLACK_SIGNING_SECRET for an app with request URLs"


class SlackDefinition:
    """Fulfils `bot.platforms.definition.PlatformDefinition`."""

    traits = TRAITS
    tokens = "SLACK_BOT_TOKEN and SLACK_APP_TOKEN"

    def is_set_up(self, settings: Settings) -> bool:
        return bool(settings.slack_bot_token)

    def problems(self, settings: Settings) -> Mapping[str, str]:
        return problems(settings)

    def made(self, settings: Settings, marks: Marks) -> Platform:
        return slack_of(settings, marks=marks)

    def manifest(self, name: str, settings: Settings, http: str) -> str:
        from adapters.slack.manifest import manifest, written

        if "SLACK_REDIRECT_URL" in (wrong := problems(settings)) and settings.slack_redirect_url:
            raise SettingsError(wrong["SLACK_REDIRECT_URL"])
        return written(manifest(name, _requests(http), redirect=settings.slack_redirect_url))

    async def examine(self, at: Examination) -> "list[Finding]":
        from bot.doctor.slack import slack

        return await slack(at)

    async def reach(self, at: Examination, team: str, place: Place) -> "tuple[str, list[Said]]":
        from bot.doctor.slack_place import reach

        return await reach(at, team, place)


def slack_of(
    settings: Settings,
    now: Now = time.monotonic,
    sleep: Sleep = asyncio.sleep,
    ping: float | None = None,
    marks: Marks | None = None,
) -> "Slack":
    """Slack as the settings have it: over a socket, or by HTTP. Only how long things take is asked of `now`: setting
    the machine's clock is not to hold up what Slack asked us to wait for. `ping` in real seconds, as a Socket has it.
    `marks`: see its TeamConnection.
    """
    from adapters.slack.app import Slack
    from adapters.slack.http import Http
    from adapters.slack.socket import PING

    return Slack(
        settings.slack_bot_token,
        settings.slack_app_token,
        settings.slack_api_url,
        now,
        sleep,
        PING if ping is None else ping,
        signing_secret=settings.slack_signing_secret,
        http=Http(*settings.slack_address) if settings.slack_by_http else None,
        marks=marks,
    )


def problems(settings: Settings) -> dict[str, str]:
    """What is wrong, by the name of the setting. Neither token is not wrong: then there is no Slack."""
    found = {}
    if not settings.slack_api_url.endswith("/") or not is_url(settings.slack_api_url, ("http", "https")):
        found["SLACK_API_URL"] = f"SLACK_API_URL must be a URL that ends in a slash, like {SLACK}"
    bot, app = settings.slack_bot_token, settings.slack_app_token
    if settings.slack_teams:
        return found | _teams_problems(settings)
    if bot and not bot.startswith("xoxb-"):
        found["SLACK_BOT_TOKEN"] = _PREFIX.format("SLACK_BOT_TOKEN", "xoxb-")
    elif not bot and (app or settings.slack_by_http):
        found["SLACK_BOT_TOKEN"] = _MISSING_BOT if settings.slack_by_http else _MISSING.format("SLACK_BOT_TOKEN")
    if app and settings.slack_by_http:
        found["SLACK_APP_TOKEN"] = _BOTH
    elif app and not app.startswith("xapp-"):
        found["SLACK_APP_TOKEN"] = _PREFIX.format("SLACK_APP_TOKEN", "xapp-")
    elif bot and not app and not settings.slack_by_http:
        found["SLACK_APP_TOKEN"] = _MISSING.format("SLACK_APP_TOKEN")
    return found


def _requests(http: str) -> str:
    """Where requests go; without a path, where they usually do. Raises SettingsError."""
    if http and (not is_url(http, ("https",)) or set(http) & set("?#")):
        raise SettingsError(
            "--http must be a URL that begins with https://, since Slack sends requests to no other, and has no ? or #"
        )
    return f"{http.rstrip('/')}/slack/events" if http and urlsplit(http).path in ("", "/") else http


def _leads_back(url: str) -> bool:
    """May Slack send browsers there, and do we listen there? Unencrypted at this machine alone."""
    if not is_url(url, ("http", "https")):
        return False
    parts = urlsplit(url)
    safe = parts.scheme == "https" or parts.hostname in ("localhost", "127.0.0.1")
    return safe and parts.path.endswith(REDIRECT) and not parts.query


def _teams_problems(settings: Settings) -> dict[str, str]:
    found, app = {}, settings.slack_app_token
    for name, value in (
        ("SLACK_CLIENT_ID", settings.slack_client_id),
        ("SLACK_CLIENT_SECRET", settings.slack_client_secret),
        ("SLACK_REDIRECT_URL", settings.slack_redirect_url),
    ):
        if not value:
            found[name] = f"{name} is missing: for several teams set SLACK_CLIENT_ID, _CLIENT_SECRET and _REDIRECT_URL"
    if settings.slack_redirect_url and not _leads_back(settings.slack_redirect_url):
        found["SLACK_REDIRECT_URL"] = (
            f"SLACK_REDIRECT_URL must be an address where browsers reach me, like https://deskmate.example.com{REDIRECT}"
        )
    if settings.slack_bot_token:
        found["SLACK_BOT_TOKEN"] = _ONE_OR_SEVERAL
    if app and settings.slack_by_http:
        found["SLACK_APP_TOKEN"] = _BOTH
    elif not app and not settings.slack_by_http:
        found["SLACK_APP_TOKEN"] = _NO_WAY_IN
    elif app and not app.startswith("xapp-"):
        found["SLACK_APP_TOKEN"] = _PREFIX.format("SLACK_APP_TOKEN", "xapp-")
    return found
