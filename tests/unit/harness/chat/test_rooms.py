import asyncio
from collections.abc import Sequence

import pytest

from harness.chat.people import Person, Place
from harness.chat.port import ChatLine, NotThere
from harness.chat.rooms import Everywhere, Named, Nowhere

ANA = Person("slack", "T1", "U1", "Ana")
OPS = Place("slack", "T1", "C1")


class Ops(Nowhere):
    async def named(self, place: Place) -> Named:
        return Named("C1", "#ops")

    async def find(self, named: str, reader: Person) -> Place:
        return OPS

    async def sees(self, person: Person, place: Place) -> bool:
        return person.user == "U1"

    async def read(self, place: Place, most: int) -> Sequence[ChatLine]:
        return [ChatLine("Ana", "hello")]


def test_each_platform_has_rooms_of_its_own():
    rooms = Everywhere()
    rooms.add("slack", Ops())

    assert asyncio.run(rooms.find("#ops", ANA)) == OPS
    assert asyncio.run(rooms.named(OPS)) == Named("C1", "#ops")
    assert asyncio.run(rooms.read(OPS, 5)) == [ChatLine("Ana", "hello")]
    with pytest.raises(NotThere):
        asyncio.run(rooms.find("#ops", Person("terminal", "", "ana")))


def test_people_see_as_who_they_are_on_that_platform():
    rooms = Everywhere()
    rooms.add("slack", Ops())
    ana = Person("discord", "7", "9", "Ana", accounts=("slack:T1:U1", "discord:7:9"))

    assert asyncio.run(rooms.sees(ANA, OPS))
    assert asyncio.run(rooms.sees(ana, OPS))
    assert not asyncio.run(rooms.sees(Person("discord", "7", "9"), OPS))
    assert not asyncio.run(rooms.sees(ana, Place("discord", "7", "1")))
    assert not asyncio.run(Nowhere().sees(ANA, OPS))


def test_where_there_are_none_there_is_nothing():
    nowhere = Nowhere()
    works = (nowhere.find("#ops", ANA), nowhere.named(OPS), nowhere.read(OPS, 1), nowhere.post(OPS, "k", "hi"))
    for work in works:
        with pytest.raises(NotThere, match="no other channels"):
            asyncio.run(work)
