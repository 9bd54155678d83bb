"""The port to files that people bring along, and that we send them."""

from dataclasses import dataclass
from typing import Protocol

from harness.chat.people import Place
from harness.chat.port import NotThere

MOST = 20_000_000
"""Bytes of the largest file that is taken or sent."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """`kind` is its media type, as the platform has it."""

    name: str
    kind: str
    content: bytes


class Attachments(Protocol):
    """All raise ChatError, whose message says what is wrong."""

    def home(self, place: Place) -> Place:
        """To which place that belongs which somebody brings to this one: whoever sees it there sees that. Raises
        nothing.
        """

    async def fetch(self, id: str, place: Place) -> Attachment:
        """The file of that id, whole, if somebody brought it to the channel of `place`. Raises NotThere if not."""

    async def send(self, place: Place, name: str, content: bytes) -> None:
        """Shows the file in `place`, once: a file of that name that is there is not sent again."""


class EveryAttachment:
    """Fulfils Attachments by those of each platform, which may be added later."""

    def __init__(self) -> None:
        self._attachments: dict[str, Attachments] = {}

    def add(self, platform: str, attachments: Attachments) -> None:
        self._attachments[platform] = attachments

    def home(self, place: Place) -> Place:
        theirs = self._attachments.get(place.platform)
        return theirs.home(place) if theirs else place

    async def fetch(self, id: str, place: Place) -> Attachment:
        return await self._of(place).fetch(id, place)

    async def send(self, place: Place, name: str, content: bytes) -> None:
        await self._of(place).send(place, name, content)

    def _of(self, place: Place) -> Attachments:
        if place.platform not in self._attachments:
            raise NotThere("files can be neither brought along nor sent here")
        return self._attachments[place.platform]
