"""REST: discord.py's own client for requests, which paces and retries them, and how each failure counts.

ChatError
├── Unreachable   Discord refused, and would again
│   └── CallRefused   ... with its number for why
├── Undelivered   nothing was sent, or Discord was too busy to take it
└── Uncertain     the answer was lost, or Discord failed while it worked on it
"""

import asyncio
import io
import json
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from adapters.discord.scopes import ROUTES, WHY
from harness.chat import port
from harness.chat.port import ChatError, Uncertain, Undelivered, Unreachable
from harness.tools.unforeseen import described, refusal, unforeseen

if TYPE_CHECKING:  # discord.py takes most of a second to import
    from discord.http import HTTPClient

log = logging.getLogger(__name__)

DEFAULT_URL = "https://discord.com/api/v10"
PATIENCE = 60.0
"""Seconds for one call, with all that it waits for its turn."""
LONGEST_HOLD = 30.0
"""Seconds that Discord may ask us to wait; longer ones fail at once (discord.py takes no less than that)."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_MEMBER, UNKNOWN_EMOJI = 10003, 10008, 10007, 10014
UNKNOWN_GUILD, UNKNOWN_USER, NO_ACCESS, WRONG_KIND = 10004, 10013, 50001, 50024
TOO_OLD, THREAD_EXISTS, ARCHIVED = 30046, 160004, 50083
"""Discord docs, JSON error codes. The first is that few edits are taken of what is more than an hour old: it comes with
the status 429, and waiting for as long as that says may be in vain.
"""

LACKING, NO_DIRECTS, LOCKED, TOO_MANY, TOO_LARGE, BLOCKED = 50013, 50007, 160005, 160006, 40005, 200000

WORDS: Mapping[int, str] = {
    UNKNOWN_CHANNEL: port.NO_PLACE,
    NO_ACCESS: "I cannot see that channel: I lack the permission View Channel there",
    UNKNOWN_MESSAGE: "that message is not there any more",
    ARCHIVED: port.ARCHIVED,
    LOCKED: "that thread is locked",
    NO_DIRECTS: port.NO_DIRECT,
    TOO_MANY: "the server has as many threads as Discord lets be open at once",
    TOO_LARGE: "it is larger than Discord takes",
    BLOCKED: "the server's AutoMod does not let it through",
}
"""What people are told of a refusal, in place of what Discord says of it."""

CLOSED = frozenset({NO_ACCESS, ARCHIVED, LOCKED, LACKING, TOO_MANY})
"""Refusals for the place, which may be opened to us again: unlocked, or given the permission."""

Json = dict[str, Any]


EXPECTED = frozenset({UNKNOWN_MEMBER, UNKNOWN_EMOJI, UNKNOWN_GUILD, UNKNOWN_USER, WRONG_KIND, TOO_OLD, THREAD_EXISTS})
"""Refusals that some of our calls expect, and know what to do about."""
KNOWN = frozenset(WORDS) | CLOSED | EXPECTED


class CallRefused(Unreachable):
    """Discord refused: `code` is its number for why, `status` that of HTTP. One that nobody foresaw has a reference by
    which the log knows it; that its token is not right, with the status 401, is not such a one.
    """

    def __init__(self, call: str, status: int, code: int, text: str) -> None:
        raw = f"Discord refused {call}: {text or status} ({code})"
        words = _lacking(call) if code == LACKING else WORDS.get(code)
        if words:
            log.info("%s", raw)
        elif code not in KNOWN and status != 401:
            raw = refusal(log, raw, call, code)
        super().__init__(words or raw, passes="everything" if status == 401 else "place" if code in CLOSED else "")
        self.status, self.code = status, code


class Calls:
    """Opens its connections with the first call, in the loop that makes it. `api_url` is Discord's own if empty."""

    def __init__(self, token: str, api_url: str) -> None:
        self._token, self.api_url = token, (api_url or DEFAULT_URL).rstrip("/")
        self._http: HTTPClient | None = None
        self._opening = asyncio.Lock()
        self._closed = False

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        at: Mapping[str, str] | None = None,
        files: Mapping[str, bytes] | None = None,
        query: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> Any:
        """What Discord answers. `at` fills in the path, by names that discord.py paces by. Raises ChatError."""
        from discord.http import Route

        call = f"{method} {path}"
        if self._closed:
            raise Undelivered(f"{call}: the connection to Discord is closed")
        try:
            async with asyncio.timeout(patience):
                http = await self.client()
                return await http.request(Route(method, path, **dict(at or {})), **_arguments(body, files, query))
        except ChatError:
            raise
        except Exception as error:
            raise failure(call, error) from error

    async def download(self, url: str, most: int) -> bytes:
        """A file that Discord keeps, which takes no token. Raises ChatError, also for one of more than `most` bytes."""
        import aiohttp

        if self._closed:
            raise Undelivered(f"GET {url}: the connection to Discord is closed")
        content = bytearray()
        try:
            async with (
                asyncio.timeout(PATIENCE),
                aiohttp.ClientSession(trust_env=True) as session,
                session.get(url, allow_redirects=False) as answer,
            ):
                if answer.status != 200:
                    raise Unreachable(f"Discord does not give the file: {answer.status}")
                async for piece in answer.content.iter_chunked(1 << 16):
                    content += piece
                    if len(content) > most:
                        raise Unreachable(f"the file is larger than {most:,} bytes")
        except ChatError:
            raise
        except Exception as error:
            raise failure("a file", error) from error
        return bytes(content)

    async def close(self) -> None:
        """For good: what is called afterwards was not sent."""
        self._closed = True
        http, self._http = self._http, None
        if http is not None:
            await http.close()

    async def client(self) -> "HTTPClient":
        """discord.py's, made with the first call."""
        from discord.http import HTTPClient

        async with self._opening:
            if self._http is None:
                loop, way = asyncio.get_running_loop(), proxy(self.api_url)
                http = HTTPClient(loop, proxy=way, max_ratelimit_timeout=LONGEST_HOLD)
                point(http, self.api_url)
                try:
                    await http.static_login(self._token)
                except BaseException:
                    await http.close()
                    raise
                self._http = http
        return self._http


