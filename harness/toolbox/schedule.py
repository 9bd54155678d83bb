"""The tool by which the colleague has itself woken again and again."""

from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.wording import duration, moment
from harness.tools.calls import ToolResult
from harness.tools.changes import Recurrence, WakeupWanted
from harness.tools.tool import Tool, ToolContext

LEAST_APART = 300.0
"""Seconds between two times."""
MOST = 20
"""Wakeups that a thread waits for."""

Next = Callable[[Recurrence, float], float | None]
"""The first time of it after that moment, if there is one. Raises ValueError, whose message says what is wrong."""


class Schedule(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    note: str = Field(description="What you will be told each time: what to look at or say, and why.", min_length=1)
    cron: str = Field(description="When, as a cron expression: minute hour day month weekday. 0 9 * * mon-fri")
    zone: str = Field(description="The time zone of whoever it is for, by its IANA name: Europe/Berlin.")
    unasked: bool = Field(
        False,
        description="Whether you may then do without asking what this thread's mode lets you do without asking, which "
        "otherwise holds only when a person speaks to you. Only if they want that: whoever approves this allows it.",
    )

    @property
    def again(self) -> Recurrence:
        return Recurrence(self.cron, self.zone)


def schedule(now: Callable[[], float], following: Next) -> Tool[Schedule]:
    """`now` is in seconds since the epoch."""

    async def run(arguments: Schedule, context: ToolContext) -> ToolResult:
        if len(context.wakeups) >= MOST:
            return ToolResult(f"Not scheduled: this thread waits for {MOST} times. Cancel one first.", ok=False)
        try:
            first = following(arguments.again, now())
            second = following(arguments.again, first) if first is not None else None
        except ValueError as error:
            return ToolResult(f"Not scheduled: {error}.", ok=False)
        if first is None:
            return ToolResult(f"Not scheduled: {arguments.again} never comes.", ok=False)
        if second is not None and second - first < LEAST_APART:
            return ToolResult(f"Not scheduled: there must be {duration(LEAST_APART)} between two times.", ok=False)
        then = f", then at {moment(second)}" if second is not None else ""
        told = f"You will be woken at {moment(first)}{then}, and so on ({context.call.id})."
        return ToolResult(told, changes=(WakeupWanted(first, arguments.note, arguments.again, arguments.unasked),))

    return Tool(
        name="schedule",
        description=(
            "Have yourself woken in this thread again and again, at the times of a cron expression: for reports, "
            "checks and reminders that people want regularly. You will be told your note each time; while you are at "
            "work on something else, a time is passed over. wakeups ends it."
        ),
        category="other",
        arguments=Schedule,
        run=run,
        repeatable=True,
        summary=_summary,
    )


def _summary(arguments: Schedule) -> str:
    freely = ", and then do without asking what the mode lets through" if arguments.unasked else ""
    return f"Be woken at {arguments.again}{freely}: {arguments.note}"
