"""The tool by which the colleague has itself woken again and again."""

import re
from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.cards import Block
from harness.chat.rooms import Rooms
from harness.chat.wording import duration
from harness.toolbox.clock import local, zone_of
from harness.toolbox.wording import one_line, spaced
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.changes import WakeupWanted
from harness.tools.previews import Preview
from harness.tools.schedules import Cron, Interval, Recurring, times
from harness.tools.tool import Tool, ToolContext
from harness.workspace.hours import no_zone, zone_named

LEAST_APART = 300.0
"""Seconds between two times."""
MOST = 20
"""Wakeups that a thread waits for."""
LONGEST = 4_000
"""Characters of a note."""
UNASKED = "then without asking, as far as this mode allows"
_EVERY = re.compile(r"([0-9]{1,5}) ?(min|m|h|d)")
_SECONDS = {"min": 60, "m": 60, "h": 3_600, "d": 86_400}

Next = Callable[[Recurring, float], float | None]
"""The first time of it after that moment, if there is one. Raises ValueError, whose message says what is wrong."""

Apart = Callable[[Recurring], float]
"""The fewest seconds between two of its times, whichever these are. Raises ValueError likewise."""


class ScheduleArguments(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    note: str = Field(
        description="What you will be told each time: what to look at or say, and why.",
        min_length=1,
        max_length=LONGEST,
    )
    cron: str = Field("", description="When, as a cron expression: minute hour day month weekday. 0 9 * * mon-fri")
    every: str = Field(
        "", description="Or how long after each other, counted from now: 90min, 6h or 2d. For a time of day give cron."
    )
    zone: str = Field(
        "", description="The time zone of cron, by its IANA name, Europe/Berlin, if not that of whoever you work for."
    )
    unasked: bool = Field(
        False,
        description="Whether you may then do without asking what this thread's mode lets you do without asking, which "
        "otherwise holds only when a person speaks to you. Only if they want that: whoever approves this allows it.",
    )

    @property
    def when(self) -> str:
        """In words."""
        if not self.cron:
            return f"every {spaced(self.every)}"
        return str(Cron(self.cron, self.zone)) if self.zone else times(self.cron)


def schedule(now: Callable[[], float], following: Next, apart: Apart, rooms: Rooms) -> Tool[ScheduleArguments]:
    """`now` is in seconds since the epoch; `rooms` tells where people live."""

    async def run(arguments: ScheduleArguments, context: ToolContext) -> ToolResult:
        if len(context.wakeups) + context.alike >= MOST:
            return ToolResult(f"Not scheduled: this thread waits for {MOST} times. Cancel one first.", ok=False)
        there = arguments.zone or await zone_of(context, rooms)
        try:
            again = _again(arguments, there, now())
            first = following(again, now())
            second = following(again, first) if first is not None else None
            if first is not None and apart(again) < LEAST_APART:
                raise ValueError(f"there must be {duration(LEAST_APART)} between two times")
        except ValueError as error:
            return ToolResult(f"Not scheduled: {error}.", ok=False)
        if first is None:
            return ToolResult(f"Not scheduled: {again} never comes.", ok=False)
        then = f", then at {local(second, there)}" if second is not None else ""
        told = f"You will be woken at {local(first, there)}{then}, and so on ({context.call.id})."
        return ToolResult(told, changes=(WakeupWanted(first, arguments.note, again, arguments.unasked),))

    return Tool(
        name="schedule",
        description=(
            "Have yourself woken in this thread again and again, at the times of a cron expression or after so much "
            "time: for reports, checks and reminders that people want regularly. You will be told your note each time; "
            "while you are at work on something else, a time is passed over. wakeups ends it."
        ),
        category="other",
        arguments=ScheduleArguments,
        run=run,
        repeatable=True,
        act=_act,
    )


def _again(arguments: ScheduleArguments, there: str, now: float) -> Recurring:
    """Raises ValueError."""
    if bool(arguments.cron) == bool(arguments.every):
        raise ValueError("give either cron or every")
    if arguments.zone and zone_named(arguments.zone) is None:
        raise ValueError(no_zone(arguments.zone))
    if arguments.cron:
        return Cron(arguments.cron, there)
    match = _EVERY.fullmatch(arguments.every.strip())
    if match is None or int(match[1]) == 0:
        raise ValueError(f"{arguments.every} is no time between two times, like 90min, 6h or 2d")
    return Interval(float(int(match[1]) * _SECONDS[match[2]]), zone=there, since=now)


def _act(arguments: ScheduleArguments, _: Preview | None) -> Act:
    return Act(
        "Schedule",
        "Scheduled",
        (f"{arguments.when}: {one_line(arguments.note)}",),
        brief=arguments.when,
        blocks=(Block(arguments.note, name="note"),),
        notes=(UNASKED,) if arguments.unasked else (),
        says=frozenset({"note", "cron", "every", "zone", "unasked"}),
    )
