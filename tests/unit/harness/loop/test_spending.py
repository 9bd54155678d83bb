"""What `usage` is told from the ledger: who sees what, by which names."""

import asyncio
from dataclasses import replace

from harness.chat.people import Person, Place
from harness.chat.port import NotThere
from harness.chat.rooms import Named, Nowhere, Rooms
from harness.loop.spending import spending
from harness.sessions.ledger import Spender
from harness.sessions.usage import Usage
from tests.contracts.ledger import entry, replied
from tests.fakes.ledger import MemoryLedger
from tests.laws.colleague import BOB
from tests.unit.harness.commands.house import CONTEXT, OLGA, said

NOON = 1_795_953_600.0
"""Sunday, 2026-11-29."""
HERE, SECRET = Place("slack", "T1", "C1", "1.2"), Place("slack", "T1", "C2")
OWNER = replace(OLGA, platform="slack", team="T1", user="U9", name="")
NAMES = {"@U1": "@ana_*x*", "@U9": "@U9", "C1": "#here", "C2": "#secret", "C3": "#ops"}


class Known(Nowhere):
    """Says what all are called; nobody sees the secret channel."""

    async def named(self, place: Place) -> Named:
        if place.channel not in NAMES:
            raise NotThere("no such place")
        return Named(place.channel, NAMES[place.channel])

    async def sees(self, person: Person, place: Place) -> bool:
        return place.channel != SECRET.channel


def ledger() -> MemoryLedger:
    made = MemoryLedger()
    for step, (user, place) in enumerate((("U1", HERE), ("U2", SECRET), ("U1", replace(HERE, channel="C3")))):
        fact = replied(step + 1, Usage(1_000 - step, 10))
        spent = entry(fact, Spender(f"slack:T1:{user}", place, "openai/m"))
        assert spent
        made.add("t", spent)
    return made


def told(words: str, by: Person = OWNER, rooms: Rooms | None = None) -> list[str]:
    invoked = said(f"usage {words}", by, HERE)
    answer = spending(invoked, ledger(), replace(CONTEXT, link=lambda p, m: ""), "T1", NOON, rooms or Known())
    return [line.partition(": ")[0] for line in asyncio.run(answer).splitlines()]


def test_people_are_told_by_their_names_and_who_is_not_known_by_their_ids() -> None:
    assert told("by person") == ["Today (UTC), by person:", "- ana\u02cd\u2217x\u2217", "- `slack:T1:U2`"]
    assert told("by person", rooms=Nowhere()) == ["Today (UTC), by person:", "- `slack:T1:U1`", "- `slack:T1:U2`"]


def test_others_are_told_of_themselves_and_this_place_alone() -> None:
    bob = replace(BOB, platform="slack", team="T1", user="U2")
    assert told("by person", bob) == ["Today (UTC), by person:", "- Bob"]
    assert told("week by place", bob) == ["This week (UTC), by place:", "- here"]


def test_a_place_that_whoever_asks_cannot_see_has_no_name_for_them() -> None:
    assert told("by place") == ["Today (UTC), by place:", "- here", "- `slack:T1:C2`", "- #ops"]


def test_what_is_not_known_is_said_to_be() -> None:
    assert told("year") == ["I don't know `usage year`. Say `usage [today|week|month] [by person|place|model]`."]
