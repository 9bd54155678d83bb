"""The port to a model, and the ways in which it fails.

ModelError
├── AuthenticationFailed   the key is missing or refused
├── RateLimited            too many requests, after all the waiting that made sense
├── Overflowed             the request is longer than the model takes
├── RequestRefused                the provider will not answer this
├── TimedOut               no answer in time
├── Cut                    the answer broke off, each time it was tried
└── ModelUnavailable            anything else: the provider is down, no such model
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from harness.context.window import Message
from harness.sessions.usage import Usage
from harness.tools.calls import At


class ModelError(Exception):
    """A model did not answer. The message is one human sentence without secrets, without its full stop, in lower
    case.
    """


class AuthenticationFailed(ModelError):
    """The key is missing or refused."""


class RateLimited(ModelError):
    """Too many requests, after all the waiting that made sense."""


class Overflowed(ModelError):
    """The request is longer than the model takes."""


class RequestRefused(ModelError):
    """The provider will not answer this."""


class TimedOut(ModelError):
    """No answer in time."""


class Cut(ModelError):
    """The answer broke off, each time it was tried."""


class ModelUnavailable(ModelError):
    """The provider is down, there is no such model, or it said something that is no answer."""


@dataclass(frozen=True, slots=True)
class Request:
    """All that a model is given. `tools` are in the shape of OpenAI's chat completions, as messages are."""

    at: At
    model: str
    system: Message
    messages: Sequence[Message]
    tools: Sequence[Mapping[str, Any]] = ()
    fallbacks: tuple[str, ...] = ()
    """Other models, for when that one does not answer."""

    def encoded(self) -> bytes:
        """The messages as a JSON array, put together from what was encoded before."""
        return b"[" + b",".join([self.system.encoded, *(message.encoded for message in self.messages)]) + b"]"

    @property
    def size(self) -> int:
        """What the messages count for, in bytes, as the array that they are sent as."""
        return 2 + self.system.size + sum(1 + message.size for message in self.messages)

    def values(self) -> list[Mapping[str, Any]]:
        return [self.system.value, *(message.value for message in self.messages)]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A call as the model made it: JSON text, perhaps malformed, and an id that may repeat."""

    tool: str
    arguments: str
    provider_id: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """`cut`: it reached the limit on a reply's length, and ends where that was."""

    text: str
    calls: tuple[Proposed, ...] = ()
    usage: Usage = Usage()
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """How far a reply has come: all of its text, all of its thinking, and what its tries have used that broke off,
    estimated as far as the provider has not counted it.
    """

    text: str = ""
    thinking: str = ""
    usage: Usage = Usage()


class Model(Protocol):
    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        """One reply. Retries what is worth retrying; raises ModelError for the rest. `shown` is called as text comes
        in, with all of it.

        After a retry `shown` starts again only once there is more than was shown before: what people saw is not taken
        back.

        `shown` is also called when a try breaks off and has used something, so whenever this raises (its cancellation
        too), the last Shown says what was used. The usage of a Reply holds that of the tries before it.
        """
