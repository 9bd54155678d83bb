"""What went wrong with a request becomes a failure of the port: in words for people, without keys and without raw
answers.

What litellm raises does not tell by its class: a missing key comes as an internal error, a refusal as a bad request, a
quota as a broken stream. So the provider's own answer is looked for behind it, and the table says what it means.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from adapters.models.error_answers import ErrorAnswer, answered
from adapters.models.failure_table import Kind, kind, known
from harness.context.model import (
    AuthenticationFailed,
    Cut,
    ModelError,
    ModelUnavailable,
    Overflowed,
    RateLimited,
    RequestRefused,
    RequestRejected,
    ServerFailed,
    TimedOut,
)

_KEYS = {
    "bedrock": ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
    "cohere_chat": ("COHERE_API_KEY",),
    "gemini": ("GEMINI_API_KEY",),
    "ollama_chat": ("OLLAMA_API_KEY",),
    "perplexity": ("PERPLEXITYAI_API_KEY",),
    "together_ai": ("TOGETHERAI_API_KEY",),
    "vertex_ai": ("GOOGLE_APPLICATION_CREDENTIALS",),
}
"""The variables of a provider's key, all of them together, if not PROVIDER_API_KEY."""
_INSTEAD = {
    "azure": ("AZURE_OPENAI_API_KEY",),
    "cohere": ("CO_API_KEY",),
    "cohere_chat": ("CO_API_KEY",),
    "fireworks_ai": ("FIREWORKS_API_KEY", "FIREWORKSAI_API_KEY", "FIREWORKS_AI_TOKEN"),
    "gemini": ("GOOGLE_API_KEY",),
    "huggingface": ("HF_TOKEN",),
    "mistral": ("MISTRAL_AZURE_API_KEY",),
    "openrouter": ("OR_API_KEY",),
    "perplexity": ("PERPLEXITY_API_KEY",),
    "together_ai": ("TOGETHER_API_KEY", "TOGETHER_AI_API_KEY", "TOGETHER_AI_TOKEN"),
}
"""Variables that litellm reads as well."""
_LOCAL = frozenset({"llamafile", "ollama", "ollama_chat"})
"""Providers that are asked on this machine unless an address is set."""
_AGAIN = {Kind.OVERLOADED, Kind.TOO_MANY, Kind.GARBLED, Kind.TOO_SLOW, Kind.TROUBLE}
_NETWORK = {"APIConnectionError", "ClientError", "ConnectionError", "TransportError"}
_TIMEOUTS = {"APITimeoutError", "Timeout", "TimeoutError", "TimeoutException"}
_CONNECT_TIMEOUTS = {"ConnectTimeout", "ConnectionTimeoutError"}
_DEEPEST = 20
"""Exceptions that are looked at behind one."""


@dataclass(frozen=True, slots=True)
class AskedModel:
    """Who was asked, for the words. `provider` is empty if litellm cannot tell; `missing` are the variables that it
    would read and that are not set. `base` is the URL that requests go to; empty for the provider's own. `homeless`:
    True if neither exists. `absent` says which package isn't installed that requests to it need, and what to do.
    """

    model: str
    provider: str = ""
    missing: Sequence[str] = ()
    base: str = ""
    homeless: bool = False
    absent: str = ""

    @property
    def who(self) -> str:
        return self.provider or "the provider"

    @property
    def own_server(self) -> bool:
        """True if it is asked at an address of one's own, or its server runs on one's own machine anyway."""
        return bool(self.base) or self.provider in _LOCAL

    @property
    def keys(self) -> str:
        """The variables to set."""
        missing = [name for name in self.missing if is_key(name)]
        return " and ".join(name for name in self.usual if name in missing) or " and ".join(missing or self.usual)

    @property
    def usual(self) -> tuple[str, ...]:
        """The variables to set for its key."""
        return _KEYS.get(self.provider, (f"{self.provider.upper()}_API_KEY",))

    @property
    def instead(self) -> tuple[str, ...]:
        """Further variables, any of which is enough."""
        return _INSTEAD.get(self.provider, ())

    @property
    def read(self) -> tuple[str, ...]:
        """All variables that its key is read from, set or not."""
        return (*self.usual, *self.instead)


def is_key(name: str) -> bool:
    """Does the variable of that name hold a key, and not an address or a version?"""
    return bool(re.search("KEY|TOKEN|CREDENTIAL", name))


@dataclass(frozen=True, slots=True)
class Failure:
    """`again`: is it worth trying again; `after`: seconds that the provider asks us to wait, if it does. `unknown`: if
    nobody foresaw it, what is known of it, without a word of what was said.
    """

    error: ModelError
    again: bool = False
    after: float | None = None
    unknown: str = ""


