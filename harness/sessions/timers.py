"""What a session waits for by the clock: a part of it."""

from collections.abc import Callable
from dataclasses import dataclass

from harness.sessions.heartbeat import Heartbeat
from harness.sessions.wakeup import Wakeup
from harness.tools.values import replace


@dataclass(frozen=True)
class Timers:
    wakeups: tuple[Wakeup, ...] = ()
    heartbeats: tuple[Heartbeat, ...] = ()
    self_wakeups: int = 0
    """How often the colleague asked to be woken since a person spoke last."""
    declined: frozenset[str] = frozenset()
    """Heartbeats of the workspace that are not wanted here, by their ids."""

    def __bool__(self) -> bool:
        return bool(self.wakeups or self.heartbeats)

    def wakeup(self, id: str) -> Wakeup | None:
        return next((one for one in self.wakeups if one.id == id), None)

    def heartbeat(self, id: str) -> Heartbeat | None:
        return next((one for one in self.heartbeats if one.id == id), None)

    def get(self, id: str) -> Wakeup | Heartbeat | None:
        return self.wakeup(id) or self.heartbeat(id)

    def having(self, timer: Wakeup | Heartbeat) -> "Timers":
        """With that one as it is now, if it is there."""
        if isinstance(timer, Wakeup):
            return self._having(lambda one: timer if one.id == timer.id else one)
        kept = tuple(timer if one.id == timer.id else one for one in self.heartbeats)
        return replace(self, heartbeats=kept)

    def adding(self, timer: Wakeup | Heartbeat) -> "Timers":
        """In place of the one of its id, as the last."""
        kept = self.without(timer.id)
        if isinstance(timer, Wakeup):
            return replace(kept, wakeups=(*kept.wakeups, timer))
        return replace(kept, heartbeats=(*kept.heartbeats, timer), declined=self.declined - {timer.id})

    def without(self, id: str) -> "Timers":
        return replace(
            self,
            wakeups=tuple(one for one in self.wakeups if one.id != id),
            heartbeats=tuple(one for one in self.heartbeats if one.id != id),
        )

    def heard(self, through: int) -> "Timers":
        """A reply has covered what came up to that row."""
        return self._having(lambda one: None if 0 < one.came <= through else one)

    def unheard(self, now: float) -> "Timers":
        """The turn during which some came has ended before it heard them."""
        return self._having(lambda one: one.unheard(now))

    def succeeded(self, wakeup: Wakeup | None) -> "Timers":
        """Its turn has ended well: what failed before is forgotten."""
        if wakeup is None or not wakeup.tries:
            return self
        return self._having(lambda one: replace(one, tries=0) if one.id == wakeup.id else one)

    def _having(self, change: Callable[[Wakeup], Wakeup | None]) -> "Timers":
        """With each wakeup as `change` makes it, without those of which it makes None."""
        if not self.wakeups:
            return self
        return replace(self, wakeups=tuple(after for one in self.wakeups if (after := change(one)) is not None))
