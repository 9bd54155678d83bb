"""When a timer comes: once, at the times of a cron expression, or every so often."""

from dataclasses import dataclass

from harness.chat.wording import duration


@dataclass(frozen=True, slots=True)
class Hours:
    """Of every day, in minutes after midnight: from `begin` to `end`, which is not in them. If they end before they
    begin, they go over midnight.
    """

    begin: int
    end: int

    def hold(self, minute: int) -> bool:
        if self.begin < self.end:
            return self.begin <= minute < self.end
        return minute >= self.begin or minute < self.end

    def __str__(self) -> str:
        return f"{_clock(self.begin)}–{_clock(self.end)}"


@dataclass(frozen=True, slots=True)
class Once:
    """At that time, in seconds since the epoch."""

    at: float


@dataclass(frozen=True, slots=True)
class Cron:
    """At the times of an expression of five fields, on the clocks of a `zone` by its IANA name."""

    expression: str
    zone: str

    def __str__(self) -> str:
        return f"{times(self.expression)} ({city(self.zone)})"


@dataclass(frozen=True, slots=True)
class Interval:
    """Every so many seconds, counted from `since` on (in seconds since the epoch); at any hour, if there are no
    `hours`, which are on the clocks of the `zone`, by its IANA name.
    """

    every: float
    hours: Hours | None = None
    zone: str = "UTC"
    since: float = 0.0

    def __str__(self) -> str:
        hours = f", {self.hours} ({city(self.zone)})" if self.hours else ""
        return f"every {duration(self.every)}{hours}"


Recurring = Cron | Interval
Schedule = Once | Recurring


def city(zone: str) -> str:
    """As people name the time zone of that IANA name: `Berlin`."""
    return zone.rpartition("/")[2].replace("_", " ")


def times(expression: str) -> str:
    """Those of a cron expression, in words: `weekdays at 9:00`. One that means more than days and a time is said as it
    is.
    """
    match expression.split():
        case [minute, hour, "*", "*", days] if minute.isdecimal() and hour.isdecimal() and (said := _days(days)):
            return f"{said} at {int(hour)}:{int(minute):02}"
        case [minute, "*", "*", "*", "*"] if minute.isdecimal():
            return f"every hour at :{int(minute):02}"
        case _:
            return f"at the times of {' '.join(expression.split())}"


_WEEK = {"mon": "Mondays", "tue": "Tuesdays", "wed": "Wednesdays", "thu": "Thursdays", "fri": "Fridays"} | {
    "sat": "Saturdays",
    "sun": "Sundays",
}
_NUMBERED = dict(zip("1234567", _WEEK, strict=True)) | {"0": "sun"}
_SPANS = {"*": "every day", "mon-fri": "weekdays", "sat-sun": "weekends"}


def _days(field: str) -> str:
    """In words; empty for what has none."""
    names = [_NUMBERED.get(day, day) for day in field.casefold().split(",")]
    span = "-".join(_NUMBERED.get(day, day) for day in field.casefold().split("-"))
    if span in _SPANS:
        return _SPANS[span]
    return ", ".join(_WEEK[day] for day in names) if all(day in _WEEK for day in names) else ""


def _clock(minute: int) -> str:
    hour, rest = divmod(minute, 60)
    return f"{hour}:{rest:02}" if rest else str(hour)
