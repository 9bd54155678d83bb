"""A turn in circles: the same call with the same result, step after step; or a call that people have denied. Pure."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from harness.tools.arguments import as_object
from harness.tools.calls import ToolCall

TOLD_AFTER, ENDED_AFTER = 3, 5
"""Identical results in a row after which the model hears of it, and after which the turn ends."""
WAITING = frozenset({"poll"})
"""Tools that are called again while something goes on."""
KEPT = 50
"""Denied calls that a turn remembers."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """A call of the last two steps.

    Attributes:
        call: what was called, as `signature` has it
        result: the digest of what came of it
        step: the step in which it was made last
        times: how often it was made in a row, with the same result
    """

    call: str
    result: str
    step: int
    times: int = 1


def signature(call: ToolCall) -> str:
    """Equal for calls that do the same, whatever the order of their arguments, and different for others."""
    arguments = as_object(call.arguments)
    told = call.arguments if arguments is None else json.dumps(arguments, sort_keys=True)
    return digested(f"{call.tool}\0{told}")


def digested(text: str) -> str:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()


def repeated(known: Iterable[Repeated], call: ToolCall, result: str, step: int) -> tuple[Repeated, ...]:
    """With that call, which had that `result` in that step."""
    recent = [one for one in known if one.step >= step - 1]
    if call.tool in WAITING:
        return tuple(recent)
    made, came = signature(call), digested(result)
    before = next((one for one in recent if one.call == made), None)
    times = before.times + 1 if before and before.result == came else 1
    return (*(one for one in recent if one.call != made), Repeated(made, came, step, times))
