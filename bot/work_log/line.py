"""A line of the log of what is done, and the words that all of them are made of."""

import logging
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass

from harness.chat.visible import visible
from harness.sessions.usage import Usage
from harness.tools.calls import ToolCall
from harness.wording.usage import tokens

LONGEST_NAME = 64
"""Characters of a tool's name: a model may ask for one of any name."""


@dataclass(frozen=True, slots=True)
class WorkLine:
    """`event` is what programs know it by, `text` what people read, and `fields` what it is about, by name."""

    event: str
    text: str
    fields: Mapping[str, object]
    _: KW_ONLY
    level: int = logging.INFO


def given(**fields: object) -> dict[str, object]:
    """Those that there are: without None, and without empty text."""
    return {name: value for name, value in fields.items() if value not in (None, "")}


def called(call: ToolCall) -> str:
    return f"call {call.id} of {named(call.tool)}"


def named(tool: str) -> str:
    return in_line(tool[:LONGEST_NAME])


def in_line(text: str) -> str:
    """In one line, with nothing that a terminal would act on."""
    return visible(" ".join(text.split()))


def lasting(seconds: float | None) -> str:
    return "" if seconds is None else f" in {seconds:.1f} s"


def rounded(seconds: float | None) -> float | None:
    """To milliseconds."""
    return None if seconds is None else round(seconds, 3)


def spent(usage: Usage) -> str:
    """The cost only where the model's prices are known."""
    cost = f", ${usage.cost:.4f}" if usage.cost else ""
    return f"{tokens(usage)}{cost}"


def usage_fields(usage: Usage) -> dict[str, object]:
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cached_tokens": usage.cached_tokens,
        "cost": round(usage.cost, 6),
    }
