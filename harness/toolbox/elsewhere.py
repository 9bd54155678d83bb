"""What the tools have in common that look and speak outside of the conversation: they see no further than whoever asked
for the work, and what they read is seen by all who hear of it.
"""

import asyncio
from dataclasses import replace

from harness.chat.people import Person, Place
from harness.chat.phrases import Phrase
from harness.chat.platforms import direct
from harness.chat.port import ChatError, NotThere
from harness.chat.rooms import Everywhere, Rooms
from harness.chat.wording import quoted
from harness.context.said import room_of
from harness.toolbox.wording import one_line
from harness.tools.calls import Quoted, ToolResult
from harness.tools.origins import OURS
from harness.tools.previews import Outdated, Preview, Recipient
from harness.tools.tool import ToolContext

WITHIN = 3.0
"""Seconds for a platform to say who reads a place."""
MOST = 100
"""Messages that are read at once at most."""
SAID_THERE = "What was said there, for background only: nobody there spoke to you."


async def read(rooms: Rooms, named: str, most: int, context: ToolContext) -> ToolResult | Outdated:
    """The last `most` messages of the place that is `named` so; or why they cannot be read, for
    the model. Outdated, if people were shown another one.
    """
    try:
        place = await _readable(rooms, named, context)
        if isinstance(context.preview, Recipient) and context.preview.place != place:
            return Outdated()
        lines = await rooms.read(place, most)
    except ChatError as error:
        return ToolResult(f"Not read: {error}.", ok=False, outside=OURS)
    if not lines:
        return ToolResult("Nothing was said there.", outside=OURS)
    quotes = tuple(Quoted("", line.message) for line in lines if line.message)
    return ToolResult(f"[{SAID_THERE}]\n{quoted(lines)}", quotes=quotes)


async def recipient(rooms: Rooms, named: str, context: ToolContext) -> Recipient:
    """Whom or what that name means just now, as whoever asked can see it. Raises ChatError."""
    place = await rooms.find(named, reader(context))
    known = await rooms.named(place)
    return Recipient(place, known.id, known.name)


def called(named: str, seen: Preview | None) -> Phrase:
    """What was named so, for people: with what the platform knows it by, once that is known."""
    if not isinstance(seen, Recipient):
        return (named,)
    within = ", in a thread" if seen.place.thread else ""
    return (f"{one_line(seen.name)} ({seen.id}{within})",)


async def tellable(rooms: Rooms, room: Place, context: ToolContext) -> bool | None:
    """May what was said in that room be told to all who spoke in the turn and all who read its answer? None, if that
    cannot be known just now.
    """
    where, asks = context.place, context.requester
    if where is None:
        return False
    if room_of(where) == room:
        return True
    if asks is None or direct(room):
        return False
    try:
        if not await rooms.shown(room, where):
            return False
        for person in (asks, *(author for author in context.authors if not author.same(asks))):
            if not await rooms.sees(person, room):
                return False
    except NotThere:
        return False
    except ChatError:
        return None
    return True


async def hidden(rooms: Rooms, place: Place) -> bool:
    """Is what is said there for fewer people than its channel is? Where that cannot be known, it is."""
    channel = replace(place, thread="")
    if room_of(place) == channel:
        return False
    try:
        return not await rooms.shown(place, channel)
    except ChatError:
        return True


async def is_private(rooms: Everywhere, place: Place) -> bool | None:
    """True if some of the people who work with us can't read that place, or if the platform doesn't answer in time.
    None without a platform to ask.
    """
    if direct(place):
        return True
    if not rooms.knows(place.platform):
        return None
    try:
        async with asyncio.timeout(WITHIN):
            return not await rooms.sees(Person(place.platform, place.team, ""), place)
    except (ChatError, TimeoutError):
        return True


async def _readable(rooms: Rooms, named: str, context: ToolContext) -> Place:
    """The place that is `named` so, if all who spoke in the turn and all who read its answer can see it.

    Raises ChatError.
    """
    asks = reader(context)
    place = await rooms.find(named, asks)
    for author in context.authors:
        if not author.same(asks) and await rooms.find(named, author) != place:
            raise NotThere(f"there is no {named}, or not everybody who spoke here can see it")
    if context.place is None or not await rooms.shown(place, context.place):
        raise NotThere(
            f"what is said in {named} is not for everybody who reads this conversation; whoever can see it may ask me "
            "directly, or there"
        )
    return place


def reader(context: ToolContext) -> Person:
    """Whoever asked for the work. Raises NotThere if that is nobody."""
    if context.requester is None:
        raise NotThere("it is not known who asks")
    return context.requester
