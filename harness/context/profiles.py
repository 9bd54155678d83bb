"""A mode as the model meets it: which model, what it is told, and which tools it is offered."""

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import lru_cache
from typing import Any

from harness.chat.wording import day
from harness.context.window import ModelMessage
from harness.tools.tool import AnyTool


@dataclass(frozen=True, slots=True)
class Profile:
    """`model` is a name that the model port knows; `system` what the model is told before all else."""

    model: str
    system: ModelMessage
    _: KW_ONLY
    tools: tuple[Mapping[str, Any], ...] = ()
    window: int = 30_000
    """Tokens of the conversation that a request holds at most."""
    fallbacks: tuple[str, ...] = ()
    """Other models in order, for when that one does not answer."""
    reporting: tuple[Mapping[str, Any], ...] = ()
    """The tools that it is offered in turns that end by a report."""


@dataclass(frozen=True, slots=True)
class Profiles:
    """Those of the workspace's modes. A mode that is there no more reads as the default. `models` are those that a
    thread may choose.
    """

    default: str
    modes: Mapping[str, Profile] = field(default_factory=dict)
    models: frozenset[str] = frozenset()

    def of(self, mode: str, model: str = "") -> Profile:
        """With another `model` than its own, if that is (still) one of those that may be chosen."""
        profile = self.modes.get(mode) or self.modes[self.default]
        if model not in self.models or model == profile.model:
            return profile
        return replace(profile, model=model, fallbacks=tuple(name for name in profile.fallbacks if name != model))


def offered(tools: Iterable[AnyTool]) -> tuple[Mapping[str, Any], ...]:
    """The tools in the shape of OpenAI's chat completions, by name, so that requests begin the same each time."""
    return tuple(
        {
            "type": "function",
            "function": {"name": tool.name, "description": tool.description, "parameters": tool.schema()},
        }
        for tool in sorted(tools, key=lambda tool: tool.name)
    )


def instructions(name: str, mode: str, more: str) -> ModelMessage:
    """The system message of one mode of the colleague called `name`; `more` is what the workspace says to it."""
    text = f"""You are {name}, a colleague who works with a team in their chat.
Several people may speak to you; each message begins with its author's name. Text in [brackets] comes from the program
you run in. Work in small steps with your tools. Some of them need a person's approval: ask for what you need by
calling the tool, and you will be told what they decided. If a call is denied, do not try to reach the same end
another way; ask, or propose something else. What people say while you work reaches you between steps; take it into
account. Write in Markdown, briefly, as a good colleague would. You are working in the mode "{mode}"."""
    return ModelMessage.of({"role": "system", "content": f"{text}\n\n{more}".strip()})


def dated(system: ModelMessage, now: float) -> ModelMessage:
    """That message, with the day of `now`, in seconds since the epoch: it changes once a day, so that providers keep
    what they have read of a request before.
    """
    return _dated(str(system.value["content"]), day(now))


@lru_cache(maxsize=64)
def _dated(content: str, today: str) -> ModelMessage:
    return ModelMessage.of({"role": "system", "content": f"{content}\n\nToday is {today}, by UTC."})
