"""What a session has to say by itself, as values: `harness/wording` says it in words. What a model or a person wrote is
kept as they wrote it.
"""

from dataclasses import dataclass
from typing import Literal

from harness.approvals.asks import Settlement
from harness.approvals.deciders import Deciders
from harness.approvals.reasons import RuleReason
from harness.approvals.tokens import Pressed
from harness.chat.people import Person
from harness.sessions.budgets import SpentBudget
from harness.sessions.reasons import EndReason, SkipReason
from harness.tools.changes import CommandEnd, LayerName
from harness.tools.schedules import Interval


@dataclass(frozen=True, slots=True)
class Brief:
    """What needs nothing but its code."""

    code: Literal[
        "working",
        "nothing-to-stop",
        "nothing-said",
        "stopped",
        "already-ended",
        "already-working",
        "moved-on",
        "budget-reset",
        "answer-taken",
        "several-questions",
        "mode-moved",
        "mode-same",
        "mode-not-open",
        "mode-allowed-twice",
        "mode-allowed",
        "not-waiting",
        "dropped",
        "revoked-before",
        "heartbeat-same",
        "heartbeat-gone",
        "heartbeat-ended",
        "heartbeat-muted",
        "heartbeat-unmuted",
        "heartbeat-useful",
        "heartbeat-now",
        "wakeup-gone",
        "note-gone",
        "note-not-yours",
        "note-undone",
        "note-forgotten",
        "note-replaced",
        "note-exchanged",
        "note-kept",
        "undo-gone",
        "undo-changed",
        "undo-denied",
        "undo-failed",
        "archived",
        "delete-not-yours",
        "not-deleted",
        "branched",
        "branch-begins",
        "branch-unknown",
        "branch-empty",
        "branch-failed",
        "will-sum-up",
        "sums-up-already",
        "not-summed-up",
        "little-to-sum-up",
    ]


@dataclass(frozen=True, slots=True)
class AskedUnseen:
    """What somebody asks where nobody else could see it; `pressed`: by that button, in no words of theirs."""

    by: Person
    text: str
    pressed: Pressed | None = None


@dataclass(frozen=True, slots=True)
class Worked:
    """How long a turn that is over has worked, in seconds, in how many steps, and how many of these `failed`. With a
    list of what was to be done, its items are the steps: those that are done, of so many.
    """

    seconds: float
    steps: int = 0
    failed: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Otherwise than by its reply. `unheard`: whose words no reply has covered."""

    why: EndReason
    unheard: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is remembered from now on, whose that is; and what it stands in place of, if that is anything."""

    layer: LayerName
    text: str
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Forgot:
    """What is not remembered any more."""

    text: str


@dataclass(frozen=True, slots=True)
class RemembersAgain:
    """A note is forgotten, and the one that it had replaced is back."""

    text: str


@dataclass(frozen=True, slots=True)
class Deleting:
    """This conversation is about to be deleted."""

    by: Person


@dataclass(frozen=True, slots=True)
class Branched:
    """Below it, a branch of the thread of that `title` goes on, which nothing is named by any more."""

    by: Person
    title: str


@dataclass(frozen=True, slots=True)
class SummedUp:
    """What was said before, which was of some `tokens`."""

    tokens: int


# Budgets
@dataclass(frozen=True, slots=True)
class BudgetTold:
    """It is spent, and nothing is held up by that."""

    budget: SpentBudget


@dataclass(frozen=True, slots=True)
class LiftNotYours:
    by: Person


@dataclass(frozen=True, slots=True)
class Lifted:
    by: Person
    budget: SpentBudget


@dataclass(frozen=True, slots=True)
class AsideUnpaid:
    """What somebody said while something waits for a decision is not answered now: there is no budget for it."""

    budget: SpentBudget


# Asks
@dataclass(frozen=True, slots=True)
class Taken:
    """As a yes or an answer, or as a no. `missing`: so many approvals are still needed."""

    no: bool = False
    missing: int = 0


@dataclass(frozen=True, slots=True)
class Late:
    """The ask is not open any more: how it `ended`, if that is known, and how long ago, in seconds."""

    ended: Settlement | None = None
    ago: float = 0.0


@dataclass(frozen=True, slots=True)
class NotYours:
    """Of whoever answered: these may decide it, in a turn of `requester`."""

    deciders: Deciders
    requester: Person


@dataclass(frozen=True, slots=True)
class Misfit:
    """It is no answer to that ask: not one of the question's answers; a plan takes no edit; the same approver again; an
    answer without words.
    """

    why: Literal["question", "plan", "approved-twice", "empty"]


@dataclass(frozen=True, slots=True)
class BeingEdited:
    by: Person


Reception = Taken | Late | NotYours | Misfit | BeingEdited
"""What became of an answer to one ask."""


@dataclass(frozen=True, slots=True)
class Answered:
    """To one ask; `tool` is what that is about, where one answer was to several."""

    reception: Reception
    tool: str = ""


