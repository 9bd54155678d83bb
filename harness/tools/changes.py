"""What a tool may change in its session. Tools name no facts: they return these, and the fold applies them."""

from dataclasses import KW_ONLY, dataclass
from typing import Literal, get_args

from harness.tools.previews import Hidden
from harness.tools.schedules import Interval, Once, Schedule
from harness.tools.skills import AllowedTool, Skill

LayerName = Literal["team", "place", "person"]
"""Of notes: whose they are."""
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
class PendingWakeup:
    """What a session waits for: to be told something at a time.

    Attributes:
        id: that of the call that wanted it
        at: in seconds since the epoch
        note: what is to be told
        paused: it does not come as long as it is
    """

    id: str
    at: float
    note: str
    schedule: Schedule
    _: KW_ONLY
    paused: bool = False

    @property
    def recurs(self) -> bool:
        return not isinstance(self.schedule, Once)


@dataclass(frozen=True, slots=True)
class WakeupWanted:
    """The session is to be woken by that schedule, for the first time `at` a time (in seconds since the epoch), and
    told `note`. `unasked`: what a mode lets through without asking is to be let through then too, if a person approves
    of that.
    """

    at: float
    note: str
    schedule: Schedule
    unasked: bool = False


@dataclass(frozen=True, slots=True)
class HeartbeatWanted:
    """The session is to have a heartbeat of its own from now on, instead of the one that it has."""

    schedule: Interval
    checklist: str = ""


@dataclass(frozen=True, slots=True)
class TimerDropped:
    """The timer of that id is not wanted any more."""

    id: str


@dataclass(frozen=True, slots=True)
class TimerHeld:
    """The wakeup of that id does not come while it is `held`."""

    id: str
    held: bool


@dataclass(frozen=True, slots=True)
class Reported:
    """What came of a heartbeat: people are told `text` if they are to `notify`; else nobody hears of it."""

    notify: bool
    text: str = ""


@dataclass(frozen=True, slots=True)
class ToolsNarrowed:
    """A `skill` was read that leaves only these tools to the turn, as far as it had them before."""

    skill: str
    leaves: tuple[AllowedTool, ...]


def narrowed_by(skill: Skill) -> tuple[ToolsNarrowed, ...]:
    """What reading it changes."""
    return () if skill.allowed is None else (ToolsNarrowed(skill.name, skill.allowed),)


@dataclass(frozen=True, slots=True)
class NoteWritten:
    """Something is remembered from now on, in that `layer`; in place of the note `replaces`, which said `instead`, if
    that is given.
    """

    id: str
    layer: LayerName
    text: str
    instead: str = ""
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class NoteForgotten:
    """The note of that id, which said `text`, is there no more."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class FileSeen:
    """The model was shown, or has made, what the `file` holds that is known by that digest of where it lies."""

    file: str
    version: str = ""
    """Of the file as it was then."""


CommandEnd = Literal["exited", "timed-out", "flooded", "memory", "killed", "stopped", "lost"]
"""By itself; after its time; for far too much output; for want of memory; by the model; by people; or nobody knows,
since the program that ran it is gone.
"""


@dataclass(frozen=True, slots=True)
class CommandStarted:
    """The call has begun a command that runs in the background, by the program that was started as `boot` on the
    machine `node`.

    Attributes:
        command: how it begins, in a line
        limit: seconds that it may take
        notify: its end is to be heard at once
        outside: the origin of what it says, if that comes from outside
    """

    node: str
    boot: str
    command: str
    limit: float
    _: KW_ONLY
    notify: bool = False
    outside: str = ""


@dataclass(frozen=True, slots=True)
class FileChanged:
    """People have let that file be changed, and may have it back as it was.

    Attributes:
        path: what they were told
        file: where it lies, as of FileSeen
        after: the version of it that the change has left
        before: a digest of what it held; empty, if there was none, or `why`
        why: why it cannot be had back: it was too large to be kept, no text, or not read
        mode: the permissions of a file that is gone since, as bits
    """

    path: str
    file: str
    after: str
    before: str = ""
    why: Hidden = ""
    mode: int | None = None


UndoOutcome = Literal["undone", "changed", "denied", "failed"]
"""What comes of that: not if it is another since, if the rules are against it, or if it could not be done just now."""


Change = (
    TodosWritten
    | WakeupWanted
    | HeartbeatWanted
    | TimerDropped
    | TimerHeld
    | Reported
    | ToolsNarrowed
    | NoteWritten
    | NoteForgotten
    | FileSeen
    | CommandStarted
    | FileChanged
)
