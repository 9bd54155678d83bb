"""What litellm raises becomes a failure of the port: in words for people, without keys and without raw answers.

litellm's classes alone do not tell: a missing key comes as an internal error, a refusal as a bad request whose `code`
says so, a broken stream as MidStreamFallbackError. So its status, its code and its answer's headers are looked at too.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from harness.context.model import (
    AuthenticationFailed,
    Cut,
    ModelError,
    ModelUnavailable,
    Overflowed,
    RateLimited,
    RequestRefused,
    TimedOut,
)

_REFUSALS = {"content_policy_violation", "content_filter", "invalid_prompt"}
_KEYS = {
    "bedrock": ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
    "gemini": ("GEMINI_API_KEY",),
    "perplexity": ("PERPLEXITYAI_API_KEY",),
    "together_ai": ("TOGETHERAI_API_KEY",),
    "vertex_ai": ("GOOGLE_APPLICATION_CREDENTIALS",),
}
"""Where litellm reads a provider's key, if not in PROVIDER_API_KEY."""
_TRANSIENT = {408, 409, 425, 429, 529}


@dataclass(frozen=True, slots=True)
class Asked:
    """Who was asked, for the words. `provider` is empty if litellm cannot tell; `missing` are the variables that it
    would read and that are not set.
    """

    model: str
    provider: str = ""
    missing: Sequence[str] = ()

    @property
    def who(self) -> str:
        return self.provider or "the provider"

    @property
    def keys(self) -> str:
        """The variables to set."""
        missing = [name for name in self.missing if is_key(name)]
        return " and ".join(name for name in self.usual if name in missing) or " and ".join(missing or self.usual)

    @property
    def usual(self) -> tuple[str, ...]:
        """The variables that its key is read from, set or not."""
        return _KEYS.get(self.provider, (f"{self.provider.upper()}_API_KEY",))


def is_key(name: str) -> bool:
    """Does the variable of that name hold a key, and not an address or a version?"""
    return bool(re.search("KEY|TOKEN|CREDENTIAL", name))


@dataclass(frozen=True, slots=True)
class Failure:
    """`again`: is it worth trying again; `after`: seconds that the provider asks us to wait, if it does."""

    error: ModelError
    again: bool = False
    after: float | None = None


def failure(raised: BaseException, asked: Asked, now: float) -> Failure:
    """`now` is in seconds since the epoch, for a Retry-After that is a date."""
    names = {kind.__name__ for kind in type(raised).__mro__}
    status = _status(raised)
    code = _code(raised)
    message = str(getattr(raised, "message", ""))
    if "MidStreamFallbackError" in names:
        return _broken(raised, asked, now)
    if "ContextWindowExceededError" in names or code == "context_length_exceeded" or status == 413:
        return Failure(Overflowed(f"the conversation is longer than {asked.model} takes"))
    if "ContentPolicyViolationError" in names or code in _REFUSALS:
        return Failure(refused(asked))
    if status == 401 or "AuthenticationError" in names or _keyless(raised, message):
        how = f"whoever runs Deskmate needs to set {asked.keys}"
        return Failure(AuthenticationFailed(f"the key for {asked.who} is missing or was refused; {how}"))
    if status == 403:
        return Failure(AuthenticationFailed(f"the key for {asked.who} may not be used for {asked.model}"))
    if "Timeout" in names or "APITimeoutError" in names or status == 408:
        return Failure(timed_out(asked), again=True)
    if status == 429:
        if code == "insufficient_quota":
            return Failure(RateLimited(f"the account at {asked.who} has used up its credit or its quota"))
        return Failure(RateLimited(f"{asked.who} is refusing requests for now"), True, _retry_after(raised, now))
    if "NotFoundError" in names:
        return Failure(ModelUnavailable(f"{asked.who} has no model {asked.model}"))
    if status == 400 and not asked.provider:
        how = "its name in workspace.yaml should be provider/model, like openai/gpt-5"
        return Failure(ModelUnavailable(f"it is not clear who provides the model {asked.model}; {how}"))
    if not _headers(raised) and (status >= 500 or "APIConnectionError" in names):
        return Failure(ModelUnavailable(f"{asked.who} cannot be reached"), again=True)
    if status >= 500 or status in _TRANSIENT:
        trouble = f"{asked.who} has a problem of its own (HTTP {status})"
        return Failure(ModelUnavailable(trouble), True, _retry_after(raised, now))
    if status:
        return Failure(ModelUnavailable(f"{asked.who} did not take the request (HTTP {status})"))
    return Failure(ModelUnavailable(f"the answer of {asked.who} could not be read ({type(raised).__name__})"))


def timed_out(asked: Asked) -> TimedOut:
    return TimedOut(f"{asked.model} did not answer in time")


def refused(asked: Asked) -> RequestRefused:
    return RequestRefused(f"{asked.who} refuses to answer this, by its policy")


def _broken(raised: BaseException, asked: Asked, now: float) -> Failure:
    """A stream that broke off, unless the provider said in it why."""
    original = getattr(raised, "original_exception", None)
    told = failure(original, asked, now) if isinstance(original, Exception) else None
    if told and not isinstance(told.error, ModelUnavailable):
        return told
    return Failure(Cut(f"the answer of {asked.model} broke off"), again=True)


def _status(raised: BaseException) -> int:
    status = getattr(raised, "status_code", None)
    return status if isinstance(status, int) else 0


def _code(raised: BaseException) -> str:
    """The provider's own code for what is wrong, which litellm keeps in one place or another."""
    body = getattr(raised, "body", None)
    code = body.get("code") if isinstance(body, Mapping) else None
    code = code or getattr(raised, "code", None)
    return code if isinstance(code, str) else ""


def _keyless(raised: BaseException, message: str) -> bool:
    """litellm did not even ask, for want of a key."""
    return not _headers(raised) and bool(re.search("missing[^.]*(api.?key|credential)", message, re.IGNORECASE))


def _headers(raised: BaseException) -> Mapping[str, str]:
    """Of the provider's answer; empty if there was none."""
    headers = getattr(raised, "litellm_response_headers", None)
    return headers if isinstance(headers, Mapping) else {}


def _retry_after(raised: BaseException, now: float) -> float | None:
    headers = {str(name).lower(): str(value) for name, value in _headers(raised).items()}
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after", "")
    seconds = _number(value)
    if seconds is not None:
        return seconds
    try:
        return max(parsedate_to_datetime(value).timestamp() - now, 0.0)
    except (ValueError, OverflowError):
        return None


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
