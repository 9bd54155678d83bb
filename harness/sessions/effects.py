"""What a session may want of the world. Values: equal effects are the same work."""

from dataclasses import KW_ONLY, dataclass
from typing import Literal

from harness.chat.people import Person, Place
from harness.chat.port import Receipt
from harness.sessions.budgets import Period
from harness.sessions.facts import (
    AskExpired,
    BudgetReset,
    PostsDue,
    TimerEnded,
    TimerFired,
    ToolReturned,
    TurnLasted,
    TurnQueued,
)
from harness.sessions.notices import Notice, StillWaiting
from harness.tools.calls import At, ToolCall
from harness.tools.changes import FileChanged


@dataclass(frozen=True, slots=True)
class CallModel:
    """The request holds the journal up to `through`, however often it is tried. With a number it is for that `aside` of
    the step: its calls wait for people.
    """

    at: At
    through: int
    aside: int = 0


@dataclass(frozen=True, slots=True)
class ReadBackground:
    """The request of the step `at` waits for what was said in `place` before the message `before`."""

    at: At
    place: Place
    before: str


@dataclass(frozen=True, slots=True)
class ReadChecklist:
    """The heartbeat at the step `at` waits for what it is to look at: its `checklist`, or the workspace's if that is
    empty, and what the command `check` says. That is not looked at again if it is of the digest `known`.
    """

    at: At
    checklist: str
    check: str
    known: str = ""


@dataclass(frozen=True, slots=True)
class Compact:
    """The request of the step `at` has no room for more than `tokens`: what was said before is summed up, as it was at
    the row `through`. `anew`: with what an earlier summary was of, without what was deleted since.
    """

    at: At
    through: int
    tokens: int
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Observe:
    """What was said is written down in the background, as it was at the row `through`."""

    through: int


@dataclass(frozen=True, slots=True)
class Reflect:
    """What was written down by the row `through` is condensed in the background."""

    through: int


@dataclass(frozen=True, slots=True)
class DropNote:
    """It is to be forgotten, since somebody wants it, if they may have that. `undo`: what it has replaced is to be
    back.
    """

    note: str
    by: Person
    place: Place
    undo: bool = False


@dataclass(frozen=True, slots=True)
class UndoChange:
    """A file is to be what it was before the `call` of that ask made that `change`, as somebody wants who may have
    that.
    """

    ask: str
    by: Person
    place: Place
    call: ToolCall
    change: FileChanged


@dataclass(frozen=True, slots=True)
class MakeTitle:
    """That model is to name the thread that began with that `message`."""

    model: str
    message: str


@dataclass(frozen=True, slots=True)
class EraseThread:
    """All of this thread is to be gone, as `by` wants, unless more has come than its row `head`."""

    by: Person
    head: int


@dataclass(frozen=True, slots=True)
class BeginBranch:
    """Another thread is to begin at that place with what was said here, up to that `message` if one is named. `bound`:
    the place has a thread already, and points to the branch from then on.
    """

    row: int
    by: Person
    place: Place
    message: str
    bound: bool


@dataclass(frozen=True, slots=True)
class PassOnDeletion:
    """The branch is to know that a message was deleted which it may begin with."""

    thread: str
    by: Person
    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class VoidNotes:
    """The notes that the deleted `message` is in are to be forgotten, and who was told of it elsewhere is to know."""

    message: str


@dataclass(frozen=True, slots=True)
class PreviewCall:
    """What it would do is to be seen, for the `ask` that people are then asked. `tool` is the digest of the tool."""

    call: ToolCall
    ask: str
    tool: str = ""


