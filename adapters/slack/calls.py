"""The Web API: one connection pool, each call in its turn, waiting as Slack asks, and how each failure counts.

ChatError
├── Unreachable   Slack refused, and would again
│   └── TooLong   ... because of its length or shape: said more briefly it may go through
├── Undelivered   nothing was sent, or Slack was too busy to take it
└── Uncertain     the answer was lost, or Slack failed while it worked on it
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from adapters.slack.pacer import Pacer, Ticket, TooBusy
from adapters.slack.rates import Priority
from harness.chat.people import Place
from harness.chat.port import (
    ARCHIVED,
    NO_DIRECT,
    NO_PLACE,
    ChatError,
    Uncertain,
    Undelivered,
    Unreachable,
)
from harness.tools.unforeseen import described, refusal, unforeseen

if TYPE_CHECKING:  # bolt, the SDK and aiohttp take most of a second to import
    from aiohttp import ClientSession
    from slack_sdk.web.async_client import AsyncWebClient

log = logging.getLogger(__name__)
_SDK = log.getChild("sdk")
_SDK.setLevel(logging.WARNING)
"""Below that the SDK logs whole answers: what people said, and a socket's address with the ticket that opens it."""

PATIENCE = 60.0
"""Seconds that a call waits for its turn, all its waits together..."""
LONG = 600.0
"""... and one that says something for good: who leaves its queue comes back behind the others."""
TIMEOUT = 15.0
"""Seconds for one request."""
DEFAULT_URL = "https://slack.com/api/"
HOSTS = (".slack.com", ".slack-gov.com")
"""Where Slack keeps files. Slack docs, remote files: the url_private of what an app has added is anywhere."""

ALTOGETHER = frozenset(
    {
        "deprecated",
        "feature_disabled",
        "feature_not_enabled",
        "method_deprecated",
        "missing_scope",
        "no_permission",
        "not_allowed_token_type",
        "unknown_method",
    }
)
"""Refusals of a method altogether, whatever it is called with. Slack docs: the errors of each method."""
_BUSY = frozenset({"service_unavailable", "request_timeout", "team_added_to_org", "external_channel_migrating"})
_BROKEN = frozenset({"internal_error", "fatal_error"})
"""Slack docs: "it's possible some aspect of the operation succeeded before the error was raised"."""
_NO_BLOCKS = frozenset({"invalid_blocks", "invalid_blocks_format"})
_TOO_LONG = _NO_BLOCKS | {"msg_too_long", "msg_blocks_too_long"}

Json = dict[str, Any]
Send = Callable[["AsyncWebClient"], Awaitable[Any]]
Token = Callable[[], Awaitable[str]]


class TooLong(Unreachable):
    """Slack does not take a message of this length or shape. `blocks`: its blocks are what is not taken,
    which may also be a kind of block that the workspace or its plan does not have.
    """

    def __init__(self, text: str, blocks: bool = False) -> None:
        super().__init__(text)
        self.blocks = blocks


GONE = frozenset(
    {"account_inactive", "app_uninstalled", "invalid_auth", "not_authed", "token_expired", "token_revoked"}
)
"""What Slack answers to a token that is worth nothing any more. Slack docs: auth.test."""


NOT_ALLOWED = "I may not write there"
WORDS: Mapping[str, str] = {
    "channel_not_found": NO_PLACE,
    "is_archived": ARCHIVED,
    "not_in_channel": "I am not in that channel",
    "restricted_action": NOT_ALLOWED,
    "restricted_action_read_only_channel": NOT_ALLOWED,
    "restricted_action_thread_only_channel": NOT_ALLOWED,
    "restricted_action_non_threadable_channel": NOT_ALLOWED,
    "cannot_dm_bot": NO_DIRECT,
    "messages_tab_disabled": NO_DIRECT,
    "user_disabled": NO_DIRECT,
}
"""What people are told of a refusal, in place of Slack's word for it. Slack docs: the errors of each method."""


PASSING = GONE | {
    "access_denied",
    "ekm_access_denied",
    "message_limit_exceeded",
    "missing_scope",
    "not_allowed_token_type",
    "org_login_required",
    "request_timeout",
    "service_unavailable",
    "team_access_not_granted",
    "team_added_to_org",
    "two_factor_setup_required",
}
"""Refusals of whatever we ask, until somebody has done something about it: a token, a scope, a limit of the workspace.
Slack docs: the errors of chat.postMessage.
"""
CLOSED = frozenset(
    {
        "channel_not_found",
        "is_archived",
        "not_in_channel",
        "restricted_action",
        "restricted_action_non_threadable_channel",
        "restricted_action_read_only_channel",
        "restricted_action_thread_locked",
        "restricted_action_thread_only_channel",
        "thread_locked",
        "thread_not_found",
    }
)
"""Refusals for the place, which may be opened to us again: a private channel that we have left is not found."""


