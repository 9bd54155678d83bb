"""The tool by which the colleague has itself woken, to check on something or to remind people."""

from collections.abc import Callable
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.cards import Block
from harness.chat.rooms import Rooms
from harness.chat.wording import counted, duration
from harness.toolbox.clock import local, zone_of
from harness.toolbox.schedule import LONGEST
from harness.toolbox.schedule import MOST as MOST_WAITED_FOR
from harness.toolbox.wording import one_line
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.changes import WakeupWanted
from harness.tools.previews import Preview
from harness.tools.schedules import Once
from harness.tools.tool import Tool, ToolContext
from harness.workspace.hours import zone_named

SOONEST, LATEST = 60.0, 30 * 86_400.0
"""Seconds from now."""
MOST = 10
"""Wakeups between two messages of people: who wakes itself for ever talks to nobody."""


class ScheduleWakeup(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    note: str = Field(
        description="What you will be told then: what to look at or say, and why.", min_length=1, max_length=LONGEST
    )
    seconds: int | None = Field(None, description="Seconds from now: 60 to 2592000, which is thirty days.")
    at: str | None = Field(
        None,
        description=(
            "Or the time, in ISO 8601: 2027-01-31T10:00 on the clocks of whoever you work for, or with an offset from "
            "UTC, 2027-01-31T10:00:00+01:00. The tool wakeups tells what time it is for them."
        ),
    )


def schedule_wakeup(now: Callable[[], float], rooms: Rooms) -> Tool[ScheduleWakeup]:
    """`now` is in seconds since the epoch; `rooms` tells where people live."""

    async def run(arguments: ScheduleWakeup, context: ToolContext) -> ToolResult:
        present, there = now(), await zone_of(context, rooms)
        when = _when(arguments, present, there)
        if isinstance(when, str):
            return ToolResult(f"Not scheduled: {when}. It is {local(present, there)} now.", ok=False)
        if context.self_wakeups + context.alike >= MOST:
            why = f"you have asked for that {counted(MOST, 'time')} since a person spoke last"
            return ToolResult(f"Not scheduled: {why}. Tell people how things are, and wait for them.", ok=False)
        if len(context.wakeups) + context.alike >= MOST_WAITED_FOR:
            return ToolResult(
                f"Not scheduled: this thread waits for {MOST_WAITED_FOR} times. Cancel one first.", ok=False
            )
        change = WakeupWanted(when, arguments.note, Once(when))
        told = f"You will be woken at {local(when, there)}, in {duration(when - present)} ({context.call.id})."
        return ToolResult(told, changes=(change,))

    return Tool(
        name="schedule_wakeup",
        description=(
            "Have yourself woken later in this thread, once: to check on something that takes time, or to remind "
            "people of what they asked you to. Give seconds or a time. You will be told your note then, and can work "
            "and reply as usual."
        ),
        category="read",
        arguments=ScheduleWakeup,
        run=run,
        repeatable=True,
        act=_act,
    )


def _act(arguments: ScheduleWakeup, _: Preview | None) -> Act:
    when = f"in {duration(arguments.seconds)}" if arguments.seconds is not None else f"at {arguments.at or '?'}"
    return Act(
        "Come back",
        "Will come back",
        (f"{when}: {one_line(arguments.note)}",),
        brief=when,
        blocks=(Block(arguments.note, name="note"),),
        says=frozenset({"note", "seconds", "at"}),
    )


def _when(arguments: ScheduleWakeup, now: float, there: str) -> float | str:
    """The time; or why there is none."""
    if (arguments.seconds is None) == (arguments.at is None):
        return "give either seconds or a time"
    when = now + arguments.seconds if arguments.seconds is not None else _time(arguments.at or "", there)
    if isinstance(when, str):
        return when
    if not SOONEST <= when - now <= LATEST:
        return f"it must be {duration(SOONEST)} to {duration(LATEST)} from now"
    return when


def _time(text: str, there: str) -> float | str:
    try:
        time = datetime.fromisoformat(text)
        return (time.replace(tzinfo=zone_named(there)) if time.tzinfo is None else time).timestamp()
    except (ValueError, OverflowError):
        return f"{text} is no time in ISO 8601"
