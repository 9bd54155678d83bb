"""A way to ask providers: how one request is sent, and its answer read. `providers` chooses one and tries again."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Any, Protocol

from adapters.models.failures import AskedModel
from adapters.models.pieces import Piece
from harness.context.model import Request

FILES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "audio/wav", "audio/mp3"})
"""Media types that every model takes that takes pictures, documents or sound."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """In seconds. Models may think for minutes before the `first` piece of an answer, but not be `idle` after it."""

    connect: float = 15.0
    first: float = 180.0
    idle: float = 60.0
    whole: float = 600.0
    """Of a reply with all its tries."""

    def stretched(self, timeouts: Mapping[str, float]) -> "Deadlines":
        """With the `timeouts` of a profile. A longer `first` leaves time for three tries, unless `whole` is given."""
        whole = max(self.whole, 3 * timeouts.get("first", 0.0))
        return replace(self, **{"whole": whole, **timeouts})


DEADLINES = Deadlines()
OWN_SERVER = Deadlines(first=600.0, whole=1_800.0)
"""For an address of one's own: a server without a large GPU reads a long conversation for minutes."""


class Answer(Protocol):
    """A provider has begun to answer."""

    def pieces(self) -> AsyncGenerator[list[Piece]]:
        """What has come together, each time something has. Raises ErrorAnswered, BrokenOff, NotAnAnswer, and what the
        HTTP client raises.
        """

    @property
    def counts(self) -> Iterable[Piece]:
        """Counts of tokens that `pieces` has kept back so far."""


class Way(Protocol):
    @property
    def costs(self) -> Any:
        """Prices tokens by `cost_per_token`, as litellm has it."""

    def answer(self, request: Request, asked: AskedModel) -> AbstractAsyncContextManager[Answer]:
        """Sends the request. However the context is left, the connection is free or closed. Raises ModelError if
        nobody can be asked, and anything else for an answer that is an error.
        """
