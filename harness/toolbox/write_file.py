"""The tool that writes a whole file."""

import asyncio
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.diffs import short
from harness.files.configuration import is_configuration
from harness.files.editing import unix
from harness.files.errors import Changed, FilesError
from harness.files.port import Files
from harness.toolbox.wording import becoming, counted, lines_of, path_leads, path_led, path_subject
from harness.tools.calls import ToolResult
from harness.tools.previews import FileChange, Hidden, Outdated, Preview, version
from harness.tools.tool import Tool, ToolContext

_HIDDEN: Mapping[Hidden, str] = {"binary": ", which is no text", "large": ", which is too large to show", "ruled": ""}


class WriteFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    file_path: str = Field(description="The file; folders above it are made.")
    content: str = Field(description="All that it is to hold.")


def write_file(files: Files) -> Tool[WriteFile]:
    async def run(arguments: WriteFile, context: ToolContext) -> ToolResult | Outdated:
        try:
            bound = version(context.preview)
            new = await files.write(arguments.file_path, arguments.content, context.permits, bound)
        except Changed:
            return Outdated()
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        done = "Created" if new else "Replaced all of"
        return ToolResult(f"{done} {path_subject(arguments.file_path)} ({_size(arguments)}).")

    async def preview(arguments: WriteFile, context: ToolContext) -> FileChange:
        state = await files.state(arguments.file_path, context.permits)
        content = unix(arguments.content)
        if not state.exists:
            return FileChange(state.version, None, lines_of(content))
        if not context.shows(files.lies(arguments.file_path)):
            return FileChange(state.version, None, lines_of(content), hidden="ruled")
        if state.text is None:
            return FileChange(state.version, None, lines_of(content), hidden=state.why)
        diff, whole = await asyncio.to_thread(short, state.text, content)
        return FileChange(state.version, lines_of(state.text), lines_of(content), diff=diff, whole=whole)

    return Tool(
        name="write_file",
        description=(
            "Write a whole text file: a new one, or in place of all that one holds. To change parts of a file "
            "use edit_file. Paths begin with /, which is the root of your files."
        ),
        category="edit",
        arguments=WriteFile,
        run=run,
        subject=lambda arguments: path_subject(arguments.file_path),
        leads=lambda arguments: path_leads(files, arguments.file_path),
        careful=is_configuration,
        preview=preview,
        diffed=frozenset({"content"}),
        summary=lambda arguments: f"Write {path_led(files, arguments.file_path)} ({_size(arguments)})",
        foretold=lambda arguments, seen: _foretold(arguments, path_led(files, arguments.file_path), seen),
    )


def _size(arguments: WriteFile) -> str:
    return counted(lines_of(unix(arguments.content)), "line")


def _foretold(arguments: WriteFile, path: str, seen: Preview) -> str:
    if not isinstance(seen, FileChange) or (seen.before is None and not seen.hidden):
        return f"Write {path} ({_size(arguments)})"
    if seen.before is None:
        return f"Replace {path}{_HIDDEN[seen.hidden]} ({_size(arguments)})"
    return f"Replace {path} ({becoming(seen.before, seen.after)})"
