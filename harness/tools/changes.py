"""What a tool may change in its session. Tools name no facts: they return these, and the fold applies them."""

from dataclasses import dataclass
from typing import Literal, get_args

Status = Literal["pending", "in_progress", "completed"]
STATUSES = get_args(Status)


@dataclass(frozen=True, slots=True)
class Todo:
    text: str
    status: Status = "pending"


@dataclass(frozen=True, slots=True)
class TodosWritten:
    """The whole list, in order; it replaces the one before."""

    todos: tuple[Todo, ...]


Change = TodosWritten