EXPECTED = frozenset(
    {
        "already_reacted",
        "cant_delete_message",
        "channel_type_not_supported",
        "expired_trigger_id",
        "file_deleted",
        "file_not_found",
        "hash_conflict",
        "message_not_found",
        "message_not_in_streaming_state",
        "no_reaction",
        "stopped_by_user",
        "streaming_state_conflict",
        "user_not_found",
        "users_not_found",
    }
)
"""Refusals that some of our calls expect, and know what to do about: also of a form that opens too late, a stream that
has ended, and a view that was drawn anew meanwhile. Slack docs: the errors of each method.
"""
KNOWN = frozenset(WORDS) | PASSING | CLOSED | ALTOGETHER | EXPECTED


class CallRefused(Unreachable):
    """Slack refused: `code` is its word for why. One that nobody foresaw has a reference by which the log knows it."""

    def __init__(self, method: str, code: str, needed: str = "") -> None:
        raw = f"Slack refused {method}: {code}{f' (it needs {needed})' if needed else ''}"
        if words := WORDS.get(code):
            log.info("%s", raw)
        elif code not in KNOWN:
            raw = refusal(log, raw, method, code)
        super().__init__(words or raw, passes="everything" if code in PASSING else "place" if code in CLOSED else "")
        self.code = code

    @property
    def gone(self) -> bool:
        """Was it our token that was refused, so that nothing is known of what was asked?"""
        return self.code in GONE


class Calls:
    """Opens its connections with the first call, in the loop that makes it. A token that may change is asked for with
    each call: `token` raises ChatError if there is none.
    """

    def __init__(self, token: str | Token, api_url: str, pacer: Pacer, timeout: float = TIMEOUT) -> None:
        self._token, self._api_url, self._timeout = token, api_url or DEFAULT_URL, timeout
        self.pacer = pacer
        self._session: ClientSession | None = None
        self._client: AsyncWebClient | None = None
        self._closed = False

    async def __call__(
        self,
        method: str,
        send: Send,
        *,
        channel: str = "",
        patience: float = PATIENCE,
        priority: Priority = Priority.TEXT,
        share: str = "",
    ) -> Json:
        """What Slack answers to `send`, which calls `method`; it waits for its turn no longer than `patience`. `share`
        names the share of the limit that is kept for it, if there is one. Raises ChatError.
        """
        ticket = self.pacer.ticket(method, channel, priority, patience, share)
        try:
            while True:
                self._expect_open(method)
                async with self.pacer.turn(ticket):
                    answer = await self._made(ticket, send)
                if answer is not None:
                    return answer
        except TooBusy:
            raise Undelivered(f"{method}: Slack asks me to wait longer than {patience:.0f} s") from None

    async def _made(self, ticket: Ticket, send: Send) -> Json | None:
        """None if Slack asks for it to be made again, later. Raises ChatError."""
        self._expect_open(ticket.method)
        try:
            return _body(await send(await self._client_now()))
        except ChatError:
            raise
        except Exception as error:
            wait = _asked_to_wait(error)
            if wait is None:
                raise failure(ticket.method, error) from error
            self.pacer.hold(ticket, wait)
            return None

    async def download(self, url: str, most: int) -> tuple[bytes, str]:
        """What is at one of Slack's addresses of files, and its media type. Raises ChatError, also for more than `most`
        bytes, and for an address elsewhere, which would learn our token.
        """
        self._expect_open("a download")
        if not self._trusted(url):
            raise Unreachable("the file is kept outside of Slack")
        token = (await self._client_now()).token
        assert self._session
        try:
            headers = {"Authorization": f"Bearer {token}"}
            # Nobody is followed elsewhere: what lies there may be on our own network, for nobody else to see.
            async with self._session.get(url, headers=headers, allow_redirects=False) as answer:
                if 300 <= answer.status < 400:
                    raise Unreachable("Slack gave another address in place of the file: is files:read granted?")
                if answer.status != 200:
                    raise Unreachable(f"Slack did not give the file (HTTP {answer.status})")
                content = bytearray()
                async for piece in answer.content.iter_chunked(65_536):
                    content += piece
                    if len(content) > most:
                        raise Unreachable(f"the file is larger than {most:,} bytes")
                return bytes(content), answer.content_type
        except ChatError:
            raise
        except Exception as error:
            raise failure("a download", error) from error

    async def upload(self, place: Place, name: str, content: bytes) -> None:
        """A file of ours, there. Raises ChatError. Slack docs, uploading files: a place for the bytes, the bytes; seen
        by nobody until it is then shared. Each step by itself, so that a refusal is of the one that was refused.
        """
        if not content:
            raise Unreachable(f"{name} is empty, and Slack takes no empty file")
        answer = await self(
            "files.getUploadURLExternal",
            lambda client: client.files_getUploadURLExternal(filename=name, length=len(content)),
        )
        await self._put(str(answer.get("upload_url")), content)
        file: dict[str, str | None] = {"id": str(answer.get("file_id")), "title": name}
        await self(
            "files.completeUploadExternal",
            lambda client: client.files_completeUploadExternal(
                files=[file], channel_id=place.channel, thread_ts=place.thread or None
            ),
        )

    async def _put(self, url: str, content: bytes) -> None:
        """The bytes of a file that is announced. Raises ChatError; may be repeated, since nobody sees them yet."""
        self._expect_open("an upload")
        proxy = (await self._client_now()).proxy
        assert self._session
        try:
            async with self._session.post(url, data=content, proxy=proxy) as answer:
                status = answer.status
        except Exception as error:
            raise Undelivered(f"an upload: {_broke('an upload', error)}") from error
        if status >= 500:
            raise Undelivered(f"an upload: Slack failed: {status}")
        if status != 200:
            raise Unreachable(f"Slack did not take the file (HTTP {status})")

    async def _client_now(self) -> "AsyncWebClient":
        """The SDK's client with our token as it is now. Raises ChatError."""
        token = self._token if isinstance(self._token, str) else await self._token()
        if self._client is None or self._client.token != token:
            self._client = self.bare(token)
        return self._client

    def bare(self, token: str | None = None) -> "AsyncWebClient":
        """A client without the SDK's retries: they would post twice what only its answer was lost of."""
        from aiohttp import ClientSession, ClientTimeout
        from slack_sdk.web.async_client import AsyncWebClient

        if self._session is None:
            self._session = ClientSession(timeout=ClientTimeout(total=self._timeout))
        return AsyncWebClient(token, self._api_url, session=self._session, retry_handlers=[], logger=_SDK)

    async def close(self) -> None:
        """For good: what is called afterwards was not sent."""
        self._closed = True
        await self.pacer.close()
        session, self._session, self._client = self._session, None, None
        if session is not None:
            await session.close()

    def _trusted(self, url: str) -> bool:
        """Is it Slack's, or where the Web API is?"""
        try:
            address, api = urlsplit(url), urlsplit(self._api_url)
        except ValueError:
            return False
        if "@" in address.netloc or "\\" in url:  # read as another host by some
            return False
        if (address.scheme, address.netloc) == (api.scheme, api.netloc):
            return True
        return address.scheme == "https" and f".{address.hostname}".endswith(HOSTS)

    def _expect_open(self, method: str) -> None:
        if self._closed:
            raise Undelivered(f"{method}: the connection to Slack is closed")


