"""How often a heartbeat comes, as people write it: in the file, in a command, or by way of the model."""

from harness.chat.wording import duration as spelt
from harness.tools.schedules import Hours, Interval
from harness.workspace.given import duration
from harness.workspace.hours import hours_of_day, no_zone, zone_named
from harness.workspace.problems import shown

LEAST, MOST = 300.0, 86_400.0
"""Seconds between two times."""
EVERY = f"how often: a duration from {spelt(LEAST)} to {spelt(MOST)}, like 30m or 2h"


class NotAnInterval(ValueError):
    """It says no interval. The message says what would be right, in lower case and without its full stop."""


def interval(every: str, hours: str = "", zone: str = "") -> Interval:
    """Every `30m`, in the hours `9-18` of the zone `Europe/Berlin`; at any hour, if none are given. Raises
    NotAnInterval.
    """
    if not every:
        raise NotAnInterval(f"it is not said {EVERY}")
    seconds = duration(every)
    if seconds is None or not LEAST <= seconds <= MOST:
        raise NotAnInterval(f"{shown(every)} does not say {EVERY}")
    if zone and zone_named(zone) is None:
        raise NotAnInterval(no_zone(shown(zone)))
    if not hours:
        return Interval(seconds, None, zone or "UTC")
    found = hours_of_day(hours)
    if found is None:
        raise NotAnInterval(f"{shown(hours)} are no hours of the day: they are like 9-18, 9:30-17:00 or 22-6")
    if not zone:
        raise NotAnInterval(f"it is not said in which time zone {shown(hours)} are, like Europe/Berlin or UTC")
    return Interval(seconds, Hours(*found), zone)
