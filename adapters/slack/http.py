"""HTTP: Slack's payloads as requests to us, each with its signature, which is checked on the raw body before anything
is read of it.

A request is answered when what it brings is committed. What is not answered in time, or with an error, comes again.
"""

import asyncio
import hashlib
import hmac
import logging
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from adapters.slack.http_door import DoorLimits, Doors
from adapters.slack.installing import INSTALL, REDIRECT, page

if TYPE_CHECKING:  # bolt takes most of a second to import
    from aiohttp.web import AppRunner, Request, StreamResponse
    from slack_bolt.app.async_app import AsyncApp
    from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
    from slack_bolt.request.async_request import AsyncBoltRequest
    from slack_bolt.response import BoltResponse

    Answers = Callable[[Request], Awaitable[StreamResponse]]
    Shows = Callable[[AsyncBoltRequest], Awaitable[BoltResponse]]

log = logging.getLogger(__name__)

PATH = "/slack/events"
"""Where Slack's requests go, of all kinds."""
HEALTH = "/health"
"""Answers whoever wants to know whether we listen."""
LARGEST = 1 << 20
"""Bytes of a body. Slack's are far smaller: a view has at most 250,000 characters."""
LINGERS = 1.0
"""Seconds in which what is left of a body that was refused is read, so that the answer is."""
STALE = 300.0
"""Seconds. Slack docs, verifying requests: what was signed earlier may be somebody's who listened in."""
_SECONDS = re.compile(r"[0-9]{1,12}")


class Http:
    """Listens on `host` and `port` (0 is any that is free: see `port` once it is started)."""

    def __init__(self, host: str, port: int, limits: DoorLimits | None = None) -> None:
        self._host, self.port, self._limits = host, port, limits or DoorLimits()
        self._runner: AppRunner | None = None
        self._server: asyncio.Server | None = None

    async def start(self, app: "AsyncApp | None", pages: "AsyncOAuthFlow | None" = None, secret: str = "") -> None:
        """Returns when it listens: for `app`, whose requests are signed with `secret`, and for who installs it by
        `pages`. Raises OSError if it cannot.
        """
        from aiohttp import web
        from slack_bolt.adapter.aiohttp import to_aiohttp_response
        from slack_sdk.signature import Clock

        clock = Clock()  # the one by which bolt looks at signatures, too

        async def dispatch(request: "Request") -> "StreamResponse":
            assert app
            try:
                async with asyncio.timeout(self._limits.body):
                    raw = await request.read()
            except TimeoutError:
                return _refused(408, "the body took too long")
            except (web.RequestPayloadError, ConnectionError):
                return _refused(400, "the body is broken")
            stamp = request.headers.get("X-Slack-Request-Timestamp", "")
            signature = request.headers.get("X-Slack-Signature", "")
            if not signed(secret, raw, stamp, signature, clock.now()):
                return _refused(401, "not signed by Slack, or too long ago")
            doors.answering(request.protocol)
            try:
                asked = _asked(raw.decode(), request)
            except (ValueError, RecursionError, TypeError, AttributeError, KeyError) as error:
                log.warning("a request that Slack signed cannot be read: %s", type(error).__name__)
                return _refused(400, "unreadable request")
            return await to_aiohttp_response(await app.async_dispatch(asked))

        def shown(answer: "Shows") -> "Answers":
            async def get(request: "Request") -> "StreamResponse":
                try:
                    asked = _asked("", request)
                    doors.answering(request.protocol)
                except ValueError:
                    return _refused(400, "unreadable request")
                return await to_aiohttp_response(await page(answer, asked))

            return get

        async def health(request: "Request") -> "StreamResponse":
            return web.Response(text="listening\n")

        @web.middleware
        async def noted(request: "Request", handler: "Answers") -> "StreamResponse":
            with doors.reading(request.protocol):
                return await handler(request)

        site = web.Application(client_max_size=LARGEST, middlewares=[noted])
        if app:
            site.router.add_post(PATH, dispatch)
        if pages:
            site.router.add_get(INSTALL, shown(pages.handle_installation))
            site.router.add_get(REDIRECT, shown(pages.handle_callback))
        site.router.add_get(HEALTH, health)
        # What a stranger says wrong is answered, and is no error of ours to be logged with a traceback each time.
        quiet = log.getChild("aiohttp")
        quiet.addFilter(lambda record: record.levelno < logging.ERROR or not _theirs(record))
        runner = web.AppRunner(
            site,
            access_log=None,
            logger=quiet,
            auto_decompress=False,
            keepalive_timeout=self._limits.idle,
            lingering_time=LINGERS,
        )
        await runner.setup()
        assert runner.server
        doors = Doors(runner.server, self._limits)
        self._runner = runner
        try:
            self._server = await asyncio.get_running_loop().create_server(doors, self._host, self.port)
        except OSError as error:
            where = f"{self._host}:{self.port} cannot be opened ({error.strerror or error})"
            raise OSError(f"{where}: set SLACK_LISTEN to an address of this machine that is free") from error
        self.port = int(self._server.sockets[0].getsockname()[1])
        log.info("listening for Slack on http://%s:%d%s", self._host, self.port, PATH if app else INSTALL)

    async def stop(self) -> None:
        """Answers what is being handled, and takes nothing more."""
        server, self._server = self._server, None
        if server:
            server.close()
        runner, self._runner = self._runner, None
        if runner:
            await runner.cleanup()

    async def connected(self) -> bool:
        """Whether it listens."""
        return self._server is not None


def signed(secret: str, raw: bytes, stamp: str, signature: str, now: float) -> bool:
    """Slack docs, verifying requests: HMAC-SHA256 over the version, the time and the raw body."""
    if not secret or not _SECONDS.fullmatch(stamp) or abs(now - int(stamp)) > STALE:
        return False
    right = hmac.new(secret.encode(), b"v0:%b:%b" % (stamp.encode(), raw), hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"v0={right}".encode(), signature.encode(errors="surrogateescape"))


def _asked(body: str, request: "Request") -> "AsyncBoltRequest":
    """As bolt takes it, whose kind of body is told by its header. Raises ValueError and others for what is none."""
    from slack_bolt.request.async_request import AsyncBoltRequest

    return AsyncBoltRequest(body=body, query=request.query_string, headers=dict(request.headers.items()))


def _refused(status: int, why: str) -> "StreamResponse":
    from aiohttp import web

    return web.Response(status=status, text=f"{why}\n", headers={"Connection": "close"})


def _theirs(record: logging.LogRecord) -> bool:
    """Is that an error in what was said to us?"""
    from aiohttp.http_exceptions import HttpProcessingError

    return bool(record.exc_info) and isinstance(record.exc_info[1] if record.exc_info else None, HttpProcessingError)
