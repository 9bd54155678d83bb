"""Why a turn ended otherwise than by its reply, and why what was due was skipped: codes, which `harness/wording` puts
into words. What somebody else said of it, as a provider of its failure, is kept as they said it.
"""

from dataclasses import dataclass
from typing import Literal

from harness.chat.people import Person
from harness.sessions.budgets import SpentBudget

SkipReason = Literal["at-work", "asking", "pending", "paused", "replies-off"]
"""Another turn is open; something is to be decided; what was said waits to be heard; it is paused; its place is off."""


@dataclass(frozen=True, slots=True)
class StoppedBy:
    by: Person


@dataclass(frozen=True, slots=True)
class InterruptedBy:
    by: Person


@dataclass(frozen=True, slots=True)
class GaveWay:
    """A heartbeat, to what somebody wants."""

    to: Person


@dataclass(frozen=True, slots=True)
class LimitHit:
    which: Literal["steps", "time", "cost", "tokens"]


@dataclass(frozen=True, slots=True)
class BudgetHit:
    """Before its next step: it is spent, and hard."""

    budget: SpentBudget


@dataclass(frozen=True, slots=True)
class ModelFailure:
    """`again`: the session tries again by itself, now or once what opened the turn is not paused any more."""

    why: str
    again: Literal["", "later", "once-resumed"] = ""


@dataclass(frozen=True, slots=True)
class PlanTurnedDown:
    """Without a word: the turn waits for theirs."""

    by: Person


@dataclass(frozen=True, slots=True)
class EmptyAnswer:
    """Of the model."""


@dataclass(frozen=True, slots=True)
class WentInCircles:
    """The model made the same call again and again, each time with the same result.

    Attributes:
        tool: its name
        arguments: JSON text, as the model gave it
        times: how often, in a row
    """

    tool: str
    arguments: str
    times: int


@dataclass(frozen=True, slots=True)
class HeartbeatOver:
    """What the turn was of has ended."""


@dataclass(frozen=True, slots=True)
class RequestDeleted:
    """The message that opened the turn, before any model had read it."""


EndReason = (
    StoppedBy
    | InterruptedBy
    | GaveWay
    | LimitHit
    | BudgetHit
    | ModelFailure
    | PlanTurnedDown
    | EmptyAnswer
    | WentInCircles
    | HeartbeatOver
    | RequestDeleted
)
