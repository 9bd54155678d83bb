"""Who comes to our HTTP port: so many at once, each with a deadline for what it asks and for its next request.

aiohttp waits for the rest of a header for as long as it keeps a connection, and takes as many connections as there are
descriptors: a thousand that say half a header would shut out Slack, and the database's files too.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

log = logging.getLogger(__name__)

MOST = 256
"""Connections at once. Slack opens some dozens for a busy team; each takes a descriptor, of which 1,024 are usual."""
HEADER_WITHIN = 10.0
"""Seconds in which the first request of a connection has to be said, up to the end of its header."""
BODY_WITHIN = 10.0
"""Seconds for the body. Slack gives up after three."""
SPARE = 5.0
"""Seconds beyond that, in which is said that it took too long."""
IDLE = 75.0
"""Seconds that a connection may wait for its next request: more than proxies usually keep one for (nginx docs: 60)."""
SAID_AGAIN = 60.0
"""Seconds in which it is said once that there were too many."""


@dataclass(frozen=True, slots=True)
class DoorLimits:
    most: int = MOST
    header: float = HEADER_WITHIN
    body: float = BODY_WITHIN
    idle: float = IDLE


class Doors:
    """All connections, the oldest first. `make` makes what speaks HTTP on one."""

    def __init__(self, make: Callable[[], asyncio.Protocol], limits: DoorLimits) -> None:
        self._make, self._limits = make, limits
        self._open: dict[asyncio.Protocol, _Door] = {}
        self._closed, self._say_at = 0, 0.0

    def __call__(self) -> asyncio.Protocol:
        return _Door(self, self._make(), self._limits)

    def __len__(self) -> int:
        return len(self._open)

    @contextmanager
    def reading(self, speaker: asyncio.Protocol) -> Iterator[None]:
        """While a request of that connection is read, and after that: anybody may begin one, so that it makes room for
        others like one that says nothing.
        """
        if door := self._open.get(speaker):
            door.waits(self._limits.body + SPARE)
        try:
            yield
        finally:
            if door := self._open.get(speaker):
                door.waits(self._limits.idle)

    def answering(self, speaker: asyncio.Protocol) -> None:
        """What was read is worth an answer, which nobody takes the connection away from."""
        if door := self._open.get(speaker):  # else it went meanwhile
            door.busy()

    def entered(self, door: "_Door") -> bool:
        """Makes room for one more, by closing the oldest that asks for nothing. Whether there is room."""
        if len(self._open) >= self._limits.most:
            self._tell()
            quiet = next((one for one in self._open.values() if one.quiet), None)
            if quiet is None:
                return False
            quiet.close()
            self._open.pop(quiet.speaker, None)
        self._open[door.speaker] = door
        return True

    def left(self, door: "_Door") -> None:
        self._open.pop(door.speaker, None)

    def _tell(self) -> None:
        self._closed += 1
        now = asyncio.get_running_loop().time()
        if now >= self._say_at:
            log.warning(
                "%d connections at once: for each more I close the oldest that asks for nothing (%d so far)",
                self._limits.most,
                self._closed,
            )
            self._say_at = now + SAID_AGAIN


class _Door(asyncio.Protocol):
    """One connection: hands on all that happens to it to `speaker`, and closes it when it takes too long."""

    def __init__(self, doors: Doors, speaker: asyncio.Protocol, limits: DoorLimits) -> None:
        self._doors, self.speaker, self._limits = doors, speaker, limits
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._refused = False
        self.quiet = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if not self._doors.entered(self):
            self._refused = True
            transport.abort()
            return
        self.waits(self._limits.header)
        self.speaker.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            self.speaker.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._refused else self.speaker.eof_received()

    def pause_writing(self) -> None:
        self.speaker.pause_writing()

    def resume_writing(self) -> None:
        self.speaker.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._stop()
        self._doors.left(self)
        if not self._refused:
            self.speaker.connection_lost(error)

    def busy(self) -> None:
        self._stop()
        self.quiet = False

    def waits(self, seconds: float) -> None:
        """For the next request, for so long."""
        self._stop()
        if self._transport is None or self._transport.is_closing():
            return
        self.quiet = True
        self._timer = asyncio.get_running_loop().call_later(seconds, self.close)

    def close(self) -> None:
        self._stop()
        if self._transport:
            self._transport.abort()

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
