"""Reads `limits`: what a turn may take, and how a profile or a subagent narrows that."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from harness.sessions.limits import Limits
from harness.workspace.given import Given

Amount = TypeVar("Amount", int, float)

_OF_A_RUN = ("steps", "working_time", "cost", "tokens", "parallel")
_LEAST_CONTEXT, _MOST_CONTEXT = 2_000, 10_000_000
MOST_TOKENS = 100_000_000_000
_MOST_STEPS, _MOST_PARALLEL, _MOST_TURNS = 10_000, 64, 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a turn takes at most, and the conversation that a request holds; None where nothing is said. They narrow
    what others say, and widen nothing.
    """

    steps: int | None = None
    seconds: float | None = None
    cost: float | None = None
    tokens: int | None = None
    parallel: int | None = None
    context_tokens: int | None = None

    def within(self, other: "Bounds") -> "Bounds":
        """The narrower of the two, in each."""
        return Bounds(
            steps=_least(self.steps, other.steps),
            seconds=_least(self.seconds, other.seconds),
            cost=_least(self.cost, other.cost),
            tokens=_least(self.tokens, other.tokens),
            parallel=_least(self.parallel, other.parallel),
            context_tokens=_least(self.context_tokens, other.context_tokens),
        )

    def narrow(self, limits: Limits) -> Limits:
        if self == _NONE:  # as for most models, and it is asked at each step
            return limits
        return replace(
            limits,
            steps=_least(self.steps, limits.steps) or limits.steps,
            seconds=_least(self.seconds, limits.seconds) or limits.seconds,
            cost=_least(self.cost, limits.cost),
            tokens=_least(self.tokens, limits.tokens),
            parallel=_least(self.parallel, limits.parallel) or limits.parallel,
        )


_NONE = Bounds()


def limits(given: Given) -> Limits:
    """Those of the workspace: what is said, and of others what is usual."""
    values, usual = given.fields((*_OF_A_RUN, "turns")), Limits()
    said = _of_a_run(values)
    return Limits(
        steps=said.steps or usual.steps,
        seconds=said.seconds or usual.seconds,
        cost=said.cost,
        tokens=said.tokens,
        parallel=said.parallel or usual.parallel,
        turns=values["turns"].whole(1, _MOST_TURNS, usual.turns) if "turns" in values else usual.turns,
    )


def run_bounds(given: Given) -> Bounds:
    """Those of a run alone, as of a subagent."""
    return _of_a_run(given.fields(_OF_A_RUN))


def bounds(given: Given) -> Bounds:
    """Those of a profile."""
    values = given.fields((*_OF_A_RUN, "context_tokens"))
    said = _of_a_run(values)
    if "context_tokens" in values:
        said = replace(said, context_tokens=context_tokens(values["context_tokens"], _MOST_CONTEXT))
    return said


def context_tokens(given: Given, default: int) -> int:
    """How much of a conversation a request holds, in tokens."""
    return given.whole(_LEAST_CONTEXT, _MOST_CONTEXT, default)


def _of_a_run(values: Mapping[str, Given]) -> Bounds:
    said, usual = Bounds(), Limits()
    if "steps" in values:
        said = replace(said, steps=values["steps"].whole(1, _MOST_STEPS, usual.steps))
    if "working_time" in values:
        said = replace(said, seconds=values["working_time"].seconds(usual.seconds))
    if "cost" in values:
        said = replace(said, cost=values["cost"].amount(usual.cost))
    if "tokens" in values:
        said = replace(said, tokens=values["tokens"].whole(1, MOST_TOKENS, 1))
    if "parallel" in values:
        said = replace(said, parallel=values["parallel"].whole(1, _MOST_PARALLEL, usual.parallel))
    return said


def _least(one: Amount | None, other: Amount | None) -> Amount | None:
    return min((amount for amount in (one, other) if amount is not None), default=None)
