"""Lives as tables: what may happen to a thing in a status, and what it is then. `docs/states.md` is drawn from them."""

from collections.abc import Mapping
from typing import Any, TypeVar

Status = TypeVar("Status")

Table = Mapping[type, Mapping[Any, type]]
"""For each status that a thing goes on from: the events that may happen, each with the status after it."""


class NoTransition(Exception):
    """That cannot happen to a thing in that status: whoever folds has not looked."""


def moved(table: Table, before: object, event: str, then: Status) -> Status:
    """The status after that event, which is `then` if the table has it so. Raises NoTransition."""
    if table.get(type(before), {}).get(event) is not type(then):
        raise NoTransition(f"{type(before).__name__} was {event} and would be {type(then).__name__}")
    return then