def failure(method: str, error: Exception) -> ChatError:
    """How a failed call counts."""
    from aiohttp import ClientConnectorError
    from slack_sdk.errors import SlackApiError

    if isinstance(error, SlackApiError):
        return _refusal(method, error)
    if isinstance(error, ClientConnectorError):
        why = error.strerror or error.os_error
        return Undelivered(f"{method}: Slack could not be connected to at {error.host}:{error.port}: {why}")
    return Uncertain(f"{method}: {_broke(method, error)}")


def _broke(method: str, error: Exception) -> str:
    from aiohttp import ClientError

    if isinstance(error, ClientError | OSError):  # as TimeoutError is
        return f"the connection broke: {described(error)}"
    return unforeseen(log, error, "%s was not done", method)


def _refusal(method: str, error: Any) -> ChatError:
    status, code, data = _status(error.response), _code(error.response), _body(error.response)
    if status == 503 or code in _BUSY:
        return Undelivered(f"{method}: Slack is not available: {code or status}")
    if status >= 500 or code in _BROKEN or not code:
        return Uncertain(f"{method}: Slack failed: {code or status}")
    if code in _TOO_LONG:
        text = f"Slack refused {method}: {code} {data.get('errors') or ''}".strip()
        return TooLong(text, blocks=code in _NO_BLOCKS)
    return CallRefused(method, code, str(data.get("needed") or ""))


def _asked_to_wait(error: Exception) -> float | None:
    """Seconds, if it was refused for being one call too many. Slack docs: Retry-After."""
    from slack_sdk.errors import SlackApiError

    if not isinstance(error, SlackApiError):
        return None
    if _status(error.response) != 429 and _code(error.response) != "ratelimited":
        return None
    try:
        return max(float(error.response.headers.get("Retry-After", "1")), 0.1)
    except ValueError:
        return 1.0


def _status(response: Any) -> int:
    return int(getattr(response, "status_code", 0) or getattr(response, "status", 0) or 0)


def _body(response: Any) -> Json:
    data = getattr(response, "data", None)
    return data if isinstance(data, dict) else {}


def _code(response: Any) -> str:
    return str(_body(response).get("error") or "")
