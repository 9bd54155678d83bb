"""Reads `heartbeats`: what is looked at by ourselves, where and how often."""

from dataclasses import dataclass
from hashlib import blake2b

from harness.approvals.hours import WorkingTime
from harness.chat.people import Place
from harness.sessions.heartbeat import MOST as MOST_IN_A_PLACE
from harness.tools.heartbeats import OF_WORKSPACE, HeartbeatConfig
from harness.tools.schedules import Hours, Interval
from harness.workspace.given import Given
from harness.workspace.hours import hours_of_day, zone
from harness.workspace.intervals import LEAST, MOST
from harness.workspace.problems import shown

KEYS = ("every", "hours", "zone", "place", "checklist", "model", "check")
OFTEN = "a duration from 5m to 1d, like 30m or 2h"


@dataclass(frozen=True, slots=True)
class Placed:
    """A heartbeat, and where it is. Its id is made of all that is said of it: something else is another one."""

    place: Place
    config: HeartbeatConfig


def heartbeats(given: Given, usual: WorkingTime | None = None) -> tuple[Placed, ...]:
    """A list of `{every: 30m, hours: "9-18", zone: Europe/Berlin, place: …, checklist: …, model: …, check: …}`. `usual`
    is when people work: hours without a zone are on its clocks.
    """
    found = dict[str, Placed]()
    for each in given.items():
        problems = len(given.problems)
        placed = _placed(each, usual)
        if len(given.problems) > problems or placed is None:
            continue
        if placed.config.id in found:
            each.wrong("is here twice")
        elif sum(other.place == placed.place for other in found.values()) >= MOST_IN_A_PLACE:
            each.wrong(f"is one more than the {MOST_IN_A_PLACE} that there may be in one place")
        found[placed.config.id] = placed
    return tuple(found.values())


def _placed(given: Given, usual: WorkingTime | None) -> Placed | None:
    values = given.fields(KEYS)
    for key, right in (("every", OFTEN), ("place", _PLACE)):
        if key not in values:
            given.wrong(f"needs `{key}`: {right}")
    if "every" not in values or "place" not in values:
        return None
    place, schedule = _place(values["place"]), _interval(values, usual)
    checklist = values["checklist"].text() if "checklist" in values else ""
    model = values["model"].word() if "model" in values else ""
    check = values["check"].text() if "check" in values else ""
    if place is None or schedule is None:
        return None
    content = repr((place.id, schedule, checklist, model, check))
    id = OF_WORKSPACE + blake2b(content.encode(errors="surrogatepass"), digest_size=6).hexdigest()
    return Placed(place, HeartbeatConfig(id, schedule, checklist, model=model, check=check))


_PLACE = 'platform:team:channel, like "slack:T0123:C0456", with :thread behind it for one of its threads'


def _place(given: Given) -> Place | None:
    id = given.line_of_text()
    parts = id.split(":")
    if len(parts) not in (3, 4) or not all(parts) or any(c.isspace() for c in id):
        if id:
            given.wrong(f"must be {_PLACE}, not {shown(id)}")
        return None
    return Place(*parts)


def _interval(values: dict[str, Given], usual: WorkingTime | None) -> Interval | None:
    every = values["every"].seconds(None, OFTEN)
    if every is not None and not LEAST <= every <= MOST:
        values["every"].wrong(f"must be {OFTEN}")
    named = zone(values["zone"]) if "zone" in values else usual.zone if usual else None
    hours = _hours(values["hours"]) if "hours" in values else None
    if hours and named is None and "zone" not in values:
        values["hours"].wrong("needs a `zone` beside it, like Europe/Berlin or UTC")
    return None if every is None else Interval(every, hours, str(named or "UTC"))


def _hours(given: Given) -> Hours | None:
    text = given.line_of_text()
    found = hours_of_day(text) if text else None
    if text and found is None:
        given.wrong(f"must be hours of the day, like 9-18, 9:30-17:00 or 22-6, not {shown(text)}")
    return Hours(*found) if found else None
