"""The settings of a package in words: who thinks, how they are asked, and what a turn may take."""

from collections.abc import Iterator
from typing import Any

from harness.chat.wording import counted, duration
from harness.context.canonical import canonical
from harness.context.model import RequestSettings
from harness.context.model_settings import ModelSettings
from harness.sessions.limits import Limits
from harness.workspace.limits import Bounds


def of_the_model(model: ModelSettings) -> Iterator[str]:
    """A line each."""
    yield held(model.window)
    if model.fallbacks:
        yield f"if it does not answer: {', '.join(model.fallbacks)}"
    for name, how in model.requests.items():
        if said := ", ".join(_asked(how)):
            yield f"{name}: {said}"


def held(window: int) -> str:
    """How much of the conversation a request holds, in tokens."""
    return f"about {counted(window, 'token')} of the conversation in each request"


def amounts(limits: Limits | Bounds) -> str:
    """How much a turn may take, as far as that is said."""
    said = (
        limits.steps and counted(limits.steps, "step"),
        limits.seconds and f"{duration(limits.seconds)} of work",
        limits.cost is not None and f"${limits.cost:,.2f}",
        limits.tokens is not None and counted(limits.tokens, "token"),
        limits.parallel and f"{counted(limits.parallel, 'call')} at once",
    )
    return ", ".join(one for one in said if one)


def _asked(how: RequestSettings) -> Iterator[str]:
    if how.effort:
        yield f"effort {how.effort}"
    if first := how.timeouts.get("first"):
        yield f"up to {duration(first)} until its reply begins"
    for name, value in how.parameters.items():
        yield f"{name} {_short(value)}"
    if how.calls_in_text:
        yield "calls that it writes as text are calls"
    if how.without:
        yield f"without {', '.join(how.without)}"


def _short(value: Any) -> str:
    return value if isinstance(value, str) else canonical(value)
