"""What tests make go wrong."""

from typing import Literal

from tests.fakes.slack.delivery import Door, Envelope
from tests.fakes.slack.faults import Broken, Dropped, Faults, Held, Hold, RateLimited, Refused, When
from tests.fakes.slack.socket_mode import DisconnectReason, SocketMode


class Misfortunes:
    """Of calls (a method may be a pattern: "chat.*Stream"), of deliveries, of connections."""

    faults: Faults
    door: Door
    socket: SocketMode

    def rate_limits(self, method: str, retry_after: int = 1, times: int = 1, when: When | None = None) -> None:
        """The next `times` calls (for whose arguments `when` is true) get 429 with Retry-After; nothing is done."""
        self.faults.plan(method, RateLimited(retry_after), times, when)

    def breaks(self, method: str, status: int = 500, times: int | None = 1, when: When | None = None) -> None:
        """An HTTP 5xx; nothing is done. `times` None: until `recovers`."""
        self.faults.plan(method, Broken(status), times, when)

    def refuses(self, method: str, error: str, times: int | None = 1, when: When | None = None) -> None:
        """`ok: false` with this error; nothing is done. `times` None: until `recovers`.

        A workspace without streams: `slack.refuses("chat.*Stream", "unknown_method", times=None)`.
        """
        self.faults.plan(method, Refused(error), times, when)

    def recovers(self, method: str) -> None:
        """What was planned for this method (or pattern, as it was written) no longer happens."""
        self.faults.forget(method)

    def drops(
        self,
        method: str,
        effect: Literal["before", "after"] = "after",
        times: int = 1,
        when: When | None = None,
    ) -> None:
        """Cut the connection instead of answering: after the effect took place (its outcome is unknown to the app), or
        before it."""
        self.faults.plan(method, Dropped(effect), times, when)

    def holds(self, method: str, effect: Literal["before", "after"] = "before", when: When | None = None) -> Hold:
        """Keep the next call waiting, before its effect or between effect and answer, until `release()`."""
        hold = Hold()
        self.faults.plan(method, Held(effect, hold), 1, when)
        return hold

    def redelivers(self, envelope: Envelope, reason: str = "timeout") -> Envelope:
        """The same event again: same event_id, retry_attempt and retry_reason set."""
        return self.door.redeliver(envelope, reason)

    def disconnects(self, reason: DisconnectReason = "refresh_requested") -> None:
        """Ask every connection to go (a "warning" only announces it); they get nothing new."""
        self.socket.disconnect(reason)

    def drops_connections(self) -> None:
        """Cut every socket without a word; events that were not acknowledged are sent again to the next one."""
        self.socket.drop()

    def silences_connections(self) -> None:
        """Every open socket stays open, and nothing comes through it: no events, no pongs."""
        self.socket.silence()
