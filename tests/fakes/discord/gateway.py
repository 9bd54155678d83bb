"""The gateway: sessions, and the connections that carry them. Discord docs, gateway."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.fakes.discord.shape import Json

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
MESSAGE_CONTENT = 1 << 15
BEATS = 41_250


@dataclass
class Session:
    """What is kept of one for RESUME: every event, by its number."""

    id: str
    intents: int
    events: list[Json] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None
    valid: bool = True


class Gateway:
    """`ready` gives the READY event's body and what follows it."""

    def __init__(self, token: str, ready: Callable[[str], list[tuple[str, Json]]], changed: Callable[[], None]) -> None:
        self._token, self._ready, self._changed = token, ready, changed
        self.sessions: dict[str, Session] = {}
        self.privileged = MESSAGE_CONTENT
        """Intents that the developer portal has switched on."""
        self.identified = self.resumed = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def connected(self) -> bool:
        return any(one.socket and not one.socket.closed for one in self.sessions.values())

    def emit(self, type: str, body: Json) -> Json:
        """To every session that is alive; what it has no socket for now waits for its RESUME."""
        event: Json = {}
        for session in self.sessions.values():
            if session.valid:
                event = {"op": DISPATCH, "t": type, "s": len(session.events) + 1, "d": body}
                session.events.append(event)
                self.send(session, event)
        return event

    def send(self, session: Session, payload: Json) -> None:
        if session.socket is not None and not session.socket.closed:
            self._spawn(session.socket, payload)

    def again(self, type: str, which: Callable[[Json], bool]) -> None:
        """Sends events once more, as a RESUME may."""
        for session in self.sessions.values():
            for event in list(session.events):
                if event["t"] == type and which(event["d"]):
                    self.send(session, event)

    async def drop(self, code: int = 4000) -> None:
        """The connections break; sessions may be resumed."""
        for session in self.sessions.values():
            if session.socket is not None and not session.socket.closed:
                await session.socket.close(code=code)

    def reconnect(self) -> None:
        for session in self.sessions.values():
            self.send(session, {"op": RECONNECT, "d": None})

    def invalidate(self) -> None:
        """The sessions are lost, and what happens until there is another."""
        for session in self.sessions.values():
            session.valid = False
            self.send(session, {"op": INVALID, "d": False})

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=None)
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": BEATS}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            payload = json.loads(message.data)
            match payload["op"]:
                case 1:
                    await socket.send_json({"op": ACK})
                case 2:
                    await self._identify(socket, payload["d"])
                case 6:
                    await self._resume(socket, payload["d"])
        self._changed()
        return socket

    async def _identify(self, socket: web.WebSocketResponse, data: dict[str, Any]) -> None:
        if data.get("token") != self._token:
            await socket.close(code=4004, message=b"Authentication failed.")
            return
        if data["intents"] & MESSAGE_CONTENT & ~self.privileged:
            await socket.close(code=4014, message=b"Disallowed intent(s).")
            return
        for old in self.sessions.values():
            old.valid = False
        self.identified += 1
        session = Session(f"session-{self.identified}", data["intents"])
        for type, body in self._ready(session.id):
            event = {"op": DISPATCH, "t": type, "s": len(session.events) + 1, "d": body}
            session.events.append(event)
            await socket.send_json(event)
        session.socket = socket
        self.sessions[session.id] = session
        self._changed()

    async def _resume(self, socket: web.WebSocketResponse, data: dict[str, Any]) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or not session.valid or data.get("token") != self._token:
            await socket.send_json({"op": INVALID, "d": False})
            return
        self.resumed += 1
        session.socket = socket
        for event in session.events[data["seq"] or 0 :]:
            await socket.send_json(event)
        await socket.send_json({"op": DISPATCH, "t": "RESUMED", "s": len(session.events), "d": {"_trace": []}})
        self._changed()

    def _spawn(self, socket: web.WebSocketResponse, payload: Json) -> None:
        async def send() -> None:
            if not socket.closed:
                await socket.send_str(text)

        text = json.dumps(payload)
        task = asyncio.get_running_loop().create_task(send())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        await self.drop(1001)
        await asyncio.gather(*self._tasks, return_exceptions=True)
