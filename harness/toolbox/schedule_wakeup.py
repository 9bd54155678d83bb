"""The tool by which the colleague has itself woken, to check on something or to remind people."""

from collections.abc import Callable
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.wording import counted, duration, moment
from harness.tools.calls import ToolResult
from harness.tools.changes import WakeupWanted
from harness.tools.tool import Tool, ToolContext

SOONEST, LATEST = 60.0, 30 * 86_400.0
"""Seconds from now."""
MOST = 10
"""Wakeups between two messages of people: who wakes itself for ever talks to nobody."""


class ScheduleWakeup(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    note: str = Field(description="What you will be told then: what to look at or say, and why.", min_length=1)
    seconds: int | None = Field(None, description="Seconds from now: 60 to 2592000, which is thirty days.")
    at: str | None = Field(
        None,
        description="Or the time, in ISO 8601 with its offset from UTC: 2027-01-31T10:00:00+01:00.",
    )


def schedule_wakeup(now: Callable[[], float]) -> Tool[ScheduleWakeup]:
    """`now` is in seconds since the epoch."""

    async def run(arguments: ScheduleWakeup, context: ToolContext) -> ToolResult:
        present = now()
        when = _when(arguments, present)
        if isinstance(when, str):
            return ToolResult(f"Not scheduled: {when}. It is {moment(present)} now.", ok=False)
        if context.woken >= MOST:
            why = f"you have asked for that {counted(MOST, 'time')} since a person spoke last"
            return ToolResult(f"Not scheduled: {why}. Tell people how things are, and wait for them.", ok=False)
        change = WakeupWanted(when, arguments.note)
        told = f"You will be woken at {moment(when)}, in {duration(when - present)} ({context.call.id})."
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
        summary=_summary,
    )


def _summary(arguments: ScheduleWakeup) -> str:
    when = f"in {duration(arguments.seconds)}" if arguments.seconds is not None else f"at {arguments.at or '?'}"
    return f"Be woken {when}: {arguments.note}"


def _when(arguments: ScheduleWakeup, now: float) -> float | str:
    """The time; or why there is none."""
    if (arguments.seconds is None) == (arguments.at is None):
        return "give either seconds or a time"
    when = now + arguments.seconds if arguments.seconds is not None else _time(arguments.at or "")
    if isinstance(when, str):
        return when
    if not SOONEST <= when - now <= LATEST:
        return f"it must be {duration(SOONEST)} to {duration(LATEST)} from now"
    return when


def _time(text: str) -> float | str:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return f"{text} is no time in ISO 8601"
    return f"{text} lacks its offset from UTC" if time.tzinfo is None else time.timestamp()