@dataclass(frozen=True, slots=True)
class AnswersTold:
    answers: tuple[Answered, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """What somebody wrote decides nothing: these asks they may decide, by their buttons; and in that `mode`, if one is
    asked for, they may let the thread go on. `masked`: a part of the card is hidden, so no word decides on it yet.
    """

    asks: tuple[str, ...]
    mode: str = ""
    masked: bool = False


@dataclass(frozen=True, slots=True)
class AsideFailed:
    """What somebody said while something waits for a decision is not answered now."""

    why: str


@dataclass(frozen=True, slots=True)
class ChangeTooLate:
    """What we said we would take back or change is decided already; `started`: it runs."""

    started: bool


@dataclass(frozen=True, slots=True)
class ChangeUnfit:
    """What we said we would change stays as it is: `why`."""

    why: str


@dataclass(frozen=True, slots=True)
class EditRefused:
    why: RuleReason


@dataclass(frozen=True, slots=True)
class StillWaiting:
    """For a decision on `ask`, of whose card people are reminded."""

    deciders: Deciders
    requester: Person
    ask: str = ""


@dataclass(frozen=True, slots=True)
class Revoked:
    """A grant, `on` a tool or category."""

    on: str


# The thread's own settings
@dataclass(frozen=True, slots=True)
class ModeAsked:
    """Somebody wants a mode that permits more."""

    by: Person
    mode: str
    deciders: Deciders


@dataclass(frozen=True, slots=True)
class ModeNotYours:
    deciders: Deciders
    by: Person


@dataclass(frozen=True, slots=True)
class ModeNeeds:
    """So many more who may allow it."""

    missing: int


@dataclass(frozen=True, slots=True)
class ModeSwitched:
    by: Person
    mode: str


@dataclass(frozen=True, slots=True)
class ModelSwitched:
    """Empty: to the mode's own."""

    model: str


@dataclass(frozen=True, slots=True)
class NotYourMessage:
    by: Person


@dataclass(frozen=True, slots=True)
class Titled:
    title: str


@dataclass(frozen=True, slots=True)
class Bound:
    """A place points to this thread. Without a `title`, to a new one."""

    title: str = ""


# Heartbeats and wakeups
@dataclass(frozen=True, slots=True)
class HeartbeatPlaced:
    by: Person
    schedule: Interval
    changed: bool = False
    muted: bool = False


@dataclass(frozen=True, slots=True)
class HeartbeatTold:
    """What somebody did with it, for everybody there."""

    by: Person
    did: Literal["muted", "unmuted", "ended"]


@dataclass(frozen=True, slots=True)
class HeartbeatPace:
    """For whoever wanted that."""

    every: float


@dataclass(frozen=True, slots=True)
class HeartbeatSlowed:
    """By itself, after so many times of silence. Both in seconds."""

    silent: int
    before: float
    every: float


@dataclass(frozen=True, slots=True)
class HeartbeatNotNow:
    why: SkipReason


@dataclass(frozen=True, slots=True)
class HeartbeatLapsed:
    """It ended by itself: nobody had spoken for a week, or it never comes, for which `detail` is the reason. `again`:
    the workspace names it.
    """

    why: Literal["quiet", "never"]
    detail: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class WakeupTold:
    """What was done with the wakeup of that `note`: for whoever did it; or, as `due`, that its time has come while
    people decide something else.
    """

    did: Literal["cancelled", "paused", "resumed", "run", "due"]
    note: str


@dataclass(frozen=True, slots=True)
class WakeupLate:
    """A wakeup comes `late` seconds after it was `due` (in seconds since the epoch), once for all times `missed`."""

    note: str
    due: float
    late: float
    missed: int = 0


@dataclass(frozen=True, slots=True)
class WakeupMissed:
    note: str
    why: SkipReason


@dataclass(frozen=True, slots=True)
class CommandOver:
    """What ran in the background, and how it ended; `waits`: I go on once people have decided something else."""

    how: CommandEnd
    command: str
    waits: bool = False


@dataclass(frozen=True, slots=True)
class MediaLeftOut:
    """A provider refused these files, so I answered without them."""

    paths: tuple[str, ...]


Notice = (
    Brief
    | MediaLeftOut
    | AskedUnseen
    | Worked
    | TurnEnded
    | SummedUp
    | Branched
    | Deleting
    | Remembered
    | Forgot
    | RemembersAgain
    | BudgetTold
    | LiftNotYours
    | Lifted
    | AsideUnpaid
    | AnswersTold
    | Undecided
    | AsideFailed
    | ChangeTooLate
    | ChangeUnfit
    | EditRefused
    | StillWaiting
    | Revoked
    | ModeAsked
    | ModeNotYours
    | ModeNeeds
    | ModeSwitched
    | ModelSwitched
    | NotYourMessage
    | Titled
    | Bound
    | HeartbeatPlaced
    | HeartbeatTold
    | HeartbeatPace
    | HeartbeatSlowed
    | HeartbeatNotNow
    | HeartbeatLapsed
    | WakeupTold
    | WakeupLate
    | WakeupMissed
    | CommandOver
)
