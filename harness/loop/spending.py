"""What is answered to `usage` from the ledger, with people and places by the names that their platform has for them."""

import asyncio
from collections.abc import Iterable, Sequence

from harness.approvals.deciders import OWNERS
from harness.chat.events import CommandInvoked
from harness.chat.people import Person, Place
from harness.chat.port import ChatError
from harness.chat.rooms import Rooms
from harness.chat.untrusted import in_line, unmarked
from harness.commands import usage
from harness.commands.context import CommandContext
from harness.sessions.budgets import day_of
from harness.sessions.ledger import Axis, Ledger, Sum
from harness.workspace.places import of_channel


async def spending(
    said: CommandInvoked, ledger: Ledger, context: CommandContext, team: str, now: float, rooms: Rooms
) -> str:
    """Everybody is told of this place and of themselves; owners of all. Raises JournalUnavailable."""
    asked, workspace = usage.asked(said.argument), context.workspace
    if asked is None:
        return usage.not_understood(said.argument, said.surface)
    owner = OWNERS.entitles(said.by)
    day, here = day_of(now, workspace.zone), of_channel(said.place)
    first, span = usage.first_day(asked.span, day), usage.span_in_words(asked.span, workspace.zone)

    async def spent(by: Axis, person: str = "", place: str = "") -> Sequence[Sum]:
        return await ledger.spent(first, day, by, person=person, place=place, team=team)

    if asked.by is None:
        of_place = usage.whole(await spent("model", place=here))
        yours = usage.whole(await spent("model", person=said.by.id))
        every = usage.whole(await spent("model")) if owner else None
        return usage.in_all(span, of_place, yours, every, workspace.budgets)
    theirs = said.by.id if asked.by == "person" and not owner else ""
    sums = await spent(asked.by, theirs, "" if owner or theirs else here)
    listed, named = [one.name for one in sums[: usage.LISTED]], dict[str, str]()
    if asked.by == "person":
        named = usage.people((*context.known, said.by))
        named |= await _of_people(rooms, [id for id in listed if id not in named])
    if asked.by == "place":
        named = usage.places(listed, said.place, context.link, await _of_places(rooms, listed, said.by))
    return usage.listed(span, asked.by, sums, named)


async def _of_people(rooms: Rooms, ids: Iterable[str]) -> dict[str, str]:
    """What those are called, of whom the platform says it."""
    known = [parts for id in ids if len(parts := id.split(":")) == 3]
    people = [Person(platform, team, user) for platform, team, user in known]
    names = await asyncio.gather(*(_name(rooms, Place.direct(person)) for person in people))
    return {person.id: name for person, name in zip(people, names, strict=True) if name not in ("", person.user)}


async def _of_places(rooms: Rooms, ids: Iterable[str], viewer: Person) -> dict[str, str]:
    """What those are called which the viewer can see: of others not even the name is told."""
    places = [Place(*id.split(":", 2)) for id in ids]
    names = await asyncio.gather(*(_name(rooms, place, viewer) for place in places))
    return {of_channel(place): name for place, name in zip(places, names, strict=True) if name}


async def _name(rooms: Rooms, place: Place, viewer: Person | None = None) -> str:
    """Empty, if it cannot be known now."""
    try:
        if viewer and not await rooms.sees(viewer, place):
            return ""
        name = (await rooms.named(place)).name
    except ChatError:
        return ""
    return unmarked(in_line(name.removeprefix("@")))
