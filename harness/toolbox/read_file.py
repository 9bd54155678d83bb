"""The tool that reads a file."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from pydantic import BaseModel, ConfigDict, Field

from harness.files.errors import FilesError, UnreadableFile
from harness.files.port import Files
from harness.toolbox.binding import bound_by
from harness.toolbox.looking import described, media
from harness.toolbox.seen_files import read, seen
from harness.toolbox.wording import counted, cut, path_leads, path_named, path_subject
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.masks import without_key_lines
from harness.tools.tool import Tool, ToolContext

_LONGEST_LINE = 2_000
_PIECE = 65_536  # characters
_LONGEST = 60_000  # bytes of one result: several fit into a request


class ReadFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    file_path: str = Field(description="The file.")
    offset: int = Field(0, description="How many lines to skip.")
    limit: int = Field(2000, description="How many lines to read at most.")
    numbers: bool = Field(True, description="Does each line come with its number and a tab before it?")


def read_file(files: Files) -> Tool[ReadFile]:
    async def run(arguments: ReadFile, context: ToolContext) -> ToolResult:
        try:
            text, known = await read(files, arguments.file_path, context)
        except UnreadableFile as error:
            return await _looked_at(files, arguments.file_path, context) or ToolResult(str(error), ok=False)
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        shown = without_key_lines(text)  # of a part alone nobody could tell that it is of a key
        path, offset = path_subject(arguments.file_path), arguments.offset
        excerpt = _excerpt(path, shown, offset, arguments.limit, arguments.numbers)
        shows_any = excerpt.ok and arguments.limit > 0
        return replace(excerpt, changes=(*bound_by(files, [path], context), *(known if shows_any else ())))

    return Tool(
        name="read_file",
        description=(
            "Read a text file, or look at a picture, a PDF, a recording or a film. Each line of a text comes with its "
            "number and a tab before it, which are not part of the file, unless numbers is false. Read long files "
            "piece by piece with offset and limit. Paths begin with /, which is the root of your files."
        ),
        category="read",
        arguments=ReadFile,
        run=run,
        repeatable=True,
        operation="read",
        subject=lambda arguments: path_subject(arguments.file_path),
        leads=lambda arguments: path_leads(files, arguments.file_path),
        act=lambda arguments, _: Act("Read", "Read", path_named(arguments.file_path), about="file_path"),
    )


async def _looked_at(files: Files, file_path: str, context: ToolContext) -> ToolResult | None:
    """None, if it is nothing to look at."""
    try:
        content = await files.of(context).read_bytes(file_path, context.permits)
    except FilesError:
        return None
    shown = media(path_subject(file_path), content)
    if shown is None:
        what = described(path_subject(file_path), content)
        return ToolResult(what, ok=False) if what else None
    return ToolResult(
        f"{shown.path} is {shown.kind}, {shown.size:,} bytes. It is shown below.",
        changes=await seen(files, file_path, context),
        media=(shown,),
    )


def _excerpt(path: str, text: str, offset: int, limit: int, numbers: bool = True) -> ToolResult:
    if not text:
        return ToolResult(f"{path} is empty.")
    text = text.removesuffix("\n")
    all_lines = text.count("\n") + 1
    total = counted(all_lines, "line")
    if limit <= 0:
        return ToolResult(f"Nothing was read: limit is {limit}. {path} has {total}.")
    if offset >= all_lines:
        return ToolResult(f"offset {offset} is past the end of {path}, which has {total}", ok=False)
    notes = [f"[offset {offset} was taken as 0]"] if offset < 0 else []
    first = max(offset, 0)
    shown: list[str] = []
    room = _LONGEST
    for number, line in enumerate(islice(_lines(text, first), min(limit, all_lines)), first + 1):
        numbered = cut(line, _LONGEST_LINE)
        if numbers:
            numbered = f"{number:>6}\t{numbered}"
        room -= len(numbered.encode(errors="replace")) + 1
        if room < 0:
            break
        shown.append(numbered)
    last = first + len(shown)
    if first > 0 or last < all_lines or not numbers:
        more = f"; go on with offset {last}" if last < all_lines else ""
        notes.append(f"[lines {first + 1:,} to {last:,} of {all_lines:,}{more}]")
    return ToolResult("\n".join([*shown, *notes]))


def _lines(text: str, first: int) -> Iterator[str]:
    """The lines from the one on that has so many before it; one is made only when it is asked for. What lies before is
    counted piece by piece.
    """
    begin, before = 0, 0
    while (there := text.count("\n", begin, begin + _PIECE)) and before + there < first:
        begin, before = begin + _PIECE, before + there
    while before < first:
        end = text.find("\n", begin)
        if end < 0:
            return
        begin, before = end + 1, before + 1
    while (end := text.find("\n", begin)) >= 0:
        yield text[begin:end]
        begin = end + 1
    yield text[begin:]
