"""What is read before the model is asked: a tuple of values in the turn, which the fold works off one by one."""

from dataclasses import dataclass
from typing import assert_never

from harness.chat.people import Place
from harness.sessions.effects import Compact, Effect, ReadBackground, ReadChecklist
from harness.tools.calls import At


@dataclass(frozen=True, slots=True)
class PlaceHistory:
    """What was said in the turn's place before that message."""

    before: str


@dataclass(frozen=True, slots=True)
class Checklist:
    """What a heartbeat is to look at: its own list, or the workspace's if that is empty, and what the command `check`
    says, unless that is of the digest `known`.
    """

    checklist: str
    check: str = ""
    known: str = ""


@dataclass(frozen=True, slots=True)
class Compaction:
    """A summary of what was said before, as that was at the row `through`, for a request of so many `tokens` at most.
    `anew`: also of what is void.
    """

    through: int
    tokens: int
    anew: bool = False


Preparation = PlaceHistory | Checklist | Compaction


def reading(preparation: Preparation, at: At, place: Place) -> Effect:
    """What is wanted for it."""
    match preparation:
        case PlaceHistory(before=before):
            return ReadBackground(at, place, before)
        case Checklist(checklist=checklist, check=check, known=known):
            return ReadChecklist(at, checklist, check, known)
        case Compaction(through=through, tokens=tokens, anew=anew):
            return Compact(at, through, tokens, anew)
        case _:
            assert_never(preparation)
