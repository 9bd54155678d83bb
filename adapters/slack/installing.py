"""How the app comes into teams: bolt's pages for OAuth, with what they keep in our database.

Slack docs, installing with OAuth: somebody is sent to Slack with a state, and comes back with that and a code, which is
exchanged for the team's token. A state is good once and for ten minutes, and for the browser that it was given to.
"""

import logging
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from harness.chat.installations import Installation, Installations
from harness.loop.clock import Now
from harness.sessions.journal import JournalUnavailable

if TYPE_CHECKING:  # bolt takes most of a second to import
    from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
    from slack_bolt.request.async_request import AsyncBoltRequest
    from slack_bolt.response import BoltResponse
    from slack_sdk.web.async_client import AsyncWebClient

log = logging.getLogger(__name__)

INSTALL, REDIRECT = "/slack/install", "/slack/oauth_redirect"
"""The paths of the page that begins it, and of the one that Slack sends people back to."""
STATE_GOOD_FOR = 600
"""Seconds."""
ROTATES = "the app's tokens rotate, which Deskmate cannot follow: make an app of what `deskmate manifest slack` prints"
_API = re.compile(r"api/$")


class Installing:
    """`installed` is told of each installation once it is saved. `now` is in seconds since the epoch."""

    def __init__(
        self,
        client_id: str,
        client_secret: str,
        redirect_url: str,
        api_url: str,
        scopes: Sequence[str],
        kept: Installations,
        now: Now,
        new_state: Callable[[], str],
    ) -> None:
        """`api_url` ends in api/, and the page of Slack's that asks for permission is beside that. `new_state`
        makes what nobody can guess.
        """
        self._client_id, self._client_secret, self._redirect_url = client_id, client_secret, redirect_url
        self._authorize_url = _API.sub("oauth/v2/authorize", api_url)
        self._scopes, self._kept, self._now, self._new_state = scopes, kept, now, new_state
        self.installed: Callable[[Installation], None] = lambda installation: None

    def flow(self, client: "AsyncWebClient") -> "AsyncOAuthFlow":
        """bolt's; it calls Slack through `client`, which has no token."""
        from aiohttp import ClientError
        from slack_bolt.error import BoltError
        from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
        from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
        from slack_sdk.errors import SlackApiError
        from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
        from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore

        pages = self

        class Store(AsyncInstallationStore):
            """bolt saves with it; what is looked up is looked up in `Installations`."""

            async def async_save(self, installation: Any) -> None:
                try:
                    await pages._save(installation)
                except ValueError as error:
                    log.error("not installed: %s", error)
                    raise BoltError(str(error)) from error

        class States(AsyncOAuthStateStore):
            async def async_issue(self, *args: Any, **kwargs: Any) -> str:
                state = pages._new_state()
                await pages._kept.issue(state, STATE_GOOD_FOR)
                return state

            async def async_consume(self, state: str) -> bool:
                return await pages._kept.redeem(state)

        class Flow(AsyncOAuthFlow):
            async def run_installation(self, code: str) -> Any:
                """With the address of the team's messages, which bolt does not keep."""
                found = await super().run_installation(code)
                if found is not None and found.bot_token:
                    try:
                        found.set_custom_value("url", (await self.client.auth_test(token=found.bot_token)).get("url"))
                    except (SlackApiError, ClientError, TimeoutError) as error:
                        log.warning("the address of %s is not known: %r", found.team_id, error)
                return found

        return Flow(
            client=client,
            logger=log,
            settings=AsyncOAuthSettings(
                client_id=self._client_id,
                client_secret=self._client_secret,
                scopes=list(self._scopes),
                user_scopes=[],
                redirect_uri=self._redirect_url,
                install_path=INSTALL,
                redirect_uri_path=REDIRECT,
                authorization_url=self._authorize_url,
                installation_store=Store(),
                state_store=States(),
                state_expiration_seconds=STATE_GOOD_FOR,
            ),
        )

    async def _save(self, given: Any) -> None:
        """Raises JournalUnavailable, and ValueError for what we cannot work with."""
        if given.bot_token_expires_at or given.bot_refresh_token:
            raise ValueError(ROTATES)
        whole = bool(given.is_enterprise_install)
        if not given.bot_token or not given.bot_user_id or not (given.enterprise_id if whole else given.team_id):
            raise ValueError("Slack did not say where, or gave no token")
        found = Installation(
            team="" if whole else given.team_id,
            organization=given.enterprise_id or "",
            token=given.bot_token,
            user=given.bot_user_id,
            bot=given.bot_id or "",
            name=(given.enterprise_name if whole else given.team_name) or "",
            url=str(given.get_custom_value("url") or ""),
            scopes=",".join(given.bot_scopes or ()),
            at=self._now(),
        )
        await self._kept.save(found)
        log.info("installed in %s (%s)", found.name, found.team or found.organization)
        self.installed(found)


async def page(answer: "Callable[[AsyncBoltRequest], Any]", request: "AsyncBoltRequest") -> "BoltResponse":
    """What a browser is shown: also while the database or Slack is away."""
    from aiohttp import ClientError
    from slack_bolt.response import BoltResponse

    try:
        shown: BoltResponse = await answer(request)
        return shown
    except JournalUnavailable as error:
        log.warning("a page for installing was not shown: %s", error)
        return BoltResponse(status=503, body="The database is not responding. Please try again in a while.\n")
    except (ClientError, TimeoutError) as error:
        log.warning("not installed: Slack did not answer: %r", error)
        return BoltResponse(status=503, body="Slack did not answer. Please begin again in a while.\n")
