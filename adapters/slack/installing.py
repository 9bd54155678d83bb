"""How the app comes into teams: bolt's pages for OAuth, with what they keep in our database.

Slack docs, installing with OAuth: somebody is sent to Slack with a state, and comes back with that and a code, which is
exchanged for the team's token. A state is good once and for ten minutes, and for the browser that it was given to. It
is signed, and kept nowhere: who asks for the page a thousand times makes no work for the database. Which ones came back
is known until they are too old, or until the next start; a code is good once for Slack in any case.
"""

import hashlib
import hmac
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from harness.chat.installations import Installation, Installations
from harness.loop.clock import Now
from harness.sessions.journal import JournalUnavailable
from harness.tools.unforeseen import logged, referred

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
MOST_CAME_BACK = 10_000
"""States that are remembered to have come back; if more come in ten minutes, the oldest may come once more."""
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
        self._scopes, self._kept, self._now = scopes, kept, now
        self._states = SignedStates(client_secret, now, new_state)
        self.installed: Callable[[Installation], Awaitable[None]] = _nobody

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
                return pages._states.issue()

            async def async_consume(self, state: str) -> bool:
                return pages._states.redeem(state)

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
        await self.installed(found)


async def _nobody(installation: Installation) -> None:
    """Nobody is told."""


class SignedStates:
    """States that say themselves how long they are good, as nobody without the secret can."""

    def __init__(self, secret: str, now: Now, new: Callable[[], str]) -> None:
        """`new` makes what nobody can guess, of letters, digits, - and _."""
        self._key = hashlib.sha256(f"state {secret}".encode()).digest()
        self._now, self._new = now, new
        self._came_back = dict[str, float]()

    def issue(self) -> str:
        told = f"{self._new()}.{int(self._now() + STATE_GOOD_FOR)}"
        return f"{told}.{self._signed(told)}"

    def redeem(self, state: str) -> bool:
        """Is it ours, still good, and is this the first time that it comes back?"""
        told, _, signature = state.rpartition(".")
        if not hmac.compare_digest(self._signed(told).encode(), signature.encode(errors="replace")):
            return False
        until = float(told.rpartition(".")[2])
        if until <= self._now() or told in self._came_back:
            return False
        for old in [one for one, end in self._came_back.items() if end <= self._now()]:
            del self._came_back[old]
        if len(self._came_back) >= MOST_CAME_BACK:
            del self._came_back[next(iter(self._came_back))]
        self._came_back[told] = until
        return True

    def _signed(self, told: str) -> str:
        return hmac.new(self._key, told.encode(errors="replace"), hashlib.sha256).hexdigest()


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
    except Exception as error:
        ref = logged(log, error, "a page for installing was not shown")
        return BoltResponse(status=500, body=referred("Something went wrong. Tell whoever runs Deskmate", ref) + ".\n")
