"""What a session may want of the world. Values: equal effects are the same work."""

from dataclasses import dataclass
from typing import Literal

from harness.chat.people import Person, Place
from harness.chat.port import Receipt
from harness.sessions.facts import AskExpired, HeartbeatEnded, HeartbeatFired, ToolReturned, TurnLasted
from harness.tools.calls import At, ToolCall


@dataclass(frozen=True, slots=True)
class CallModel:
    """The request holds the journal up to `through`, however often it is tried."""

    at: At
    through: int


@dataclass(frozen=True, slots=True)
class ReadBackground:
    """The request of the step `at` waits for what was said in `place` before the message `before`."""

    at: At
    place: Place
    before: str


@dataclass(frozen=True, slots=True)
class PrepareBeat:
    """The heartbeat at the step `at` waits for what it is to look at: its `checklist`, or the workspace's if that is
    empty, and what the command `check` says. That is not looked at again if it is of the digest `known`.
    """

    at: At
    checklist: str
    check: str
    known: str = ""


@dataclass(frozen=True, slots=True)
class RunTool:
    """Wanted from the call's clearance to its result, so that a live tool is not cancelled by its own ToolStarted."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class Offer:
    """A button about what has that `number`. A turn: to stop it while it goes on, or to continue it once it has ended
    early. A wish, by its row: to allow it. `then` is what its message reads without the button. `again`: what failed
    is tried once more. About an `ask` that is settled: to have it asked again, or to say that it was no answer. On what
    a heartbeat posted in the turn of that number: to change the `beat`, while it goes on and has posted nothing since.
    """

    verb: Literal["stop", "continue", "allow", "ask-again", "no-answer", "beat"]
    number: int
    then: str
    again: bool = False
    ask: str = ""
    beat: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours. `id` is also its key in the place.

    `to` makes it for one person's eyes. `begun`: people may see a part of it already, which is finished with this
    text, or as it stands if there is none. With an `offer` it has a button. If it is an `answer`, people may say what
    they think of it.
    """

    id: str
    place: Place
    text: str
    to: Person | None = None
    begun: bool = False
    offer: Offer | None = None
    answer: At | None = None


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
    """The card `message`, which begins with `ask`, is to say how its asks ended, and to keep the buttons of those that
    are `open` alone.
    """

    place: Place
    message: str
    ask: str
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """The post `id` is there as `message`. Its offer no longer stands: it is to lose its button, and to read `text`."""

    id: str
    place: Place
    message: str
    text: str


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Not started but handed over to the thread's row: at `when` (seconds since the epoch), the fact is due."""

    when: float
    then: AskExpired | ToolReturned | TurnLasted | HeartbeatFired | HeartbeatEnded


Effect = (
    CallModel | ReadBackground | PrepareBeat | RunTool | Post | PostAsk | React | SettleCard | WithdrawOffer | WakeAt
)
