"""The tool by which the colleague says what came of a heartbeat."""

from pydantic import BaseModel, ConfigDict, Field

from harness.tools.acts import Act
from harness.tools.calls import REPORT, ToolResult
from harness.tools.changes import Reported
from harness.tools.tool import Tool, ToolContext

LONGEST = 4_000
"""Characters: whoever is told something that they did not ask for is told it briefly."""


class Report(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    notify: bool = Field(description="Do people need to know it now? Mostly not: then nobody hears of it.")
    text: str = Field("", description="What they are told, in Markdown. Briefly.", max_length=LONGEST)


async def _run(arguments: Report, context: ToolContext) -> ToolResult:
    shown = any(character.isprintable() and not character.isspace() for character in arguments.text)
    if arguments.notify and not shown:
        return ToolResult("Nobody was told anything: there is no text. Say what they are to know.", ok=False)
    told = "They are told." if arguments.notify else "Nobody is told."
    return ToolResult(told, changes=(Reported(arguments.notify, arguments.text),))


def report() -> Tool[Report]:
    """With it a heartbeat ends."""
    return Tool(
        name=REPORT,
        description=(
            "Say what came of this heartbeat, and end it. Notify people only of what they need to know now; if all is "
            "as it should be, do not: silence is what they expect."
        ),
        category="read",
        arguments=Report,
        run=_run,
        repeatable=True,
        act=lambda arguments, _: Act("Tell", "Told", ("people" if arguments.notify else "nobody",)),
    )
