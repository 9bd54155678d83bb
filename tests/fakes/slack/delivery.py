"""What Slack brings to the app, whichever way: one `Envelope` a payload, and a `Door` that brings it."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from tests.fakes.slack.records import Json

Kind = Literal["events_api", "interactive", "slash_commands"]


@dataclass(slots=True, eq=False)
class Envelope:
    """One payload on its way to the app. `answer` is what came with the acknowledgement; `latency` is in seconds.

    `attempt` counts redeliveries: of this envelope when it was not acknowledged, of its event when a test asked for it.
    `reason` is that of the last one. `lost`: nobody brings it any more.
    """

    id: str
    kind: Kind
    payload: Json
    attempt: int = 0
    reason: str = ""
    sent_at: float | None = None
    latency: float | None = None
    answer: Json | None = None
    lost: bool = False
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def acknowledged(self) -> bool:
        return self.latency is not None

    @property
    def event(self) -> Json:
        """The inner event of an events_api envelope ({} for others)."""
        event: Json = self.payload.get("event", {})
        return event

    async def within(self, seconds: float) -> bool:
        """Whether it is acknowledged in this time."""
        try:
            await asyncio.wait_for(self.settled.wait(), seconds)
        except TimeoutError:
            return False
        return self.acknowledged

    def acknowledge(self, answer: Json | None) -> None:
        self.latency = asyncio.get_running_loop().time() - (self.sent_at or 0.0)
        self.answer = answer
        self.settled.set()

    def lose(self) -> None:
        self.lost = True
        self.settled.set()


class Door(ABC):
    """A way to the app. `log` has every envelope, of other doors too; `changed` is called after every change."""

    def __init__(self, log: list[Envelope], changed: Callable[[], None]) -> None:
        self._log = log
        self._changed = changed

    def send(self, kind: Kind, payload: Json, *, attempt: int = 0, reason: str = "") -> Envelope:
        """Bring it, again and again if it is an event."""
        envelope = Envelope(f"envelope-{len(self._log) + 1}", kind, payload, attempt, reason)
        self._log.append(envelope)
        self._dispatch(envelope)
        return envelope

    def redeliver(self, envelope: Envelope, reason: str) -> Envelope:
        """The same event once more (same event_id), as when Slack did not hear the first acknowledgement."""
        attempts = [one.attempt for one in self._log if one.payload is envelope.payload]
        return self.send("events_api", envelope.payload, attempt=max(attempts) + 1, reason=reason)

    @abstractmethod
    def _dispatch(self, envelope: Envelope) -> None: ...

    def _lose(self, envelope: Envelope) -> None:
        envelope.lose()
        self._changed()
