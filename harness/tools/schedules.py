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
        return f"{self.expression} in {self.zone}"


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
        hours = f", {self.hours} in {self.zone}" if self.hours else ""
        return f"every {duration(self.every)}{hours}"


Recurring = Cron | Interval
Schedule = Once | Recurring


def _clock(minute: int) -> str:
    hour, rest = divmod(minute, 60)
    return f"{hour}:{rest:02}" if rest else str(hour)
