"""The tool by which the colleague looks at something by itself, again and again, and speaks only if need be."""

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.cards import Block
from harness.chat.rooms import Rooms
from harness.toolbox.clock import zone_of
from harness.toolbox.wording import spaced
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.changes import HeartbeatWanted
from harness.tools.previews import Preview
from harness.tools.schedules import city
from harness.tools.tool import Tool, ToolContext
from harness.workspace.intervals import NotAnInterval, interval

LONGEST = 4_000
"""Characters of a list."""


class HeartbeatArguments(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    every: str = Field(description="How often: from 5m to 1d, like 30m or 2h. Seldom is mostly enough.")
    checklist: str = Field(
        "",
        description="What you will look at, in Markdown, an item a line. Without it the workspace's list is looked at.",
        max_length=LONGEST,
    )
    hours: str = Field("", description="In which hours of the day, like 9-18; without it, at any.")
    zone: str = Field(
        "",
        description="The time zone of hours, by its IANA name, Europe/Berlin, if not that of whoever you work for.",
    )


def heartbeat(rooms: Rooms) -> Tool[HeartbeatArguments]:
    """`rooms` tells where people live."""

    async def run(arguments: HeartbeatArguments, context: ToolContext) -> ToolResult:
        try:
            found = interval(arguments.every, arguments.hours, arguments.zone or await zone_of(context, rooms))
        except NotAnInterval as error:
            return ToolResult(f"Not set: {error}.", ok=False)
        told = f"You look here {found}, in place of what was set here before. end_heartbeat ends it."
        return ToolResult(told, changes=(HeartbeatWanted(found, arguments.checklist),))

    return Tool(
        name="heartbeat",
        description=(
            "Look at something by yourself in this thread, again and again, where people want an eye kept on it. "
            "You will be shown the list each time, and people hear of it only if you report something. It is passed "
            "over while there is anything else to do. For what is to be said or done at certain times, use schedule."
        ),
        category="other",
        arguments=HeartbeatArguments,
        run=run,
        repeatable=True,
        act=_act,
    )


def _act(arguments: HeartbeatArguments, _: Preview | None) -> Act:
    zone = f" ({city(arguments.zone)})" if arguments.zone else ""
    hours = f", {arguments.hours.replace('-', '–')}" if arguments.hours else ""
    own = bool(arguments.checklist.strip())
    return Act(
        "Set",
        "Set",
        (f"a heartbeat here, every {spaced(arguments.every)}{hours}{zone}",),
        brief="a heartbeat here",
        blocks=(Block(arguments.checklist, name="checklist"),) if own else (),
        notes=() if own else ("by the workspace's checklist",),
        about="every",
        says=frozenset({"checklist", "hours", "zone"}),
    )
