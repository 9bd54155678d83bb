"""What a tool may change in its session. Tools name no facts: they return these, and the fold applies them."""

from dataclasses import dataclass
from typing import Literal, get_args

from harness.chat.wording import duration
from harness.tools.beats import Cadence

Status = Literal["pending", "in_progress", "completed"]
STATUSES = get_args(Status)


@dataclass(frozen=True, slots=True)
class Todo:
    text: str
    status: Status = "pending"


@dataclass(frozen=True, slots=True)
class TodosWritten:
    """The whole list, in order; it replaces the one before."""

    todos: tuple[Todo, ...]


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Again and again: at the times of a `cron` expression of five fields, in a `zone` by its IANA name; or `every` so
    many seconds, counted from the moment `since` (in seconds since the epoch).
    """

    cron: str
    zone: str
    every: float = 0.0
    since: float = 0.0

    def __str__(self) -> str:
        return f"every {duration(self.every)}" if self.every else f"{self.cron} in {self.zone}"


@dataclass(frozen=True, slots=True)
class Wakeup:
    """What a session waits for: to be told `note`, `at` a time in seconds since the epoch, and perhaps `again`. `id` is
    that of the call that wanted it. It does not come while it is `paused`.
    """

    id: str
    at: float
    note: str
    again: Recurrence | None = None
    paused: bool = False


@dataclass(frozen=True, slots=True)
class WakeupWanted:
    """The session is to be woken `at` a time (in seconds since the epoch), and told `note`; and then `again`.
    `unasked`: what a mode lets through without asking is to be let through then too, if a person approves of that.
    """

    at: float
    note: str
    again: Recurrence | None = None
    unasked: bool = False


@dataclass(frozen=True, slots=True)
class WakeupDropped:
    """What was wanted by the call of that `id` is not wanted any more."""

    id: str


@dataclass(frozen=True, slots=True)
class WakeupHeld:
    """What was wanted by the call of that `id` does not come while it is `held`."""

    id: str
    held: bool


@dataclass(frozen=True, slots=True)
class BeatWanted:
    """The session is to have a heartbeat of its own from now on, instead of the one that it has."""

    cadence: Cadence
    checklist: str = ""


@dataclass(frozen=True, slots=True)
class BeatDropped:
    """The heartbeat of that id is not to come any more."""

    id: str


@dataclass(frozen=True, slots=True)
class Reported:
    """What came of a heartbeat: people are told `text` if they are to `notify`; else nobody hears of it."""

    notify: bool
    text: str = ""


Change = TodosWritten | WakeupWanted | WakeupDropped | WakeupHeld | BeatWanted | BeatDropped | Reported
