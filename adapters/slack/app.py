"""Slack: one workspace's connection."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from adapters.slack.calls import CallRefused, Calls
from adapters.slack.connection import TeamConnection
from adapters.slack.gateway import DEADLINE, Gateway, listen
from adapters.slack.http import Http
from adapters.slack.parse import Us
from adapters.slack.socket import PING, Socket
from harness.chat.port import ChatError, Marks, Unreachable
from harness.loop.answering import GIVEN_UP
from harness.loop.clock import Now, Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake

if TYPE_CHECKING:  # bolt takes most of a second to import
    from slack_bolt.app.async_app import AsyncApp
    from slack_bolt.authorization import AuthorizeResult

log = logging.getLogger(__name__)

T = TypeVar("T")

WAITS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds between tries to connect; the last one for as long as it takes."""


class Entrance(Protocol):
    """How payloads come in: a Socket, or Http."""

    async def start(self, app: "AsyncApp") -> None: ...
    async def stop(self) -> None: ...
    async def connected(self) -> bool: ...


class Slack:
    """`chat` speaks from the beginning until `close`; people are heard from `start` to `stop`."""

    def __init__(
        self,
        bot_token: str,
        app_token: str,
        api_url: str,
        now: Now,
        sleep: Sleep = asyncio.sleep,
        ping: float = PING,
        deadline: float = DEADLINE,
        given_up: float = GIVEN_UP,
        signing_secret: str = "",
        http: Http | None = None,
        marks: Marks | None = None,
    ) -> None:
        """`api_url` ends in a slash; Slack's own if it is empty. `now` is in seconds. `ping`, `deadline` and
        `given_up` are real ones, as Slack's are: see PING, DEADLINE, GIVEN_UP. With `http` payloads come that way,
        signed with the secret, else by Socket Mode with the app's token. `marks`: see TeamConnection.
        """
        self._app_token, self._sleep = app_token, sleep
        self._signing_secret = signing_secret if http else ""
        self.entrance: Entrance = http or Socket(app_token, self._where, ping)
        self._deadline, self._given_up = deadline, given_up
        self._connection = TeamConnection(bot_token, api_url, now, sleep, marks)
        self._calls = self._connection.calls
        self.chat, self.rooms = self._connection.chat, self._connection.rooms
        self.attachments, self.link = self._connection.attachments, self._connection.link
        self._gateway: Gateway | None = None

    async def start(self, intake: Intake, commands: Commands) -> None:
        """Returns when people are heard, however long Slack is away. Raises Unreachable if Slack refuses our tokens,
        and OSError if we cannot listen.
        """
        us = await self._who_we_are()
        self._gateway = self._connection.gateway(us, intake, commands, self._deadline, self._given_up)
        self._gateway.resume()
        app = self._bolt(self._gateway, us)
        if isinstance(self.entrance, Socket):
            self.entrance.reconnected = self._gateway.reconnected
        if isinstance(self.entrance, Http):
            await self.entrance.start(app, secret=self._signing_secret)
        else:
            await self.entrance.start(app)
        log.info("connected to Slack: the user %s in the workspace %s", us.user, us.team)

    async def stop(self) -> None:
        """Nothing is heard from then on: what is being handled is ended. `chat` still speaks, for work that ends."""
        gateway, self._gateway = self._gateway, None
        if gateway:
            await gateway.leave()
        await self.entrance.stop()

    async def close(self) -> None:
        """Stops, and says nothing from then on."""
        await self.stop()
        await self._connection.close()

    async def connected(self) -> bool:
        """Whether people are heard now."""
        return self._gateway is not None and await self.entrance.connected()

    async def _who_we_are(self) -> Us:
        answer = await insist(
            "SLACK_BOT_TOKEN", lambda: self._calls("auth.test", lambda client: client.auth_test()), self._sleep
        )
        self._connection.url = str(answer.get("url") or "")
        return Us(str(answer["team_id"]), str(answer["user_id"]), str(answer.get("bot_id") or ""))

    async def _where(self) -> str:
        return await where(self._calls, self._app_token, self._sleep)

    def _bolt(self, gateway: Gateway, us: Us) -> "AsyncApp":
        from slack_bolt.authorization import AuthorizeResult

        async def authorize(**context: Any) -> AuthorizeResult:
            return AuthorizeResult(
                enterprise_id=None, team_id=us.team, bot_user_id=us.user, bot_id=us.bot or None, bot_token=""
            )

        app = bolt(self._calls, authorize, self._signing_secret)
        listen(app, gateway)
        return app


async def where(calls: Calls, app_token: str, sleep: Sleep) -> str:
    """Where a socket is to be connected to, asked for here: the SDK would ask for ever, also with a token that Slack
    refuses. Raises Unreachable.
    """

    async def address() -> str:
        answer = await calls("apps.connections.open", lambda client: client.apps_connections_open(app_token=app_token))
        return str(answer["url"])

    return await insist("SLACK_APP_TOKEN", address, sleep)


async def insist(which: str, call: Callable[[], Awaitable[T]], sleep: Sleep) -> T:
    """What comes of `call`, however long Slack is away. Raises Unreachable, and asks whether that token is right, if
    Slack refuses it.
    """
    tries = 0
    while True:
        try:
            return await call()
        except CallRefused as error:
            raise Unreachable(f"{error}. Is {which} right?") from error
        except ChatError as error:
            log.warning("%s; I try again", error)
            await sleep(WAITS[min(tries, len(WAITS) - 1)])
            tries += 1


NOISE = (
    "`token` will be unused",  # bolt reads SLACK_BOT_TOKEN itself, and warns of the client that it is given for it
    "is no longer active. Failed to send a message",  # adapters/slack/socket says so
)
"""What bolt and the SDK need not warn of."""


def bolt(calls: Calls, authorize: "Callable[..., Awaitable[AuthorizeResult]]", signing_secret: str) -> "AsyncApp":
    """bolt, told who we are: asked to find out itself it would acknowledge, and lose, what it cannot authorize."""
    from slack_bolt.app.async_app import AsyncApp
    from slack_bolt.authorization.async_authorize import AsyncCallableAuthorize

    noise = log.getChild("bolt")
    noise.setLevel(logging.WARNING)  # below that it logs whole payloads, what people said among them
    noise.addFilter(lambda record: not any(known in record.getMessage() for known in NOISE))
    return AsyncApp(
        client=calls.bare(),
        # An object, not the function: SLACK_CLIENT_ID in the environment would have bolt refuse that.
        authorize=AsyncCallableAuthorize(logger=noise, func=authorize),  # type: ignore[arg-type]  # bolt takes both
        process_before_response=True,  # events are acknowledged when their listener returns, not before
        signing_secret=signing_secret,
        request_verification_enabled=bool(signing_secret),  # a socket is ours by its ticket
        attaching_conversation_kwargs_enabled=False,
        logger=noise,
    )
