"""Reads `limits`."""

from collections.abc import Collection
from dataclasses import replace

from harness.sessions.limits import Limits
from harness.workspace.given import Given

OF_A_RUN = ("steps", "working_time", "cost", "parallel")
OF_ALL = (*OF_A_RUN, "turns")
_MOST_STEPS, _MOST_PARALLEL, _MOST_TURNS = 10_000, 64, 10_000


def limits(given: Given, known: Collection[str] = OF_ALL) -> Limits:
    """Of the `known` ones what is said, and of others what is usual."""
    values = given.fields(known)
    limits = Limits()
    if "steps" in values:
        limits = replace(limits, steps=values["steps"].whole(1, _MOST_STEPS, limits.steps))
    if "working_time" in values:
        limits = replace(limits, seconds=values["working_time"].seconds(limits.seconds) or limits.seconds)
    if "cost" in values:
        limits = replace(limits, cost=values["cost"].amount(limits.cost))
    if "parallel" in values:
        limits = replace(limits, parallel=values["parallel"].whole(1, _MOST_PARALLEL, limits.parallel))
    if "turns" in values:
        limits = replace(limits, turns=values["turns"].whole(1, _MOST_TURNS, limits.turns))
    return limits
