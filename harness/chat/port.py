"""The port by which we speak, and the ways in which speaking fails.

ChatError
├── Unreachable   the platform refuses it: no such place, no permission, archived; it says whether that may pass
├── Undelivered   it did not arrive; later it may
├── Uncertain     it may have arrived: look for its key before it is repeated
└── NotThere      there is no such place, or whoever asks cannot see it
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from harness.chat.cards import Body, Text
from harness.chat.people import Person, Place


class ChatError(Exception):
    """A platform did not do what it was asked."""


class Unreachable(ChatError):
    """The platform refuses it.

    Attributes:
        passes: where that may be another time: it was for the `place` (archived, not invited), or for `everything`
            that we ask (our token, a limit of the workspace); empty, if it will be refused ever after
    """

    def __init__(self, *why: object, passes: Literal["", "place", "everything"] = "") -> None:
        super().__init__(*why)
        self.passes = passes


class Undelivered(ChatError):
    """It did not arrive. Adapters have already waited as the platform asked (Retry-After)."""


class Uncertain(ChatError):
    """The connection broke after it was sent: it may have arrived."""


class NotThere(ChatError):
    """There is no such place, or whoever asks cannot see it: which of both is nobody's to know. The message says so."""


NO_PLACE = "there is no such channel, or I cannot see it"
ARCHIVED = "it is archived"
NO_DIRECT = "they take no direct messages from me"
"""Why a place cannot be reached, for people: the same on each platform. They stand within a sentence."""

Receipt = Literal["waiting", "heard", "dropped"]
Status = Literal["resting", "working", "waiting"]
"""Of a session: nothing is to be done; we work; people, children or the clock are waited for."""


@dataclass(frozen=True, slots=True)
class Activity:
    """What is going on in a place. `text` is one line for people who wait while we work; otherwise it is empty."""

    status: Status = "resting"
    text: str = ""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """What somebody has said in a place: `by` whom, by name. `ours`: we said it ourselves. `message` is the platform's
    name for it, by which no two differ.
    """

    by: str
    text: str
    ours: bool = False
    message: str = field(default="", compare=False)


class Chat(Protocol):
    """One platform's way to speak. Every message carries our `key` in its metadata, so that it can be found again.

    All methods but `show` and `stream` may raise ChatError. A `message` is the platform's name for one of our
    messages in `place`.
    """

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        """The message that carries `key`, if it has arrived, whole. With `live` also one that was being written, as
        far as it has come: it may be updated and finished from then on.
        """

    async def post(self, place: Place, key: str, body: Body) -> str:
        """The new message. A text that is too long for one message becomes several: the name is that of the first."""

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        """Makes a message final: it reads `body`, whole, from now on."""

    async def finish(self, place: Place, message: str) -> None:
        """Makes a live message final as it stands."""

    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        """What was said in `place` before the message of that name came to us, oldest first: the last `most` of it. If
        that begins the place, others have answered it meanwhile.
        """

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        """Says something that only `to` sees, where the platform can. It is not changed later."""

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        """Shows on somebody's message that it waits; or that it was heard, or need not be: both take that away."""

    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None:
        """Shows `body` on a message that is to be updated or finished later: a reply, all of it so far; or, on one that
        was posted whole by that `key`, what is being done. Best effort, at the platform's pace; never raises.
        """

    async def show(self, place: Place, activity: Activity) -> None:
        """Shows what is going on, or that nothing is. Best effort, never raises. Refreshing is the adapter's, and so is
        trying again to show that nothing is.
        """


class Marks(Protocol):
    """How far it is known that everything was heard, where a platform does not say again what we have missed; and what
    was heard and is not taken yet. Kept with the journal, by names that the platform's adapter gives. Both methods may
    raise JournalUnavailable.
    """

    async def below(self, name: str) -> Mapping[str, str]:
        """Those whose names begin so."""

    async def note(self, name: str, mark: str) -> None:
        """In place of what was noted by that name."""
