"""The life of what is owed to people, a post or the change of one, once it has not arrived at once: it is tried again
after ever longer pauses, until it has arrived, or is owed no more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Pending:
    """It is to be sent."""


@dataclass(frozen=True, slots=True)
class Delayed:
    """It has not arrived `tries` times since a moment, for the reason `why`; it is tried again at `until`. Both times
    are in seconds since the epoch.
    """

    since: float
    why: str
    tries: int
    until: float


@dataclass(frozen=True, slots=True)
class Retried:
    """It is tried again."""

    since: float
    why: str
    tries: int


@dataclass(frozen=True, slots=True)
class Gone:
    """It has arrived, or is owed no more."""


Status: TypeAlias = Pending | Delayed | Retried | Gone
Event = Literal["delayed", "due", "arrived", "refused"]

TRANSITIONS: Mapping[type, Mapping[Event, type]] = {
    Pending: {"delayed": Delayed, "arrived": Gone, "refused": Gone},
    Delayed: {"due": Retried, "delayed": Delayed, "arrived": Gone, "refused": Gone},
    Retried: {"delayed": Delayed, "arrived": Gone, "refused": Gone},
}
"""What is delayed may have arrived all the same: an answer that was lost is found later."""
