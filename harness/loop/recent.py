"""What is remembered of the latest, as much as there is room for."""

from collections import OrderedDict
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """Values by their ids, of which the oldest are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, V] = OrderedDict()

    def __contains__(self, id: str) -> bool:
        return id in self._kept

    def get(self, id: str) -> V | None:
        return self._kept.get(id)

    def note(self, id: str, value: V) -> None:
        self._kept[id] = value
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
