"""Reads when people work: `{days: mon-fri, hours: 9-18, zone: Europe/Berlin}`."""

import re
from collections.abc import Mapping
from dataclasses import replace
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from harness.approvals.hours import MINUTES, WorkingTime
from harness.workspace.given import Given
from harness.workspace.problems import shown

KEYS = ("days", "hours", "zone")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HOURS = re.compile(r"([0-9]{1,2})(?::([0-9]{2}))?-([0-9]{1,2})(?::([0-9]{2}))?")


def working_time(given: Given) -> WorkingTime:
    return hours(given.fields(KEYS), WorkingTime())


def hours(values: Mapping[str, Given], usual: WorkingTime) -> WorkingTime:
    """What `values` say, by KEYS; where they say nothing, as `usual`."""
    found = usual
    if "days" in values:
        found = replace(found, days=_days(values["days"]) or found.days)
    if "hours" in values:
        begin, end = _hours(values["hours"]) or (found.begin, found.end)
        found = replace(found, begin=begin, end=end)
    if "zone" in values:
        found = replace(found, zone=zone(values["zone"]) or found.zone)
    return found


def zone(given: Given) -> ZoneInfo | None:
    name = given.line_of_text()
    found = zone_named(name) if name else None
    if name and found is None:
        given.wrong(no_zone(shown(name)))
    return found


def zone_named(name: str) -> ZoneInfo | None:
    """By its IANA name; None if there is no such zone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def no_zone(name: str) -> str:
    """What people are told of a name that is none's."""
    return f"there is no time zone {name}: names are like Europe/Berlin or UTC"


def _days(given: Given) -> frozenset[int]:
    found = set[int]()
    text = given.line_of_text()
    for part in text.casefold().replace(" ", "").split(",") if text else ():
        first, dash, last = part.partition("-")
        last = last if dash else first
        if first not in DAYS or last not in DAYS:
            given.wrong(f"must be days of the week, like mon-fri or mon,wed,sat, not {shown(text)}")
            return frozenset()
        begin, end = DAYS.index(first), DAYS.index(last)
        found |= {number % 7 for number in range(begin, end + 1 + 7 * (end < begin))}
    return frozenset(found)


def _hours(given: Given) -> tuple[int, int] | None:
    """From which minute of the day to which."""
    text = given.line_of_text()
    if not text:
        return None
    found = hours_of_day(text)
    if found is None:
        given.wrong(f"must be hours of the day, like 9-18, 9:30-17:00 or 22-6, not {shown(text)}")
    return found


def hours_of_day(text: str) -> tuple[int, int] | None:
    """From which minute of the day to which `9-18` or `22:30-6` goes; None if it is no such hours."""
    match = _HOURS.fullmatch(text.replace(" ", ""))
    numbers = [int(number or 0) for number in match.groups()] if match else [0, 0, 0, 0]
    begin, end = 60 * numbers[0] + numbers[1], 60 * numbers[2] + numbers[3]
    wrong = begin == end or begin >= MINUTES or end > MINUTES or max(numbers[1::2]) > 59
    return None if wrong else (begin, end)
