"""What a session may want of the world. Values: equal effects are the same work."""

from dataclasses import dataclass

from harness.approvals.asks import Settlement
from harness.chat.people import Person, Place
from harness.chat.port import Receipt
from harness.sessions.facts import AskExpired, ToolReturned
from harness.tools.calls import At, ToolCall


@dataclass(frozen=True, slots=True)
class CallModel:
    """The request holds the journal up to `through`, however often it is tried."""

    at: At
    through: int


@dataclass(frozen=True, slots=True)
class RunTool:
    """Wanted from the call's clearance to its result, so that a live tool is not cancelled by its own ToolStarted."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours. `id` is also its key in the place.

    `to` makes it for one person's eyes. `begun`: people may see a part of it already, which is finished with this
    text, or as it stands if there is none. `resumes` offers to go on with the turn of that number.
    """

    id: str
    place: Place
    text: str
    to: Person | None = None
    begun: bool = False
    resumes: int | None = None


@dataclass(frozen=True, slots=True)
class PostAsk:
    """A card for the ask `id`."""

    id: str
    place: Place


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
    """The card `message` of `ask` is to say how the ask ended, and to lose its buttons."""

    place: Place
    message: str
    ask: str
    how: Settlement | None


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """`post` is there as `message`, and is to lose its button: something else has opened a turn."""

    post: Post
    message: str


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Not started but handed over to the thread's row: at `when` (seconds since the epoch), the fact is due."""

    when: float
    then: AskExpired | ToolReturned


Effect = CallModel | RunTool | Post | PostAsk | React | SettleCard | WithdrawOffer | WakeAt