class ErrorAnswered(Exception):
    """A provider answered with an error after it had said that all is well."""

    def __init__(self, answer: ErrorAnswer) -> None:
        super().__init__(", ".join(sorted(answer.codes)))
        self.answer = answer


class BrokenOff(Exception):
    """An answer ended before its end."""


class NotAnAnswer(Exception):
    """An answer came that is none of a model's, and no error either."""


def failure(raised: BaseException, asked: AskedModel, now: float, begun: bool = False) -> Failure:
    """`now` is in seconds since the epoch, for a Retry-After that is a date. `begun`: had the answer begun?"""
    chain = list(_chain(raised))
    names = {kind.__name__ for each in chain for kind in type(each).__mro__}
    if (answer := _answer(chain, now) or _retold(chain, now, begun and not names & _NETWORK)) is not None:
        return told(answer, asked)
    if package := _absent(chain):
        text = f"{asked.who} needs the Python package {package}, and it isn't installed"
        return Failure(ModelUnavailable(text))
    if _unsendable(chain):
        text = f"the key for {asked.who} has a line break or a letter in it that no key has; {_set(asked)} anew"
        return Failure(AuthenticationFailed(text))
    if names & _TIMEOUTS:
        if not begun and names & _CONNECT_TIMEOUTS:
            return Failure(_unreachable(asked), again=True)
        return Failure(timed_out(asked), again=True)
    if "BrokenOff" in names or (begun and (names & _NETWORK or "MidStreamFallbackError" in names)):
        return Failure(cut(asked), again=True)
    if _keyless(raised, names):
        return Failure(without_key(asked))
    if names & _NETWORK or _status(raised) >= 500:
        return Failure(_unreachable(asked), again=True)
    if "NotAnAnswer" not in names and not asked.provider:
        how = "its name in workspace.yaml should be provider/model, like openai/gpt-5"
        return Failure(ModelUnavailable(f"I can't tell who provides the model {asked.model}; {how}"))
    text = f"the answer of {asked.who} could not be read ({type(raised).__name__})"
    return Failure(ModelUnavailable(text), unknown=" ← ".join(type(each).__name__ for each in chain))


def told(answer: ErrorAnswer, asked: AskedModel) -> Failure:
    """What an answer comes to that is an error."""
    matter = kind(answer)
    again = matter in _AGAIN or (matter is Kind.PAGE and answer.status >= 500)
    unknown = "" if known(answer) else f"HTTP {answer.status}, {', '.join(sorted(answer.codes)) or 'no code'}"
    return Failure(_error(matter, answer, asked), again, answer.after if again else None, unknown)


def without_address(asked: AskedModel) -> str:
    """The failure of a model whose server has no known address."""
    example = f'api_base: {{"{asked.provider}/*": "http://localhost:8000/v1"}}'
    return f"I don't know the address of {asked.provider}: set it in workspace.yaml, as in `{example}`"


def timed_out(asked: AskedModel) -> TimedOut:
    return TimedOut(f"{asked.model} did not answer in time")


def refused(asked: AskedModel) -> RequestRefused:
    return RequestRefused(f"{asked.who} refuses to answer this, by its policy")


def cut(asked: AskedModel) -> Cut:
    return Cut(f"the answer of {asked.model} broke off")


def _error(matter: Kind, answer: ErrorAnswer, asked: AskedModel) -> ModelError:
    who, status = asked.who, f" (HTTP {answer.status})" if answer.status else ""
    match matter:
        case Kind.TOO_LONG:
            return Overflowed(f"the conversation is longer than {asked.model} takes")
        case Kind.OUT_OF_CREDIT:
            return RateLimited(f"the account at {who} has used up its credit or its quota")
        case Kind.NO_TOOLS:
            return ModelUnavailable(f"{asked.model} cannot use tools at {who}, and I work with tools")
        case Kind.REFUSED:
            return refused(asked)
        case Kind.NO_MODEL:
            return ModelUnavailable(f"{who} has no model {asked.model}")
        case Kind.NO_KEY:
            return without_key(asked)
        case Kind.NOT_ALLOWED:
            return AuthenticationFailed(f"the key for {who} may not be used for {asked.model}")
        case Kind.OVERLOADED:
            return ModelUnavailable(f"{who} is overloaded at the moment")
        case Kind.TOO_MANY:
            return RateLimited(f"{who} is refusing requests for {_while(answer.after)}")
        case Kind.GARBLED:
            return ModelUnavailable(f"{asked.model} wrote a call that {who} could not read")
        case Kind.TOO_SLOW:
            return timed_out(asked)
        case Kind.NO_MEDIA:
            return RequestRejected(f"{asked.model} can't look at a file in the request")
        case Kind.REJECTED:
            return RequestRejected(f"{who} did not take the request{status}")
        case Kind.TROUBLE:
            return ServerFailed(f"{who} has a problem of its own{status}")
        case Kind.PAGE:
            title = f", “{answer.title}”," if answer.title else ""
            return ModelUnavailable(f"{who} answered with a web page{title} instead of a reply")


