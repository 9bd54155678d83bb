"""What a tool may change in its session. Tools name no facts: they return these, and the fold applies them."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Todo:
    text: str
    status: Literal["pending", "in_progress", "completed"] = "pending"


@dataclass(frozen=True, slots=True)
class TodosWritten:
    """The whole list, in order; it replaces the one before."""

    todos: tuple[Todo, ...]


Change = TodosWritten
