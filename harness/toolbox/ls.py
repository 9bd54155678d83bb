"""The tool that lists a folder."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from harness.files.errors import FilesError
from harness.files.port import FileEntry, Files
from harness.toolbox.clock import UNKNOWN
from harness.toolbox.wording import counted, path_leads, path_named, path_subject
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.tool import Tool, ToolContext
from harness.workspace.hours import zone_named

_MOST = 1000


class Ls(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    path: str = Field("/", description="The folder.")


def ls(files: Files) -> Tool[Ls]:
    async def run(arguments: Ls, context: ToolContext) -> ToolResult:
        try:
            entries = await files.of(context).list(arguments.path)
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        if not entries:
            return ToolResult(f"{path_subject(arguments.path)} is empty.")
        may = [entry for entry in entries if all(map(context.permits, (entry.path, _lies(entry))))]
        kept = len(entries) - len(may)
        lines = [_line(entry, context.zone or context.usual_zone or UNKNOWN) for entry in may[:_MOST]]
        if len(may) > _MOST:
            lines.append(f"[{counted(len(may) - _MOST, 'more entry')}; use glob to find some]")
        if kept:
            lines.append(f"[{counted(kept, 'entry')} left out: a rule keeps {'it' if kept == 1 else 'them'} from me]")
        return ToolResult("\n".join(lines))

    return Tool(
        name="ls",
        description=(
            "List what lies directly in a folder: folders end in /, files have their size, and all have the time of "
            "their last change, by the clocks of whom you work for. Paths begin with /, which is the root of your "
            "files."
        ),
        category="read",
        arguments=Ls,
        run=run,
        repeatable=True,
        operation="read",
        subject=lambda arguments: path_subject(arguments.path),
        leads=lambda arguments: path_leads(files, arguments.path),
        act=lambda arguments, _: Act("List", "Listed", path_named(arguments.path), about="path"),
    )


def _lies(entry: FileEntry) -> str:
    return entry.lies or entry.place or entry.path


def _line(entry: FileEntry, zone: str) -> str:
    """Its path, its size and when it was changed, as far as these are known."""
    size = "" if entry.folder else counted(entry.size, "byte")
    about = ", ".join(filter(None, (size, _minute(entry.changed, zone) if entry.changed else "")))
    return f"{entry.path}{'/' if entry.folder else ''}{f' ({about})' if about else ''}"


def _minute(when: float, zone: str) -> str:
    there = zone_named(zone)
    at = datetime.fromtimestamp(when, there or ZoneInfo(UNKNOWN))
    return f"{at:%Y-%m-%d %H:%M}{'' if there and zone != UNKNOWN else f' {UNKNOWN}'}"