def proxy(url: str) -> str | None:
    """The one that leads there, as the environment has it (HTTPS_PROXY, NO_PROXY): discord.py does not look."""
    there = urlsplit(url)
    return None if proxy_bypass(there.hostname or "") else getproxies().get(there.scheme)


def point(http: "HTTPClient", api_url: str) -> None:
    """Has this one client send its requests there. discord.py has one address for all (`Route.BASE`); a route carries
    it in its `url`, which is exchanged on the way, so that no other client in the process is moved.
    """
    from discord.http import Route

    request = http.request

    async def pointed(route: Any, **given: Any) -> Any:
        if route.url.startswith(Route.BASE):
            route.url = f"{api_url}{route.url.removeprefix(Route.BASE)}"
        return await request(route, **given)

    setattr(http, "request", pointed)  # noqa: B010 - a type checker would not have a method replaced


def _arguments(body: Any, files: Mapping[str, bytes] | None, query: Mapping[str, str] | None) -> Json:
    """Discord docs, uploading files: with files, the body is one part of a form."""
    from discord import File

    given: Json = {"params": dict(query)} if query else {}
    if not files:
        return {**given, "json": body} if body is not None else given
    body = {**body, "attachments": [{"id": number, "filename": name} for number, name in enumerate(files)]}
    form: list[Json] = [{"name": "payload_json", "value": json.dumps(body)}]
    sent = [File(io.BytesIO(content), name) for name, content in files.items()]  # read anew with each try
    for number, file in enumerate(sent):
        about = {"filename": file.filename, "content_type": "application/octet-stream"}
        form.append({"name": f"files[{number}]", "value": file.fp, **about})
    return {**given, "form": form, "files": sent}


def _lacking(call: str) -> str:
    """Which of the permissions that it takes there is lacking is not told: seeing the channel it is not."""
    method, _, path = call.partition(" ")
    names = [name for name in WHY if name in ROUTES.get((method, path), ()) and name != "view_channel"]
    titles = [name.replace("_", " ").title().replace(" In ", " in ") for name in names]
    if not titles:
        return "I lack a permission there"
    *others, last = titles
    if not others:
        return f"I lack the permission {last} there"
    return f"I lack one of the permissions {', '.join(others)} and {last} there"


def failure(call: str, error: Exception) -> ChatError:
    """How a failed call counts."""
    from aiohttp import ClientConnectorError, ClientError
    from discord.errors import DiscordServerError, HTTPException, LoginFailure, RateLimited

    match error:
        case LoginFailure():
            return CallRefused(call, 401, 0, "the token is not right")
        case RateLimited():
            return Undelivered(f"{call}: Discord asks me to wait {error.retry_after:.0f} s")
        case DiscordServerError():
            return Uncertain(f"{call}: Discord failed: {error.status}")
        case HTTPException() if error.status == 429 and error.code != TOO_OLD:
            return Undelivered(f"{call}: Discord is too busy")
        case HTTPException():
            return CallRefused(call, error.status, error.code, error.text)
        case ClientConnectorError():
            why = error.strerror or error.os_error
            return Undelivered(f"{call}: Discord could not be connected to at {error.host}:{error.port}: {why}")
        case ClientError() | OSError():  # as TimeoutError is
            return Uncertain(f"{call}: the connection broke: {described(error)}")
        case _:
            return Uncertain(f"{call}: {unforeseen(log, error, '%s was not done', call)}")
