"""Which facts say what a model call has used. The session and the ledger count by the same."""

from collections.abc import Iterable
from typing import TypeGuard, get_args

from harness.sessions.facts import (
    AsideReplied,
    Compacted,
    CompactionFailed,
    Fact,
    ModelFailed,
    ModelReplied,
    ModelStopped,
    ObservationFailed,
    Observed,
    Reflected,
    TitleMade,
)
from harness.sessions.usage import NOTHING, CountedUsage
from harness.tools.calls import At

Counting = (
    ModelReplied
    | ModelFailed
    | ModelStopped
    | AsideReplied
    | Compacted
    | CompactionFailed
    | Observed
    | Reflected
    | ObservationFailed
    | TitleMade
)
_COUNTING = get_args(Counting)
NAMING = At(1, 0)
"""The point for which it is counted that a model names the thread."""
OBSERVING = At(0, 0)
"""The same for what is written down in the background: it is no turn's, so that none ends over it."""


def counts(fact: Fact) -> TypeGuard[Counting]:
    """Does it say that something was used?"""
    return isinstance(fact, _COUNTING) and fact.usage != NOTHING


def counted(fact: Counting) -> CountedUsage:
    """What it was used for."""
    if isinstance(fact, ModelReplied):
        return CountedUsage(fact.at, fact.usage)
    if isinstance(fact, TitleMade):
        return CountedUsage(NAMING, fact.usage)
    if isinstance(fact, Observed | Reflected | ObservationFailed):
        return CountedUsage(OBSERVING, fact.usage, compaction=fact.through)
    if isinstance(fact, Compacted | CompactionFailed):
        return CountedUsage(fact.at, fact.usage, compaction=fact.through)
    return CountedUsage(fact.at, fact.usage, fact.aside)


def told_already(used: CountedUsage, facts: Iterable[Fact]) -> bool:
    """Does one of those say it already? Told once more, it does not count."""
    return any(counts(fact) and counted(fact) == used for fact in facts)
