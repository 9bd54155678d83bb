"""The port to a model, and the ways in which it fails.

ModelError
├── AuthenticationFailed   the key is missing or refused
├── RateLimited            too many requests, after all the waiting that made sense
├── Overflowed             the request is longer than the model accepts
├── RequestRefused         the provider will not answer this
├── RequestRejected        the provider calls the request invalid, or a file in it
├── TimedOut               no answer in time
├── Cut                    the answer broke off, each time it was tried
└── ModelUnavailable       anything else: the provider is down, no such model
    └── ServerFailed       the server answered with an error of its own
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from harness.context.window import ModelMessage
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


class RequestRejected(ModelError):
    """The provider calls the request invalid, or doesn't take a file in it."""


class TimedOut(ModelError):
    """No answer in time."""


class Cut(ModelError):
    """The answer broke off, each time it was tried."""


class ModelUnavailable(ModelError):
    """The provider is down, there is no such model, or it said something that is no answer."""


class ServerFailed(ModelUnavailable):
    """The server failed on this request, each time it was tried: with a file in it, that may be why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSettings:
    """How requests to a model are made, by its profile.

    Attributes:
        effort: how much it is to think, as litellm has it; empty for as much as it does anyway
        parameters: what else its provider is sent, by litellm's names
        returns_thinking: it wants back what it had thought before a call, so it is not asked to think where results are
        without: tools that it is not offered
        calls_in_text: True if a call that it writes as text is a call
        timeouts: seconds for the `first` piece of a reply, between pieces (`idle`), and for the `whole`, with all tries
    """

    effort: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    returns_thinking: bool = False
    without: tuple[str, ...] = ()
    timeouts: Mapping[str, float] = field(default_factory=dict)
    calls_in_text: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """All that a model is given. `tools` are in the shape of OpenAI's chat completions, as messages are."""

    at: At
    model: str
    system: ModelMessage
    messages: Sequence[ModelMessage]
    tools: Sequence[Mapping[str, Any]] = ()
    fallbacks: tuple[str, ...] = ()
    """Other models, for when that one does not answer."""
    settings: Mapping[str, RequestSettings] = field(default_factory=dict)
    """Of each model by its name, where they are not the usual ones."""
    tainted: bool = False
    """True if text from outside is in it: a call that stands in a text may be quoted from there."""

    def encoded(self) -> bytes:
        """The messages as a JSON array, put together from what was encoded before."""
        return b"[" + b",".join([self.system.encoded, *(message.encoded for message in self.messages)]) + b"]"

    @property
    def size(self) -> int:
        """What the messages count for, in bytes, as the array that they are sent as."""
        return 2 + self.system.size + sum(1 + message.size for message in self.messages)

    @property
    def own_settings(self) -> RequestSettings:
        """Those of its model."""
        return self.settings.get(self.model, RequestSettings())

    @property
    def after_calls(self) -> bool:
        """True if the last message of the model made calls. Messages of people since then go with their results."""
        own = (message.value for message in reversed(self.messages) if message.value.get("role") == "assistant")
        return bool(next(own, {}).get("tool_calls"))

    def to(self, model: str) -> "Request":
        """The same to another model, and to none after it."""
        another = replace(self, model=model, fallbacks=())
        without = another.own_settings.without
        tools = [tool for tool in self.tools if tool["function"]["name"] not in without]
        return replace(another, tools=tools) if without else another

    def values(self) -> list[Mapping[str, Any]]:
        return [self.system.value, *(message.value for message in self.messages)]


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """A call as the model made it: JSON text, perhaps malformed, and an id that may repeat."""

    tool: str
    arguments: str
    provider_id: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """`cut`: it reached the limit on its length, and ends there. `refused` are files, by path and digest, that the
    provider refused before it replied without them. `written_calls`: its text is a call that was written, and not made.
    """

    text: str
    calls: tuple[ProposedCall, ...] = ()
    usage: Usage = Usage()
    cut: bool = False
    refused: tuple[tuple[str, str], ...] = ()
    written_calls: bool = False


class GrowingText:
    """A text that is only ever added to. It is put together when it is read, so that adding costs what is added,
    however long it is by then.
    """

    __slots__ = ("_pieces", "length")

    def __init__(self, text: str = "") -> None:
        self._pieces = [text] if text else []
        self.length = len(text)

    def add(self, text: str) -> None:
        if text:
            self._pieces.append(text)
            self.length += len(text)

    def __str__(self) -> str:
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0] if self._pieces else ""


class Shown:
    """How far a reply has come: all of its text, all of its thinking, and what its tries have used that broke off,
    estimated as far as the provider has not counted it; `calling`: it has begun to make a call. It stays what it was,
    whatever is added to what it was made of.
    """

    __slots__ = ("_parts", "calling", "usage")

    def __init__(
        self,
        text: str | GrowingText = "",
        thinking: str | GrowingText = "",
        usage: Usage | None = None,
        calling: bool = False,
    ) -> None:
        self._parts = (_part(text), _part(thinking))
        self.usage, self.calling = usage or Usage(), calling

    @property
    def text(self) -> str:
        return _read(*self._parts[0])

    @property
    def thinking(self) -> str:
        return _read(*self._parts[1])

    @property
    def lengths(self) -> tuple[int, int]:
        """Of text and thinking, in characters. As both only grow, what is as long is the same."""
        return self._parts[0][1], self._parts[1][1]

    @property
    def state(self) -> tuple[tuple[int, int], Usage, bool]:
        """By which it is known that it has changed."""
        return self.lengths, self.usage, self.calling

    def over(self, seen: "Shown", usage: Usage) -> "Shown":
        """The longer text and the longer thinking of the two: what people saw is not taken back."""
        over = Shown(usage=usage, calling=self.calling)
        text, thinking = (max(pair, key=lambda part: part[1]) for pair in zip(seen._parts, self._parts, strict=True))
        over._parts = (text, thinking)
        return over

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shown):
            return NotImplemented
        alike = self.state == other.state
        return alike and (self.text, self.thinking) == (other.text, other.thinking)

    def __hash__(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return f"Shown({self.text!r}, {self.thinking!r}, {self.usage!r})"


def _part(text: str | GrowingText) -> tuple[GrowingText, int]:
    written = text if isinstance(text, GrowingText) else GrowingText(text)
    return written, written.length


def _read(written: GrowingText, length: int) -> str:
    return str(written)[:length]


class Model(Protocol):
    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        """One reply. Retries what is worth retrying; raises ModelError for the rest. `shown` is called as text comes
        in, with all of it.

        After a retry `shown` starts again only once there is more than was shown before: what people saw is not taken
        back.

        `shown` is also called when a try breaks off and has used something, so whenever this raises (its cancellation
        too), the last Shown says what was used. The usage of a Reply holds that of the tries before it.
        """
