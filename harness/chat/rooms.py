"""The port to the places of a platform besides the conversation's own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from harness.chat.people import Person, Place
from harness.chat.port import ChatLine, NotThere


@dataclass(frozen=True, slots=True)
class Named:
    """What the platform knows somebody or a channel by, and people for the time being: `#ops`, `@ana`."""

    id: str
    name: str


class Rooms(Protocol):
    """All raise ChatError."""

    async def find(self, named: str, reader: Person) -> Place:
        """The place of that name, if `reader` can see it: a channel (`#ops`), a person (`@ana`), one of both by the
        platform's id, or a link to a message, which is its thread. Raises NotThere, also for a name that several have,
        and then says which.
        """

    async def named(self, place: Place) -> Named:
        """Whose direct messages it is, or which channel."""

    async def shown(self, place: Place, where: Place) -> bool:
        """May what is said in `place` be told in `where`? What is not for everybody is told to one person alone, who
        can see it by `find`; what was said to us directly, only there.
        """

    async def sees(self, person: Person, place: Place) -> bool:
        """Can that person see what is said there? A person without a user stands for everybody in the team."""

    async def read(self, place: Place, most: int) -> Sequence[ChatLine]:
        """The last `most` things that were said there, oldest first: in the thread, if it is one, or the channel."""

    async def post(self, place: Place, key: str, text: str) -> None:
        """Says it there, once: a message that carries `key` already is not said again."""

    async def zone(self, person: Person) -> str:
        """The person's time zone by its IANA name; empty where that is not told."""


class Everywhere:
    """Fulfils Rooms by those of each platform, which may be added later."""

    def __init__(self) -> None:
        self._rooms: dict[str, Rooms] = {}

    def add(self, platform: str, rooms: Rooms) -> None:
        self._rooms[platform] = rooms

    def knows(self, platform: str) -> bool:
        return platform in self._rooms

    async def find(self, named: str, reader: Person) -> Place:
        return await self._of(reader.platform).find(named, reader)

    async def named(self, place: Place) -> Named:
        return await self._of(place.platform).named(place)

    async def shown(self, place: Place, where: Place) -> bool:
        return place.platform == where.platform and await self._of(place.platform).shown(place, where)

    async def sees(self, person: Person, place: Place) -> bool:
        there = person.on(place)
        return there.platform == place.platform and await self._of(place.platform).sees(there, place)

    async def read(self, place: Place, most: int) -> Sequence[ChatLine]:
        return await self._of(place.platform).read(place, most)

    async def post(self, place: Place, key: str, text: str) -> None:
        await self._of(place.platform).post(place, key, text)

    async def zone(self, person: Person) -> str:
        return await self._of(person.platform).zone(person)

    def _of(self, platform: str) -> Rooms:
        return self._rooms.get(platform) or Nowhere()


class Nowhere:
    """Fulfils Rooms where there are none."""

    async def find(self, named: str, reader: Person) -> Place:
        raise NotThere("there are no other channels or people here")

    async def named(self, place: Place) -> Named:
        raise NotThere("there are no other channels or people here")

    async def shown(self, place: Place, where: Place) -> bool:
        return False

    async def sees(self, person: Person, place: Place) -> bool:
        return False

    async def read(self, place: Place, most: int) -> Sequence[ChatLine]:
        raise NotThere("there are no other channels or people here")

    async def post(self, place: Place, key: str, text: str) -> None:
        raise NotThere("there are no other channels or people here")

    async def zone(self, person: Person) -> str:
        return ""
