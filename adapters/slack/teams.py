"""Slack: our app in several teams, each with a connection, a token and a colleague of its own.

bolt finds out which team a payload is for (`authorizations`, and not the author's team: Slack Connect has people of
others in a channel); who we are there is in our database. A payload for a team that we are not in is acknowledged and
left; one for a team that has no colleague is refused, politely, where it was said.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from adapters.slack import parse
from adapters.slack.app import bolt, where
from adapters.slack.backlog import left_behind
from adapters.slack.calls import CallRefused, Calls
from adapters.slack.connection import TeamConnection
from adapters.slack.gateway import Gateway, listen
from adapters.slack.http import Http
from adapters.slack.installing import Installing
from adapters.slack.pacer import Pacer
from adapters.slack.parse import Us
from adapters.slack.socket import PING, Socket
from harness.chat.events import CommandInvoked, MessageSent
from harness.chat.installations import Installation, Installations
from harness.chat.port import ChatError, Marks, Undelivered, Unreachable
from harness.loop.clock import Now, Sleep
from harness.loop.commands import Commands
from harness.loop.intake import Intake
from harness.loop.receiving import try_owed
from harness.sessions.journal import JournalUnavailable

if TYPE_CHECKING:  # bolt takes most of a second to import
    from slack_bolt.async_app import AsyncAck, AsyncBoltContext

log = logging.getLogger(__name__)

KNOWN_FOR = 30.0
"""Seconds for which a token is used before it is looked up again: another process may have taken the installation."""
REMOVALS = frozenset({"app_uninstalled", "tokens_revoked"})
"""Slack docs: events by which an app hears that it was removed. The manifest subscribes to them."""
NOBODY = (
    "I am installed here but not set up for this Slack workspace, so I can't help yet. "
    "Whoever runs me can change that by adding `{team}` to teams.yaml."
)
NOT_INSTALLED = "I am not installed in this Slack workspace any more."

Json = dict[str, Any]


class NotInstalled(Unreachable):
    """Our app is not in that team, or not any more. Once it is installed again, people are answered again."""

    def __init__(self, *why: object) -> None:
        super().__init__(*why, passes="everything")


class Staff(Protocol):
    """Who works for one team: what hears its people, and answers their commands."""

    @property
    def intake(self) -> Intake: ...
    @property
    def commands(self) -> Commands: ...


class SlackTeams:
    """`connection` speaks from the beginning until `close`; people are heard from `start` to `stop`."""

    def __init__(
        self,
        app_token: str,
        api_url: str,
        kept: Installations,
        installing: Installing,
        http: Http,
        now: Now,
        sleep: Sleep = asyncio.sleep,
        signing_secret: str = "",
        ping: float = PING,
        marks: Marks | None = None,
    ) -> None:
        """`http` is where people install; with a signing secret payloads come there, too, else by Socket Mode with the
        app's token, of which one serves all teams. `marks`: see TeamConnection.
        """
        self._marks = marks
        self._app_token, self._api_url, self._signing_secret = app_token, api_url, signing_secret
        self._kept, self._installing, self.http = kept, installing, http
        self._now, self._sleep = now, sleep
        self._calls = Calls("", api_url, Pacer(now, sleep))
        self._socket = None if signing_secret else Socket(app_token, self._where, ping)
        self._staff: Callable[[str, str], Staff | None] = lambda team, organization: None
        self._connections: dict[str, TeamConnection] = {}
        self._gateways: dict[str, Gateway] = {}
        self._retired: list[Gateway] = []
        """Those of installations that have been replaced: they finish what they have begun."""
        self._tokens: dict[str, tuple[str, float]] = {}
        """With the time until which they need not be looked up."""
        self._noted: set[str] = set()
        """Teams whose organization is in the database, for when we speak there before anybody is heard."""
        self._refused: set[tuple[str, str]] = set()
        """Teams without a colleague, and the channels in which they were told so."""
        installing.installed = self._installed

    def connection(self, team: str) -> TeamConnection:
        """What speaks for us in that team, whether we are installed there or not: that shows when it speaks."""
        if team not in self._connections:
            self._connections[team] = TeamConnection(
                lambda: self._token(team), self._api_url, self._now, self._sleep, self._marks
            )
        return self._connections[team]

    async def start(self, staff: Callable[[str, str], Staff | None]) -> None:
        """Returns when people are heard. `staff` gives who works for a team of an organization (empty if it is of
        none). Raises Unreachable if Slack refuses the app's token, and OSError if we cannot listen.
        """
        self._staff = staff
        app = bolt(self._calls, _anybody, self._signing_secret)
        listen(app, self)
        pages = self._installing.flow(self._calls.bare())
        await self.http.start(app if self._signing_secret else None, pages, self._signing_secret)
        if self._socket:
            self._socket.reconnected = self._reconnected
            await self._socket.start(app)
        for team in await left_behind(self._marks):
            found = await self._kept.find(team)
            if found and (working := staff(team, found.organization)):
                self._heard_by(team, found, working)
        teams = [one.team or one.organization for one in await self._kept.all()]
        log.info("connected to Slack, installed in %s", ", ".join(teams) or "no team yet")

    async def stop(self) -> None:
        """Nothing is heard from then on: what is being handled is ended. We still speak, for work that ends."""
        gateways, self._gateways = [*self._gateways.values(), *self._retired], {}
        await asyncio.gather(*(gateway.leave() for gateway in gateways))
        if self._socket:
            await self._socket.stop()
        await self.http.stop()

    async def close(self) -> None:
        """Stops, and says nothing from then on."""
        await self.stop()
        for connection in self._connections.values():
            await connection.close()
        await self._calls.close()

    async def connected(self) -> bool:
        """Whether people are heard now."""
        return await (self._socket or self.http).connected()

    async def _where(self) -> str:
        return await where(self._calls, self._app_token, self._sleep)

    # Tokens
    async def _token(self, team: str) -> str:
        """Raises NotInstalled, and Undelivered if the database is away."""
        token, until = self._tokens.get(team, ("", 0.0))
        if token and self._now() < until:
            return token
        try:
            found = await self._kept.find(team)
        except JournalUnavailable as error:
            raise Undelivered(f"I don't know how to post in {team}: {error}") from error
        if found is None:
            raise NotInstalled(f"Deskmate is not installed in the Slack workspace {team} any more")
        self._connections[team].url = found.url
        self._tokens[team] = found.token, self._now() + KNOWN_FOR
        return found.token

    def _changed(self, installation: Installation) -> None:
        """It was installed, again or for the first time, or is no more: what was known of it is looked up again."""
        self._tokens.clear()
        for team in [installation.team] if installation.team else list(self._gateways):
            if gateway := self._gateways.pop(team, None):
                self._retired.append(gateway)
        # Of an organization's teams it is not known here which they are: they are told anew
        self._refused = {one for one in self._refused if installation.team and one[0] != installation.team}

    async def _installed(self, installation: Installation) -> None:
        """There is a token that may be good for what could not be said with the one before."""
        self._changed(installation)
        await self._try_owed([installation.team] if installation.team else list(self._connections))

    async def _reconnected(self) -> None:
        await self._try_owed(list(self._connections))

    async def _try_owed(self, teams: Sequence[str]) -> None:
        for team in teams:
            try:
                found = await self._kept.find(team)
            except JournalUnavailable as error:
                log.warning("undelivered posts in %s wait for their next try: %s", team, error)
                continue
            if found and (staff := self._staff(team, found.organization)):
                await try_owed(staff.intake)

    async def _left(self, team: str, organization: str, event: Json) -> None:
        """We are told that a token is worth nothing: Slack is asked whether that is still so, since an event may come
        late, after the app was installed again. Raises JournalUnavailable if that cannot be known now.
        """
        if event.get("type") == "tokens_revoked" and not (event.get("tokens") or {}).get("bot"):
            return  # those of people, of which we have none
        found = await self._kept.find(team, organization)
        if found is None:
            return
        calls = Calls(found.token, self._api_url, Pacer(self._now, self._sleep))
        try:
            await calls("auth.test", lambda client: client.auth_test())
            log.info("the installation in %s stays: it is newer than the one that was removed", team or organization)
        except CallRefused as error:
            if not error.gone:
                raise JournalUnavailable(str(error)) from error
            if await self._kept.remove(found):
                log.warning("no longer installed in %s (%s): %s", found.name, team or organization, error.code)
                self._changed(found)
        except ChatError as error:
            raise JournalUnavailable(str(error)) from error
        finally:
            await calls.close()

    # Payloads
    async def event(self, body: Json, context: "AsyncBoltContext") -> None:
        """Acknowledged when it returns; if it raises, it is not."""
        event = body.get("event") or {}
        team, organization = context.team_id or "", context.enterprise_id or ""
        if event.get("type") in REMOVALS:
            await self._left("" if context.is_enterprise_install else team, organization, event)
            return
        found = await self._gateway(context)
        if isinstance(found, Gateway):
            await found.event(body)
        elif found:
            await self._refuse(team, Us(team, found.user, found.bot), body)

    async def action(self, ack: "AsyncAck", body: Json, context: "AsyncBoltContext") -> None:
        found = await self._gateway(context)
        await (found.action(ack, body) if isinstance(found, Gateway) else ack())

    async def submission(self, ack: "AsyncAck", body: Json, context: "AsyncBoltContext") -> None:
        found = await self._gateway(context)
        await (found.submission(ack, body) if isinstance(found, Gateway) else ack())

    async def shortcut(self, ack: "AsyncAck", body: Json, context: "AsyncBoltContext") -> None:
        found = await self._gateway(context)
        await (found.shortcut(ack, body) if isinstance(found, Gateway) else ack())

    async def command(self, ack: "AsyncAck", body: Json, context: "AsyncBoltContext") -> None:
        found = await self._gateway(context)
        if isinstance(found, Gateway):
            await found.command(ack, body)
        else:
            await ack(NOBODY.format(team=context.team_id) if found else NOT_INSTALLED)

    async def _gateway(self, context: "AsyncBoltContext") -> Gateway | Installation | None:
        """By which the people of that team are heard; the installation, if nobody works for them; None if we are not
        installed there. Raises JournalUnavailable.
        """
        team, organization = context.team_id or "", context.enterprise_id or ""
        if team in self._gateways:
            return self._gateways[team]
        found = await self._kept.find(team, organization) if team else None
        if found is None:
            log.info("ignored: not installed in the team %s", team or organization or "that is not named")
            return None
        if not found.team and team not in self._noted:
            await self._kept.note(team, found.organization)
            self._noted.add(team)
        staff = self._staff(team, found.organization)
        if staff is None:
            if not any(other == team for other, _ in self._refused):
                log.warning("no workspace for %s (%s): add it to teams.yaml", found.name, team)
            return found
        return self._heard_by(team, found, staff)

    def _heard_by(self, team: str, found: Installation, staff: Staff) -> Gateway:
        """Its gateway, which takes up what was acknowledged before we left if it is new."""
        if team not in self._gateways:
            us, connection = Us(team, found.user, found.bot), self.connection(team)
            connection.url = found.url
            self._gateways[team] = connection.gateway(us, staff.intake, staff.commands)
            self._gateways[team].resume()
        return self._gateways[team]

    async def _refuse(self, team: str, us: Us, body: Json) -> None:
        """Once in each conversation in which we are spoken to. Best effort."""
        said = parse.event(body, us, {})
        if not (isinstance(said, CommandInvoked) or (isinstance(said, MessageSent) and said.addressed)):
            return
        place = said.place
        if (team, place.channel) in self._refused:
            return
        self._refused.add((team, place.channel))
        try:
            await self.connection(team).calls(
                "chat.postMessage",
                lambda client: client.chat_postMessage(
                    channel=place.channel, thread_ts=place.thread or None, text=NOBODY.format(team=team)
                ),
                channel=place.channel,
            )
        except ChatError as error:
            log.warning("%s was not told that it has no workspace: %s", team, error)


async def _anybody(**context: Any) -> Any:
    """bolt looks nothing up: it would acknowledge, and lose, what it cannot authorize. Who we are is found out by the
    listeners, which let a payload come again if the database is away.
    """
    from slack_bolt.authorization import AuthorizeResult

    return AuthorizeResult(enterprise_id=context.get("enterprise_id"), team_id=context.get("team_id"), bot_token="")
