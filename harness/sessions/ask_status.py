"""The life of an ask: what it is, and what may happen to it then.

It waits from its verdict on, but its time runs from when people could see it: what a platform did not take for an hour
expires an hour later, and nobody is reminded of what they were never shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from harness.approvals.asks import Outcome, Settlement


@dataclass(frozen=True, slots=True)
class Unposted:
    """Its card is on its way."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A card shows it since `at` (in seconds since the epoch); `reminded`: people were reminded of it."""

    at: float
    reminded: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    settlement: Settlement


Status: TypeAlias = Unposted | Posted | Settled
Event = Literal["shown", "reminded", "overtaken"] | Outcome

_ENDS: Mapping[Event, type] = {
    "approved": Settled,
    "granted": Settled,
    "edited": Settled,
    "rejected": Settled,
    "answered": Settled,
    "stopped": Settled,
    "ended": Settled,
    "superseded": Settled,
    "withdrawn": Settled,
    "replaced": Settled,
    "unreachable": Settled,
}
TRANSITIONS: Mapping[type, Mapping[Event, type]] = {
    Unposted: {"shown": Posted, **_ENDS},
    Posted: {"shown": Posted, "reminded": Posted, "expired": Settled, **_ENDS},
    Settled: {"overtaken": Settled},
}
"""A question is answered by a message, too, before its card has come; a lost card makes what was shown unreachable.
Overtaken is what was approved and does not run after all.
"""
