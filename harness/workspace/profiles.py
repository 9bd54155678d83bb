"""Reads `profiles`: what models need, by their names or by patterns of names. See docs/decisions/0038.

A distribution gives some by an entry point of the group `deskmate.profiles`, whose object is a mapping of the shape
that `profiles` has in workspace.yaml:

    [project.entry-points."deskmate.profiles"]
    house = "our_house.deskmate:PROFILES"

    PROFILES = {"ollama_chat/*": {"suffix": "Answer in English.", "exclude_tools": ["send_file"], "effort": "low"}}

What the workspace says counts over it.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from harness.tools.calls import REPORT
from harness.tools.registry import Registry
from harness.workspace.given import Given
from harness.workspace.limits import Bounds, bounds
from harness.workspace.parameters import parameters
from harness.workspace.problems import Problem

EFFORTS = ("none", "low", "medium", "high")
NEEDED = {REPORT: "a heartbeat ends by it"}
"""Tools without which some turns could not end, and why."""
SMALL_TOOLS = frozenset({"edit_file", "execute", "glob", "grep", "ls", "read_file", "write_file"})
"""What a small model is offered, besides a team's own tools."""
SMALL_WINDOW = 4_000
"""Tokens of the conversation in a request to a small model: with what it is told and its reply, some 8,000 in all."""
_NEAR = 0.75
"""How much alike two providers' names are, of which one may be a slip: opnai and openai, not groq and grok_cloud."""
_KEYS = (
    "prefix",
    "suffix",
    "descriptions",
    "exclude_tools",
    "effort",
    "limits",
    "timeouts",
    "parameters",
    "calls_in_text",
    "small",
)
_TIMEOUTS = ("first", "idle", "whole")


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What a model needs. None, or empty, is what nothing is said of.

    Attributes:
        prefix: what it is told before all else
        suffix: and at the end
        descriptions: what it is told of a tool, in place of what people and rules know it by
        exclude_tools: those that it is not offered
        effort: how much it is to think
        limits: what its turns take at most
        timeouts: seconds for the `first` piece of a reply, between pieces (`idle`), and for the `whole`, with all tries
        parameters: what else its provider is sent, by litellm's names
        calls_in_text: True if a call that it writes as text is a call
        small: True for a model whose server holds about 8,000 tokens, and who gets few tools
        sized_by: the parameter by which its server is told how much a request may hold
        returns_thinking: where it has thought before a call, it wants that back with the call's result
    """

    prefix: str | None = None
    suffix: str | None = None
    descriptions: Mapping[str, str] = field(default_factory=dict)
    exclude_tools: frozenset[str] = frozenset()
    effort: str = ""
    limits: Bounds = Bounds()
    timeouts: Mapping[str, float] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    calls_in_text: bool | None = None
    small: bool | None = None
    sized_by: str = ""
    returns_thinking: bool | None = None


Profiles = Mapping[str, Profile]
"""Of one source, by the names or patterns that they are for."""


def profiles(given: Given, tools: Registry) -> dict[str, Profile]:
    """`tools` are all that may be named."""
    found = dict[str, Profile]()
    for name, value in given.entries().items():
        if len(name.split()) != 1 or name != name.strip():
            value.wrong("must be for a model's name, like openai/gpt-5, or for several, like openai/*")
        else:
            found[name] = _profile(value, tools)
    return found


def means(name: str, model: str) -> bool:
    """Is a profile of that name for that model? A star is anything, and nothing else is."""
    return _pattern(name).fullmatch(model) is not None


def by_generality(names: Iterable[str]) -> list[str]:
    """Sorted, the most general first: the more letters a pattern has, the more special it is; a name without a star is
    the most special.
    """
    return sorted(names, key=lambda name: ("*" not in name, len(name.replace("*", "")), name))


def slips(given: Given, models: Collection[str]) -> tuple[Problem, ...]:
    """Those for a provider whose name is nearly that of one of the `models`, which are all that are named: for others
    they may be there for later. `given` was read, and nothing was wrong with it.
    """
    providers = {model.partition("/")[0] for model in models}
    found = list[Problem]()
    for name, value in given.entries().items():
        provider = name.partition("/")[0]
        near = () if provider in providers else get_close_matches(provider, providers, n=1, cutoff=_NEAR)
        for other in near:
            meant = other + name.removeprefix(provider)
            why = f"is for no model that is named here; did you mean {meant}?"
            found.append(value.problem(why))
    return tuple(found)


@lru_cache(maxsize=256)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, name.split("*"))))


def _profile(given: Given, tools: Registry) -> Profile:
    values, profile = given.fields(_KEYS), Profile()
    if "prefix" in values:
        profile = replace(profile, prefix=values["prefix"].text())
    if "suffix" in values:
        profile = replace(profile, suffix=values["suffix"].text())
    if "descriptions" in values:
        described = values["descriptions"].entries().items()
        known = {name: value.text() for name, value in described if value.named(name, tools.nameable, "tool")}
        profile = replace(profile, descriptions=known)
    if "exclude_tools" in values:
        profile = replace(profile, exclude_tools=_excluded(values["exclude_tools"], tools))
    if "effort" in values:
        profile = replace(profile, effort=values["effort"].one_of(EFFORTS, "effort") or "")
    if "limits" in values:
        profile = replace(profile, limits=bounds(values["limits"]))
    if "timeouts" in values:
        profile = replace(profile, timeouts=_timeouts(values["timeouts"]))
    if "parameters" in values:
        profile = replace(profile, parameters=parameters(values["parameters"]))
    if "calls_in_text" in values:
        profile = replace(profile, calls_in_text=values["calls_in_text"].flag(False))
    if "small" in values:
        profile = _small(replace(profile, small=values["small"].flag(False)), tools)
    return profile


def _small(profile: Profile, tools: Registry) -> Profile:
    if not profile.small:
        return profile
    own = {tool.name for each in tools.own.tools.values() for tool in each}
    left_out = frozenset(tools) - SMALL_TOOLS - own - frozenset(NEEDED)
    limits = profile.limits.within(Bounds(context_tokens=SMALL_WINDOW))
    return replace(profile, exclude_tools=profile.exclude_tools | left_out, limits=limits)


def _timeouts(given: Given) -> dict[str, float]:
    found = {name: value.seconds(None) for name, value in given.fields(_TIMEOUTS).items()}
    return {name: seconds for name, seconds in found.items() if seconds is not None}


def _excluded(given: Given, tools: Registry) -> frozenset[str]:
    names = set[str]()
    for item in given.items():
        name = item.one_of(tools.nameable, "tool")
        if name in NEEDED:
            item.wrong(f"{name} can't be excluded: {NEEDED[name]}")
        elif name:
            names.add(name)
    return frozenset(names)
