"""What time it is where somebody lives."""

from datetime import datetime
from zoneinfo import ZoneInfo

from harness.chat.people import Person
from harness.chat.port import ChatError
from harness.chat.rooms import Rooms
from harness.chat.wording import moment
from harness.tools.tool import ToolContext
from harness.workspace.hours import zone_named

UNKNOWN = "UTC"


async def zone_of(context: ToolContext, rooms: Rooms) -> str:
    """The time zone of whoever the work is for."""
    return await home(context.requester, rooms, context.zone, context.usual_zone)


async def home(person: Person | None, rooms: Rooms, own: str = "", usual: str = "") -> str:
    """The time zone of a person, by its IANA name: their `own` as the workspace says, else as their platform does, else
    the `usual` one of everybody in the workspace.
    """
    if own:
        return own
    try:
        found = await rooms.zone(person) if person else ""
    except ChatError:
        found = ""
    return next((name for name in (found, usual) if name and zone_named(name)), UNKNOWN)


def local(when: float, name: str) -> str:
    """A moment (in seconds since the epoch) on the clocks of the zone `name`; in UTC, if there is none."""
    there = zone_named(name)
    return moment(when) if there is None or name == UNKNOWN else f"{_wall(when, there)} in {name}"


def briefly(when: float, name: str) -> str:
    """The same as people say it to each other, where it is known whose clock is meant: `Sun 29 Nov 09:00`."""
    there = zone_named(name) or ZoneInfo(UNKNOWN)
    at = datetime.fromtimestamp(when, there)
    known = "" if zone_named(name) and name != UNKNOWN else f" {UNKNOWN}"
    return f"{at.strftime('%a')} {at.day} {at.strftime('%b %H:%M')}{known}"


def _wall(when: float, zone: ZoneInfo) -> str:
    return datetime.fromtimestamp(when, zone).strftime("%A, %Y-%m-%d %H:%M")
