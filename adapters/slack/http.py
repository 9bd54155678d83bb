"""HTTP: Slack's payloads as requests to us, each with its signature, which bolt checks on the raw body.

A request is answered when what it brings is committed. What is not answered in time, or with an error, comes again.
"""

import logging
from typing import TYPE_CHECKING

from adapters.slack.installing import INSTALL, REDIRECT, page

if TYPE_CHECKING:  # bolt takes most of a second to import
    from aiohttp.web import AppRunner, Request, StreamResponse
    from slack_bolt.app.async_app import AsyncApp
    from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow

log = logging.getLogger(__name__)

PATH = "/slack/events"
"""Where Slack's requests go, of all kinds."""
HEALTH = "/health"
"""Answers whoever wants to know whether we listen."""


class Http:
    """Listens on `host` and `port` (0 is any that is free: see `port` once it is started)."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self.port = host, port
        self._runner: AppRunner | None = None

    async def start(self, app: "AsyncApp | None", pages: "AsyncOAuthFlow | None" = None) -> None:
        """Returns when it listens: for `app`, and for who installs it by `pages`. Raises OSError if it cannot."""
        from aiohttp import web
        from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request

        async def dispatch(request: "Request") -> "StreamResponse":
            assert app
            return await to_aiohttp_response(await app.async_dispatch(await to_bolt_request(request)))

        async def install(request: "Request") -> "StreamResponse":
            assert pages
            return await to_aiohttp_response(await page(pages.handle_installation, await to_bolt_request(request)))

        async def redirected(request: "Request") -> "StreamResponse":
            assert pages
            return await to_aiohttp_response(await page(pages.handle_callback, await to_bolt_request(request)))

        async def health(request: "Request") -> "StreamResponse":
            return web.Response(text="listening\n")

        site = web.Application()
        if app:
            site.router.add_post(PATH, dispatch)
        if pages:
            site.router.add_get(INSTALL, install)
            site.router.add_get(REDIRECT, redirected)
        site.router.add_get(HEALTH, health)
        runner = web.AppRunner(site, access_log=None)
        await runner.setup()
        self._runner = runner
        try:
            await web.TCPSite(runner, self._host, self.port).start()
        except OSError as error:
            where = f"{self._host}:{self.port} cannot be listened at ({error.strerror or error})"
            raise OSError(f"{where}: set SLACK_LISTEN to an address of this machine that is free") from error
        self.port = int(runner.addresses[0][1])
        log.info("listening for Slack on http://%s:%d%s", self._host, self.port, PATH if app else INSTALL)

    async def stop(self) -> None:
        """Answers what is being handled, and takes nothing more."""
        runner, self._runner = self._runner, None
        if runner:
            await runner.cleanup()

    async def connected(self) -> bool:
        """Whether it listens."""
        return self._runner is not None
