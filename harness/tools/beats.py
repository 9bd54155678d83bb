"""What a heartbeat is made of: how often, in which hours, and what is looked at."""

from dataclasses import dataclass

from harness.chat.wording import duration

OWN = "own"
"""The id of the heartbeat that a thread was given in it; those of the workspace have others."""
OF_WORKSPACE = "file-"
"""What the ids of those begin with that `workspace.yaml` names."""


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
class Cadence:
    """Every so many seconds, counted from `anchor` on (in seconds since the epoch); at any hour, if there are no
    `hours`, which are those of the `zone`, by its IANA name.
    """

    every: float
    hours: Hours | None = None
    zone: str = "UTC"
    anchor: float = 0.0

    def __str__(self) -> str:
        hours = f", {self.hours} in {self.zone}" if self.hours else ""
        return f"every {duration(self.every)}{hours}"


@dataclass(frozen=True, slots=True)
class Beat:
    """What somebody wants looked at again and again. `id` tells it from the others of its thread. Without a `checklist`
    the workspace's is looked at, as it is then. `model` is the one that thinks, if not the thread's; `check` a command
    that says whether there is anything new.
    """

    id: str
    cadence: Cadence
    checklist: str = ""
    model: str = ""
    check: str = ""


def _clock(minute: int) -> str:
    hour, rest = divmod(minute, 60)
    return f"{hour}:{rest:02}" if rest else str(hour)