@dataclass(frozen=True, slots=True)
class RunTool:
    """Wanted from the call's clearance to its result, so that a live tool is not cancelled by its own ToolStarted."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class EndCommand:
    """The command of that id is to run in the background no more."""

    id: str


# What a message of ours may have a button for
@dataclass(frozen=True, slots=True)
class StopTurn:
    """While it goes on."""

    turn: int


@dataclass(frozen=True, slots=True)
class ContinueTurn:
    """Once it has ended early, until another is opened. `again`: what failed is tried once more."""

    turn: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class AllowMode:
    """That somebody asked for at the row `request`."""

    request: int


@dataclass(frozen=True, slots=True)
class AskAgain:
    """What nobody answered in time."""

    ask: str


@dataclass(frozen=True, slots=True)
class TakeBackAnswer:
    """What was typed was no answer to that ask."""

    ask: str


@dataclass(frozen=True, slots=True)
class AdjustHeartbeat:
    """Below what it posted in that turn, while it goes on and has posted nothing since."""

    heartbeat: str
    turn: int


@dataclass(frozen=True, slots=True)
class UndoNote:
    """It is to be forgotten, and what it has replaced is to be back, as long as it is one of the last that were
    written here.
    """

    note: str


@dataclass(frozen=True, slots=True)
class LiftBudget:
    """Lifts the budget of that `period` that ended the `turn`, until another turn is opened; with turn 0, the one of
    which owners were told here.
    """

    turn: int
    period: Period


MessageAction = (
    StopTurn | ContinueTurn | AllowMode | AskAgain | TakeBackAnswer | AdjustHeartbeat | UndoNote | LiftBudget
)


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Why something is said to one person that belongs elsewhere, and what it was."""

    what: Literal["reply", "heartbeat"]
    why: str


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours: the `text` of a model, or a `notice` that we give by ourselves.

    Attributes:
        id: also its key in the place
        to: whose eyes alone it is for
        begun: people may see a part of it already, which is finished with this text, or as it stands if there is none
        action: what it has a button for
        answer: the model's answer that it is, of which people may say what they think
        unwritten: it is said here since it could not be said where it belongs
        late: seconds by which it comes late, which it says; 0, if it need not
    """

    id: str
    place: Place
    text: str = ""
    _: KW_ONLY
    to: Person | None = None
    begun: bool = False
    action: MessageAction | None = None
    answer: At | None = None
    notice: Notice | None = None
    unwritten: Unwritten | None = None
    late: float = 0.0

    @property
    def owed(self) -> bool:
        """Is it kept until it has arrived? Not what is for one person in passing, nor what is about right now."""
        return self.to is None and not isinstance(self.action, StopTurn) and not isinstance(self.notice, StillWaiting)


@dataclass(frozen=True, slots=True)
class PostAsk:
    """A card that begins with `ask`; a `copy` is in another place than the ask's own."""

    ask: str
    place: Place
    copy: bool = False

    @property
    def id(self) -> str:
        return f"{self.ask}@{self.place.id}" if self.copy else self.ask


@dataclass(frozen=True, slots=True)
class React:
    """A receipt on somebody's message."""

    id: str
    place: Place
    message: str
    receipt: Receipt


Outgoing = Post | PostAsk | React


@dataclass(frozen=True, slots=True)
class SettleCard:
    """The card `message`, which begins with `ask`, is to show its asks as they are by now: its `face`."""

    place: Place
    message: str
    ask: str
    face: str = ""

    @property
    def id(self) -> str:
        """By which it is known that it is delayed."""
        return f"settle {self.place.id} {self.message}"


@dataclass(frozen=True, slots=True)
class WithdrawAction:
    """The post is there as `message`. What it has a button for can be done no more: it is to lose it."""

    post: Post
    message: str

    @property
    def id(self) -> str:
        """By which it is known that it is delayed."""
        return f"withdraw {self.post.id}"


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Not started but handed over to the thread's row: at `when` (seconds since the epoch), the fact is due."""

    when: float
    then: AskExpired | BudgetReset | ToolReturned | TurnLasted | TurnQueued | TimerFired | TimerEnded | PostsDue


Effect = (
    CallModel
    | ReadBackground
    | ReadChecklist
    | Compact
    | Observe
    | Reflect
    | DropNote
    | UndoChange
    | VoidNotes
    | MakeTitle
    | EraseThread
    | BeginBranch
    | PassOnDeletion
    | PreviewCall
    | RunTool
    | EndCommand
    | Post
    | PostAsk
    | React
    | SettleCard
    | WithdrawAction
    | WakeAt
)
