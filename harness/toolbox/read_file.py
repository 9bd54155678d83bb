"""The tool that reads a file."""

from pydantic import BaseModel, ConfigDict, Field

from harness.files.errors import FilesError, Unreadable
from harness.files.port import Files
from harness.toolbox.looking import media
from harness.toolbox.wording import counted, cut, path_shown, path_subject
from harness.tools.calls import ToolResult
from harness.tools.tool import Tool, ToolContext

_LONGEST_LINE = 2_000
_LONGEST = 60_000  # characters of one result: several fit into a request


class ReadFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    file_path: str = Field(description="The file.")
    offset: int = Field(0, description="How many lines to skip.")
    limit: int = Field(2000, description="How many lines to read at most.")


def read_file(files: Files) -> Tool[ReadFile]:
    async def run(arguments: ReadFile, context: ToolContext) -> ToolResult:
        try:
            text = await files.read(arguments.file_path)
        except Unreadable as error:
            return await _looked_at(files, arguments.file_path) or ToolResult(str(error), ok=False)
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        return _excerpt(path_subject(arguments.file_path), text, arguments.offset, arguments.limit)

    return Tool(
        name="read_file",
        description=(
            "Read a text file, or look at a picture or PDF. Each line of a text comes with its number and a tab before "
            "it, which are not part of the file. Read long files piece by piece with offset and limit. Paths begin "
            "with /, which is the root of your files."
        ),
        category="read",
        arguments=ReadFile,
        run=run,
        repeatable=True,
        subject=lambda arguments: path_subject(arguments.file_path),
        summary=lambda arguments: f"Read {path_shown(arguments.file_path)}",
    )


async def _looked_at(files: Files, file_path: str) -> ToolResult | None:
    """None, if it is nothing to look at."""
    try:
        shown = media(path_subject(file_path), await files.read_bytes(file_path))
    except FilesError:
        return None
    if shown is None:
        return None
    return ToolResult(f"{shown.path} is {shown.kind}, {shown.size:,} bytes. It is shown below.", media=(shown,))


def _excerpt(path: str, text: str, offset: int, limit: int) -> ToolResult:
    if not text:
        return ToolResult(f"{path} is empty.")
    lines = text.removesuffix("\n").split("\n")
    total = counted(len(lines), "line")
    if limit <= 0:
        return ToolResult(f"Nothing was read: limit is {limit}. {path} has {total}.")
    if offset >= len(lines):
        return ToolResult(f"offset {offset} is past the end of {path}, which has {total}", ok=False)
    notes = [f"[offset {offset} was taken as 0]"] if offset < 0 else []
    first = max(offset, 0)
    shown: list[str] = []
    room = _LONGEST
    for number, line in enumerate(lines[first : first + limit], first + 1):
        numbered = f"{number:>6}\t{cut(line, _LONGEST_LINE)}"
        room -= len(numbered) + 1
        if room < 0:
            break
        shown.append(numbered)
    last = first + len(shown)
    if first > 0 or last < len(lines):
        more = f"; go on with offset {last}" if last < len(lines) else ""
        notes.append(f"[lines {first + 1:,} to {last:,} of {len(lines):,}{more}]")
    return ToolResult("\n".join([*shown, *notes]))
