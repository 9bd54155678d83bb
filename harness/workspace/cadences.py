"""How often a heartbeat comes, as people write it: in the file, in a command, or by way of the model."""

from harness.chat.wording import duration as spelt
from harness.tools.beats import Cadence, Hours
from harness.workspace.given import duration
from harness.workspace.hours import hours_of_day, no_zone, zone_named
from harness.workspace.problems import shown

LEAST, MOST = 300.0, 86_400.0
"""Seconds between two times."""
EVERY = f"how often: a duration from {spelt(LEAST)} to {spelt(MOST)}, like 30m or 2h"


class NoCadence(ValueError):
    """It says no cadence. The message says what would be right, in lower case and without its full stop."""


def cadence(every: str, hours: str = "", zone: str = "") -> Cadence:
    """Every `30m`, in the hours `9-18` of the zone `Europe/Berlin`; at any hour, if none are given. Raises
    NoCadence.
    """
    if not every:
        raise NoCadence(f"it is not said {EVERY}")
    seconds = duration(every)
    if seconds is None or not LEAST <= seconds <= MOST:
        raise NoCadence(f"{shown(every)} does not say {EVERY}")
    if zone and zone_named(zone) is None:
        raise NoCadence(no_zone(shown(zone)))
    if not hours:
        return Cadence(seconds, None, zone or "UTC")
    found = hours_of_day(hours)
    if found is None:
        raise NoCadence(f"{shown(hours)} are no hours of the day: they are like 9-18, 9:30-17:00 or 22-6")
    if not zone:
        raise NoCadence(f"it is not said in which time zone {shown(hours)} are, like Europe/Berlin or UTC")
    return Cadence(seconds, Hours(*found), zone)
