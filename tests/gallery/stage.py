"""Where a story is played for its picture: people, a room, and somebody who takes what is new to be seen."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Protocol

from tests.fakes.openai.script import Failure, Reply
from tests.gallery.counts import Count
from tests.gallery.panels import Moment, Panel, news

QUIET = 0.3
"""Real seconds without a call to the platform after which nothing more is on its way."""


class Stage(Protocol):
    """People are the room's own. `files` is the colleague's folder. `room` is an AnyRoom; a terminal's has what one
    person does.
    """

    @property
    def ana(self) -> Any: ...
    @property
    def bob(self) -> Any: ...
    @property
    def cyd(self) -> Any:
        """An approver."""

    @property
    def dee(self) -> Any: ...
    @property
    def files(self) -> Path: ...
    @property
    def room(self) -> Any: ...
    def model_will(self, *steps: Reply | Failure) -> None: ...
    async def takes(self, caption: str) -> None:
        """What has become new to be seen, once nothing more is on its way."""

    def passes(self, seconds: float) -> None:
        """So much time is over at once."""

    async def looks_at_home(self, who: Any) -> None:
        """Opens the home tab, where there is one."""

    # Afterwards
    def plays(self, told: "Told") -> None:
        """Plays it, and sees that the model said all that it was to say."""

    @property
    def moments(self) -> Sequence[Moment]: ...
    def counted(self) -> Count: ...


Told = Callable[[Stage], Coroutine[Any, Any, None]]
"""A story, as it is told."""


class Camera:
    """`looks` says what is to be seen; `busy`, by a number, how much has happened so far."""

    def __init__(self, looks: Callable[[], list[Panel]], busy: Callable[[], int]) -> None:
        self._looks, self._busy = looks, busy
        self._before: list[Panel] = []
        self.moments: list[Moment] = []

    async def takes(self, caption: str) -> None:
        await self._quiet()
        now = self._looks()
        self.moments.append(Moment(caption, news(self._before, now)))
        self._before = now

    async def _quiet(self) -> None:
        happened = -1
        while happened != self._busy():
            happened = self._busy()
            await asyncio.sleep(QUIET)


def beginning(card: Any, start: str) -> str:
    """What is written in full on the control of a card that begins so. Raises LookupError."""
    found = [label for label in card.controls if label.startswith(start)]
    if not found:
        raise LookupError(f"nothing on it begins with {start!r}: {card.controls}")
    return str(found[0])
