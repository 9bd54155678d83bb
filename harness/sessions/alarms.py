"""The times at which a session is to be woken."""

from collections.abc import Callable
from dataclasses import dataclass

from harness.chat.people import Person, Place
from harness.sessions.values import replace
from harness.tools.changes import Wakeup

BACKOFF = (30.0, 60.0, 300.0, 900.0, 3600.0)
"""Seconds until a turn that failed is tried again: after the first time, the second, and so on."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """A time at which the session is woken, on behalf of whom, and where."""

    wakeup: Wakeup
    by: Person
    place: Place
    late: bool = False
    """Its time came while it was paused: that one is passed over."""
    skipped: int = 0
    """How often its time was passed over."""
    tries: int = 0
    """How many of its turns in a row failed."""
    came: int = 0
    """The row at which it came during a turn, of which no reply has covered it yet; 0, if there is none."""
    allowed_by: str = ""
    """Who allowed what a mode lets through without asking to be let through in its turns too; nobody, if empty."""

    @property
    def paused(self) -> bool:
        return self.wakeup.paused

    def at(self, when: float) -> "Alarm":
        return replace(self, wakeup=replace(self.wakeup, at=when))


Alarms = tuple[Alarm, ...]


def of(alarms: Alarms, id: str) -> Alarm | None:
    return next((alarm for alarm in alarms if alarm.wakeup.id == id), None)


def without(alarms: Alarms, id: str) -> Alarms:
    return tuple(alarm for alarm in alarms if alarm.wakeup.id != id)


def changed(alarms: Alarms, id: str, change: Callable[[Alarm], Alarm]) -> Alarms:
    """With the one of that id as `change` makes it."""
    return tuple(change(alarm) if alarm.wakeup.id == id else alarm for alarm in alarms)


def heard(alarms: Alarms, through: int) -> Alarms:
    """A reply has covered what came up to that row."""
    return tuple(alarm for alarm in alarms if not 0 < alarm.came <= through)


def unheard(alarms: Alarms, now: float) -> Alarms:
    """The turn during which they came has ended before it heard them: they come again by themselves, after a while."""
    return tuple(alarm.at(now + BACKOFF[0]) if alarm.came else alarm for alarm in alarms)


def succeeded(alarms: Alarms, alarm: Alarm | None) -> Alarms:
    """Its turn has ended well: what failed before is forgotten."""
    return changed(alarms, alarm.wakeup.id, lambda one: replace(one, tries=0)) if alarm and alarm.tries else alarms


def retried(alarms: Alarms, alarm: Alarm, now: float) -> Alarms:
    """Its turn has failed: it is tried again after a while, or when it comes again, whichever is sooner; as they were,
    if it is not wanted any more, or was tried often enough. What comes again is tried for ever.
    """
    later = now + BACKOFF[min(alarm.tries, len(BACKOFF) - 1)]
    tries = alarm.tries + 1
    if alarm.wakeup.again:
        return changed(alarms, alarm.wakeup.id, lambda one: replace(one, tries=tries).at(min(later, one.wakeup.at)))
    return alarms if tries > len(BACKOFF) else (*alarms, replace(alarm, tries=tries).at(later))
