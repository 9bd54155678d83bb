"""What is read before the model is asked: a tuple of values in the turn, which the fold works off one by one."""

from dataclasses import dataclass
from typing import assert_never

from harness.chat.people import Place
from harness.sessions.effects import Effect, ReadBackground, ReadChecklist
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


Preparation = PlaceHistory | Checklist


def reading(preparation: Preparation, at: At, place: Place) -> Effect:
    """What is wanted for it."""
    match preparation:
        case PlaceHistory(before=before):
            return ReadBackground(at, place, before)
        case Checklist(checklist=checklist, check=check, known=known):
            return ReadChecklist(at, checklist, check, known)
        case _:
            assert_never(preparation)