def without_key(asked: AskedModel) -> AuthenticationFailed:
    return AuthenticationFailed(f"the key for {asked.who} is missing or was refused; {_set(asked)}")


def _set(asked: AskedModel) -> str:
    return f"whoever runs Deskmate needs to set {asked.keys}"


def _unreachable(asked: AskedModel) -> ModelUnavailable:
    return ModelUnavailable(f"{asked.who} cannot be reached")


def _while(after: float | None) -> str:
    """How long it lasts, as a provider says it."""
    if not after:
        return "now"
    for unit, seconds in (("hours", 3600.0), ("minutes", 60.0)):
        if after > 2 * seconds:
            return f"the next {after / seconds:.0f} {unit}"
    return f"the next {after:.0f} seconds"


def _chain(raised: BaseException) -> Iterator[BaseException]:
    """It, and what it was raised for."""
    pending, seen = [raised], set[int]()
    while pending and len(seen) < _DEEPEST:
        each = pending.pop(0)
        if id(each) not in seen:
            seen.add(id(each))
            yield each
            behind = (getattr(each, "original_exception", None), each.__cause__, each.__context__)
            pending += [one for one in behind if isinstance(one, BaseException)]


def _answer(chain: Sequence[BaseException], now: float) -> ErrorAnswer | None:
    """The provider's own, if it gave one."""
    for each in chain:
        if isinstance(each, ErrorAnswered):
            return each.answer
    for each in chain:
        response = getattr(each, "response", None)
        status, headers = getattr(response, "status_code", 0), getattr(response, "headers", None)
        if isinstance(status, int) and status >= 400 and isinstance(headers, Mapping):
            content = b""
            with suppress(Exception):  # it was not read
                content = response.content  # type: ignore[union-attr]
            if isinstance(content, bytes) and content:  # those that litellm makes up are empty
                return answered(status, headers, content, now)
    return None


def _retold(chain: Sequence[BaseException], now: float, within: bool) -> ErrorAnswer | None:
    """What litellm made of an answer whose text it has not kept. Its own inventions have no headers; but `within` a
    stream what Bedrock and OpenAI's Responses API say has none either: the kind, perhaps, and then the words.
    """
    for each in chain:
        status, message = _status(each), str(getattr(each, "message", ""))
        for headers in (getattr(each, "litellm_response_headers", None), getattr(each, "headers", None)):
            if status >= 400 and isinstance(headers, Mapping) and headers:
                return answered(status, headers, message, now)
    for each in reversed(chain if within else ()):  # the last has what the provider said, and nothing around it
        status, message = _status(each), str(getattr(each, "message", ""))
        if status >= 400:
            kind = re.match(r"(\w{1,100}Exception) (?=\{)", message)
            named = {"x-amzn-errortype": kind[1]} if kind else {}
            return answered(status, named, message[kind.end() :] if kind else message, now)
    return None


def _status(raised: BaseException) -> int:
    status = getattr(raised, "status_code", None)
    return status if isinstance(status, int) else 0


def _absent(chain: Sequence[BaseException]) -> str:
    """The module that litellm couldn't import; empty if it didn't miss any."""
    for each in chain:
        if isinstance(each, ImportError) and each.name:
            return each.name
        if missed := re.search(r"No module named '([\w.]{1,100})'", str(getattr(each, "message", ""))):
            return missed[1]
    return ""


def _unsendable(chain: Sequence[BaseException]) -> bool:
    """Was there something in a header that cannot stand there? All that comes from outside is the key."""
    for each in chain:
        if isinstance(each, UnicodeEncodeError):
            return each.encoding == "ascii"
        if type(each) is ValueError and "in headers" in str(each):  # aiohttp's words
            return True
    return False


def _keyless(raised: BaseException, names: set[str]) -> bool:
    """litellm did not even ask, for want of a key."""
    message = str(getattr(raised, "message", ""))
    return "AuthenticationError" in names or bool(
        re.search("missing[^.]{0,200}(api.?key|credential)", message, re.IGNORECASE)
    )
