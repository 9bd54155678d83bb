"""Which facts say what a model call has used. The session and the ledger count by the same."""

from typing import TypeGuard

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
from harness.sessions.usage import CountedUsage, Usage
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
NAMING = At(1, 0)
"""The point for which it is counted that a model names the thread."""
OBSERVING = At(0, 0)
"""The same for what is written down in the background: it is no turn's, so that none ends over it."""


def counts(fact: Fact) -> TypeGuard[Counting]:
    """Does it say that something was used?"""
    return isinstance(fact, Counting) and fact.usage != Usage()


def counted(fact: Counting) -> CountedUsage:
    """What it was used for."""
    if isinstance(fact, TitleMade):
        return CountedUsage(NAMING, fact.usage)
    if isinstance(fact, Observed | Reflected | ObservationFailed):
        return CountedUsage(OBSERVING, fact.usage, compaction=fact.through)
    if isinstance(fact, Compacted | CompactionFailed):
        return CountedUsage(fact.at, fact.usage, compaction=fact.through)
    return CountedUsage(fact.at, fact.usage, 0 if isinstance(fact, ModelReplied) else fact.aside)
