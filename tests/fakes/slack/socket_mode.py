"""Socket Mode: connections, envelopes, acknowledgements, retries (docs.slack.dev/apis/events-api/using-socket-mode)."""

import asyncio
import itertools
import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, Protocol

from aiohttp import WSMsgType, web

from tests.fakes.slack import limits
from tests.fakes.slack.delivery import Door, Envelope
from tests.fakes.slack.records import APP_ID, Json

DisconnectReason = Literal["warning", "refresh_requested", "link_disabled", "too_many_websockets"]


class Timer(Protocol):
    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], None]], Timer]
"""Has something happen after so many seconds, unless that is cancelled."""


@dataclass(slots=True, eq=False)
class Connection:
    """One open socket. A draining one was told to go and gets nothing new. A silent one is open and nothing comes
    through any more, in either direction."""

    id: str
    request: web.Request
    outgoing: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    draining: bool = False
    silent: bool = False


class SocketMode(Door):
    """Sends each payload to one connection, in turn; keeps events while there is none.

    `retry_delays`: seconds after which an unacknowledged event is sent again (same envelope, retry_attempt 1, 2, …).
    Interactions are never sent again: when their connection goes, they are lost.
    `later` has that happen; with real time, unless it is given.
    `answers_pings`: set to False to play a network that has gone silent.
    """

    def __init__(
        self,
        log: list[Envelope],
        changed: Callable[[], None],
        retry_delays: Sequence[float],
        later: Later | None = None,
    ) -> None:
        super().__init__(log, changed)
        self._later = later
        self.connections: list[Connection] = []
        self.answers_pings = True
        self._retry_delays = tuple(retry_delays)
        self._backlog: deque[Envelope] = deque()
        self._tickets: set[str] = set()
        self._ids = itertools.count(1)
        self._turn = itertools.count()
        self._timers: dict[str, Timer] = {}
        self._waiting: dict[str, tuple[Envelope, Connection]] = {}

    @property
    def open_connections(self) -> list[Connection]:
        return [one for one in self.connections if not one.draining]

    def ticket(self) -> str:
        """Good for one connection."""
        ticket = f"ticket-{next(self._ids)}"
        self._tickets.add(ticket)
        return ticket

    # -- sending -------------------------------------------------------------------------------------------------

    def disconnect(self, reason: DisconnectReason, connection: Connection | None = None) -> None:
        """Tell one connection, or all, that they will be closed; "warning" closes nothing yet."""
        for one in [connection] if connection else self.open_connections:
            one.outgoing.put_nowait(
                json.dumps({"type": "disconnect", "reason": reason, "debug_info": {"host": "emulator"}})
            )
            one.draining = reason != "warning"

    def drop(self) -> None:
        """Cut every connection without a word."""
        for one in self.connections:
            one.draining = True
            if one.request.transport is not None:
                one.request.transport.abort()

    def silence(self) -> None:
        """Every connection that is open now stays so, and nothing comes through: no events, no acknowledgements, no
        pongs. Payloads still go there in turn, into the void; new connections are well."""
        for one in self.connections:
            one.silent = True

    def _dispatch(self, envelope: Envelope) -> None:
        ready = self.open_connections
        if ready:
            self._write(ready[next(self._turn) % len(ready)], envelope)
        elif envelope.kind == "events_api":
            self._backlog.append(envelope)
        else:
            self._lose(envelope)

    def _write(self, connection: Connection, envelope: Envelope) -> None:
        loop = asyncio.get_running_loop()
        self._waiting[envelope.id] = envelope, connection
        envelope.sent_at = envelope.sent_at or loop.time()
        if not connection.silent:
            connection.outgoing.put_nowait(_frame(envelope))
        if envelope.kind == "events_api" and envelope.attempt < len(self._retry_delays):
            later = self._later or loop.call_later
            self._timers[envelope.id] = later(self._retry_delays[envelope.attempt], partial(self._retry, envelope))
        self._changed()

    def _retry(self, envelope: Envelope) -> None:
        self._timers.pop(envelope.id, None)
        self._waiting.pop(envelope.id, None)
        envelope.attempt += 1
        envelope.reason = "timeout"
        self._dispatch(envelope)

    # -- receiving -----------------------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """The websocket's side of the server."""
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            return web.Response(status=401, text="unknown ticket")
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        self._tickets.remove(ticket)
        connection = Connection(f"connection-{next(self._ids)}", request)
        if len(self.connections) >= limits.CONNECTIONS:
            await socket.send_str(json.dumps({"type": "disconnect", "reason": "too_many_websockets"}))
            await socket.close()
            return socket
        self.connections.append(connection)
        connection.outgoing.put_nowait(self._hello())
        while self._backlog:
            self._write(connection, self._backlog.popleft())
        writer = asyncio.ensure_future(self._drain(connection, socket))
        try:
            self._changed()
            async for message in socket:
                if connection.silent:
                    continue
                if message.type == WSMsgType.PING:
                    if self.answers_pings:
                        await socket.pong(message.data)
                elif message.type == WSMsgType.TEXT:
                    self._received(message.data)
        finally:
            self.connections.remove(connection)
            connection.outgoing.put_nowait(None)
            await writer
            self._abandon(connection)
            self._changed()
        return socket

    async def _drain(self, connection: Connection, socket: web.WebSocketResponse) -> None:
        while (frame := await connection.outgoing.get()) is not None:
            try:
                await socket.send_str(frame)
            except ConnectionError:
                return  # the reader notices too, and what was not acknowledged is abandoned there

    def _received(self, text: str) -> None:
        answer = json.loads(text)
        envelope, _ = self._waiting.pop(answer.get("envelope_id", ""), (None, None))
        if envelope is None:
            return  # acknowledged twice, or after its connection was given up
        self._forget_timer(envelope)
        envelope.acknowledge(answer.get("payload"))
        self._changed()

    def _abandon(self, connection: Connection) -> None:
        """The connection is gone: events go to another one or wait for it, interactions are lost."""
        for envelope in [one for one, over in self._waiting.values() if over is connection]:
            del self._waiting[envelope.id]
            self._forget_timer(envelope)
            if envelope.kind == "events_api":
                envelope.attempt += 1
                envelope.reason = "connection_failed"
                self._dispatch(envelope)
            else:
                self._lose(envelope)

    def _forget_timer(self, envelope: Envelope) -> None:
        timer = self._timers.pop(envelope.id, None)
        if timer is not None:
            timer.cancel()

    def _hello(self) -> str:
        return json.dumps(
            {
                "type": "hello",
                "num_connections": len(self.connections),
                "debug_info": {"host": "emulator", "build_number": 1, "approximate_connection_time": 18060},
                "connection_info": {"app_id": APP_ID},
            }
        )

    def close(self) -> None:
        """No retries from now on; connections are cut."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._retry_delays = ()
        self.drop()


def _frame(envelope: Envelope) -> str:
    body: Json = {
        "envelope_id": envelope.id,
        "type": envelope.kind,
        "payload": envelope.payload,
        "accepts_response_payload": envelope.kind != "events_api",
    }
    if envelope.kind == "events_api":
        body |= {"retry_attempt": envelope.attempt, "retry_reason": envelope.reason}
    return json.dumps(body)
