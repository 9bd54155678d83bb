"""What Slack says of our tokens: for `deskmate doctor`. Nothing is changed by asking.

To learn who else is connected one must connect. Slack may send a payload to any connection, so this one is closed with
its first word: an event that came over it is sent again, an interaction would be lost.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from adapters.slack.calls import CallRefused, Calls
from adapters.slack.limits import CONNECTIONS
from adapters.slack.pacer import Pacer
from harness.chat.people import Place
from harness.chat.port import Undelivered
from harness.loop.clock import Now, Sleep

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient
    from slack_sdk.web.async_slack_response import AsyncSlackResponse

PATIENCE = 5.0
"""Seconds that Slack may ask us to wait."""
WITHIN = 15.0
"""Seconds in which a socket is open and has said hello."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Installed:
    """Where the bot token is from, and as whom. `scopes` are None if Slack does not say which are granted; `ahead` is
    by how many seconds our clock is ahead of Slack's, None if it does not say.
    """

    team: str
    team_name: str
    user_name: str
    bot: str
    scopes: frozenset[str] | None
    ahead: float | None


@dataclass(frozen=True, slots=True)
class Connected:
    """Whose app-level token it is, empty if Slack did not come to say it, and how many connections the app has, this
    one among them.
    """

    app: str
    connections: int


@dataclass(frozen=True, slots=True)
class Room:
    """A channel as we see it, by its name, which direct messages have none of. `member`: are we in it? `thread`: is the
    one there that was asked for, as far as we may know?
    """

    name: str
    member: bool
    archived: bool
    thread: bool = True


class Probe:
    """Each raises ChatError: CallRefused if Slack does not take the token."""

    def __init__(self, bot_token: str, app_token: str, api_url: str, now: Now, sleep: Sleep = asyncio.sleep) -> None:
        self._app_token, self._now = app_token, now
        self._calls = Calls(bot_token, api_url, Pacer(now, sleep))

    async def installed(self) -> Installed:
        headers: Mapping[str, str] = {}

        async def ask(client: "AsyncWebClient") -> "AsyncSlackResponse":
            nonlocal headers
            answer = await client.auth_test()
            headers = {name.lower(): value for name, value in answer.headers.items()}
            return answer

        who = await self._calls("auth.test", ask, patience=PATIENCE)
        return Installed(
            str(who.get("team_id") or ""),
            str(who.get("team") or ""),
            str(who.get("user") or ""),
            str(who.get("bot_id") or ""),
            _scopes(headers.get("x-oauth-scopes")),
            _ahead(headers.get("date"), self._now()),
        )

    async def app(self, bot: str) -> str:
        """The id of the app that `bot` belongs to."""
        answer = await self._calls("bots.info", lambda client: client.bots_info(bot=bot), patience=PATIENCE)
        return str((answer.get("bot") or {}).get("app_id") or "")

    async def connected(self) -> Connected:
        answer = await self._calls(
            "apps.connections.open",
            lambda client: client.apps_connections_open(app_token=self._app_token),
            patience=PATIENCE,
        )
        hello = await self._first_word(str(answer["url"]))
        if hello.get("reason") == "too_many_websockets":
            return Connected("", CONNECTIONS + 1)
        if hello.get("type") != "hello":
            raise Undelivered(f"the socket was closed at once: {hello.get('reason') or hello.get('type')}")
        app = (hello.get("connection_info") or {}).get("app_id")
        return Connected(str(app or ""), int(hello.get("num_connections") or 1))

    async def manifest(self, config_token: str, app: str) -> Json:
        """The app's manifest as it is now, by an app configuration token."""
        answer = await self._calls(
            "apps.manifest.export",
            lambda client: client.apps_manifest_export(app_id=app, token=config_token),
            patience=PATIENCE,
        )
        manifest: Json = answer.get("manifest") or {}
        return manifest

    async def room(self, place: Place) -> Room | None:
        """What is at that place; None, if there is no such channel or we cannot see it."""
        try:
            answer = await self._calls(
                "conversations.info",
                lambda client: client.conversations_info(channel=place.channel),
                patience=PATIENCE,
            )
        except CallRefused as error:
            if error.code == "channel_not_found":
                return None
            raise
        info: Json = answer["channel"]
        member = any(info.get(kind) for kind in ("is_member", "is_im", "is_mpim"))
        archived = bool(info.get("is_archived"))
        return Room(str(info.get("name") or ""), member, archived, not member or await self._thread(place))

    async def _thread(self, place: Place) -> bool:
        if not place.thread:
            return True
        try:
            await self._calls(
                "conversations.replies",
                lambda client: client.conversations_replies(channel=place.channel, ts=place.thread, limit=1),
                patience=PATIENCE,
            )
        except CallRefused as error:
            if error.code == "thread_not_found":
                return False
            raise
        return True

    async def close(self) -> None:
        await self._calls.close()

    async def _first_word(self, address: str) -> Json:
        """What comes over a new socket first. Its address lets in whoever has it, so no error shows it."""
        from aiohttp import ClientError, ClientSession, WSServerHandshakeError

        try:
            async with (
                asyncio.timeout(WITHIN),
                ClientSession() as session,
                session.ws_connect(address, proxy=self._calls.bare().proxy) as socket,
            ):
                word = await socket.receive_json()
        except WSServerHandshakeError as error:
            raise Undelivered(f"the socket did not open (HTTP {error.status})") from None
        except (ClientError, TimeoutError, OSError, TypeError, ValueError) as error:
            raise Undelivered(f"the socket did not open ({type(error).__name__})") from None
        return word if isinstance(word, dict) else {}


def _scopes(header: str | None) -> frozenset[str] | None:
    return None if header is None else frozenset(filter(None, (scope.strip() for scope in header.split(","))))


def _ahead(date: str | None, now: float) -> float | None:
    """Slack's clock is told in whole seconds."""
    try:
        return now - parsedate_to_datetime(date or "").timestamp()
    except (TypeError, ValueError):
        return None
