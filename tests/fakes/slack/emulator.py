"""`SlackEmulator`: Slack on a loopback port, and what tests ask of it."""

import asyncio
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web

from tests.fakes.clock import WITHIN
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.delivery import Door, Envelope
from tests.fakes.slack.faults import Faults
from tests.fakes.slack.http_events import HttpEvents, NotVerified
from tests.fakes.slack.installations import Installations
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.misfortunes import Misfortunes
from tests.fakes.slack.records import Call, Channel, Json, Message, Session, Status, Team, User
from tests.fakes.slack.response_urls import ResponseUrls
from tests.fakes.slack.sessions import Sessions
from tests.fakes.slack.socket_mode import Later, SocketMode
from tests.fakes.slack.state import State
from tests.fakes.slack.streams import Streams
from tests.fakes.slack.surfaces import Surfaces
from tests.fakes.slack.views import Views
from tests.fakes.slack.web import WebSide

T = TypeVar("T")


class StillWaiting(AssertionError):
    """What `until` waited for did not come; the message shows what people see."""


class SlackEmulator(Surfaces, Misfortunes):
    """Slack with one team and the app installed; `workspace` adds others, see `installations`.

    Use it as `async with SlackEmulator() as slack:`, and point an app at `slack.api_url` (base URL with a trailing
    slash) with `slack.bot_token` and `slack.app_token`: in this event loop or in another process.

    `clock` rules triggers, statuses, response URLs and rates (`slack.clock.advance(120)`); acknowledgements are
    measured in real time. `retry_delays`: when unacknowledged events are sent again, in real time unless `later` has
    another. `strict_rates`: enforce tiers.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        strict_rates: bool = False,
        retry_delays: Sequence[float] = (3.0, 60.0, 300.0),
        later: Later | None = None,
        port: int = 0,
    ) -> None:
        self.clock = clock or Clock()
        self.clock.on_advance(self._changed)
        self._waiting: set[asyncio.Event] = set()
        self._port = port
        self._picked = {}
        self.app_token = "xapp-emulator-token"
        self.state = State(self.clock, self._changed, self._emit)
        self.views = Views(self.state)
        self.streams = Streams(self.state)
        self.clock.on_advance(self.streams.expire)
        self.sessions = Sessions(self.state)
        self.envelopes: list[Envelope] = []
        """Every payload for the app, with its acknowledgement."""
        self.socket = SocketMode(self.envelopes, self._changed, retry_delays, later)
        self.door: Door = self.socket
        self._http: HttpEvents | None = None
        self.faults = Faults()
        self.response_urls = ResponseUrls(self.state)
        self.installations = Installations(self.state)
        self._web = WebSide(
            self.state, self.socket, self.faults, self.response_urls, self.app_token, self.installations, self._call
        )
        self._web.strict_rates = strict_rates
        self.home_team = self.state.add_team("acme").id
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        self._runner = web.AppRunner(self._web.application(), access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.state.base = f"http://127.0.0.1:{self._port}"

    async def close(self) -> None:
        self.faults.release_all()
        self.socket.close()
        if self._http is not None:
            await self._http.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # -- for the app ---------------------------------------------------------------------------------------------

    @property
    def port(self) -> int:
        return self._port

    @property
    def api_url(self) -> str:
        return f"{self.state.base}/api/"

    @property
    def bot_token(self) -> str:
        return self.team.bot_token

    async def http(self, url: str, signing_secret: str) -> HttpEvents:
        """From now on payloads are posted to this address, and not sent over Socket Mode. Raises NotVerified when the
        app does not answer the challenge that comes first."""
        door = HttpEvents(self.envelopes, self._changed, self.clock, url, signing_secret)
        try:
            await door.verify()
        except NotVerified:
            await door.close()
            raise
        if self._http is not None:
            await self._http.close()
        self.door = self._http = door
        return door

    # -- what people see -------------------------------------------------------------------------------------------

    def thread(self, channel: Channel | str, ts: str) -> list[Message]:
        """The message `ts` and its replies, oldest first, as they are now."""
        place = self._place(channel)
        return [one for one in self.state.history(place.id) if one.thread == ts]

    def history(self, channel: Channel | str) -> list[Message]:
        """Every message of the channel, replies too, oldest first."""
        return self.state.history(self._place(channel).id)

    def posts(self, channel: Channel | str, ts: str | None = None) -> list[Message]:
        """Those of the app, in a channel or (with `ts`) in one thread."""
        messages = self.history(channel) if ts is None else self.thread(channel, ts)
        return [one for one in messages if one.user == self.state.teams[one.team_id].bot.id]

    def ephemerals(self, user: User) -> list[Message]:
        """What only this person sees."""
        return [one for one in self.state.ephemerals if one.ephemeral_to == user.id]

    def status(self, channel: Channel | str, thread_ts: str) -> Status | None:
        return self.state.status(self._place(channel).id, thread_ts)

    def session(self, channel: Channel | str, thread_ts: str) -> Session | None:
        return self.sessions.get(self._place(channel).id, thread_ts)

    def reactions(self, message: Message | str) -> dict[str, list[str]]:
        """Emoji name -> ids of who reacted."""
        return {name: list(users) for name, users in self.message(message).reactions.items()}

    # -- what the app did ------------------------------------------------------------------------------------------

    @property
    def calls(self) -> list[Call]:
        """Every request to the Web API."""
        return self._web.calls

    def calls_of(self, method: str) -> list[Call]:
        return [call for call in self.calls if call.method == method]

    def events_of(self, kind: str, message: Message | str | None = None) -> list[Envelope]:
        """Envelopes of events of one type (and, where given, about one message)."""
        ts = message.ts if isinstance(message, Message) else message
        return [one for one in self.envelopes if one.event.get("type") == kind and ts in (None, one.event.get("ts"))]

    # -- waiting ---------------------------------------------------------------------------------------------------

    async def until(self, predicate: Callable[[], T | None], within: float = WITHIN) -> T:
        """Wait until `predicate()` is true and return what it returned; looked at again whenever Slack changes
        (a call, an acknowledgement, a connection, the clock moved).

        A LookupError in it counts as "not yet" (so it may index what is not there). Raises StillWaiting with a
        picture of the workspace when `within` seconds of real time have passed.
        """
        change = asyncio.Event()
        self._waiting.add(change)
        try:
            async with asyncio.timeout(within):
                while True:
                    change.clear()
                    try:
                        if value := predicate():
                            return value
                    except LookupError:
                        pass
                    await change.wait()
        except TimeoutError:
            raise StillWaiting(f"not after {within} s:\n{self.picture()}") from None
        finally:
            self._waiting.discard(change)

    async def connected(self, connections: int = 1, within: float = WITHIN) -> None:
        """Until the app has that many sockets open."""
        await self.until(lambda: len(self.socket.open_connections) >= connections, within)

    async def settled(self, within: float = WITHIN) -> None:
        """Until every payload is acknowledged or lost."""
        await self.until(lambda: all(one.acknowledged or one.lost for one in self.envelopes), within)

    def picture(self) -> str:
        """The workspace as text: what people see, the last calls, what is not acknowledged."""
        lines: list[str] = []
        for channel in self.state.channels.values():
            lines.append(f"#{channel.name} ({channel.id})")
            for one in self.state.history(channel.id):
                author = self.state.users[one.user].name
                indent = "      " if one.thread_ts else "  "
                marks = "".join(f" :{name}:" for name in one.reactions)
                lines.append(f"{indent}{one.ts} {author}: {one.shown}{marks}")
        lines += [f"  to {one.ephemeral_to} only: {one.shown}" for one in self.state.ephemerals]
        lines += [f"call {call.method} {call.error or call.status}" for call in self.calls[-15:]]
        unheard = [one for one in self.envelopes if not one.acknowledged]
        lines += [f"unacknowledged {one.kind} {one.event.get('type', '')}" for one in unheard]
        return "\n".join(lines)

    # -- inside ----------------------------------------------------------------------------------------------------

    def _call(self, args: Json, team: Team) -> ApiCall:
        self.streams.expire()
        return ApiCall(args, team, self.state, self.views, self.streams, self.sessions, self.installations)

    def _changed(self) -> None:
        for change in self._waiting:
            change.set()

    def _emit(self, team_id: str, event: Json) -> None:
        self._deliver(self.state.teams[team_id], event)
