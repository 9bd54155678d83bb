"""The tool that changes part of a file."""

from pydantic import BaseModel, ConfigDict, Field

from harness.files.configuration import is_configuration
from harness.files.errors import FilesError
from harness.files.port import Files
from harness.toolbox.wording import counted, path_leads, path_led, path_subject
from harness.tools.calls import ToolResult
from harness.tools.tool import Rewrite, Tool, ToolContext


class EditFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    file_path: str = Field(description="The file.")
    old_string: str = Field(description="The text to replace, exactly as the file has it, without line numbers.")
    new_string: str = Field(description="What takes its place.")
    replace_all: bool = Field(False, description="Replace it wherever it is; otherwise it must be there exactly once.")


def edit_file(files: Files) -> Tool[EditFile]:
    async def run(arguments: EditFile, context: ToolContext) -> ToolResult:
        try:
            times = await files.edit(
                arguments.file_path,
                arguments.old_string,
                arguments.new_string,
                arguments.replace_all,
                context.permits,
            )
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        return ToolResult(f"Replaced {counted(times, 'occurrence')} in {path_subject(arguments.file_path)}.")

    return Tool(
        name="edit_file",
        description=(
            "Replace text in a file. Read the file first. old_string must match exactly, spaces and line breaks "
            "included, and be there once, unless replace_all is set: take in enough lines around it. Paths "
            "begin with /, which is the root of your files."
        ),
        category="edit",
        arguments=EditFile,
        run=run,
        subject=lambda arguments: path_subject(arguments.file_path),
        leads=lambda arguments: path_leads(files, arguments.file_path),
        careful=is_configuration,
        summary=lambda arguments: _summary(arguments, path_led(files, arguments.file_path)),
        rewrite=lambda arguments: Rewrite(
            frozenset({"old_string", "new_string"}), arguments.old_string, arguments.new_string
        ),
    )


def _summary(arguments: EditFile, path: str) -> str:
    lines = len(arguments.old_string.splitlines())
    what, becomes = counted(lines, "line"), "becomes" if lines == 1 else "become"
    by = counted(len(arguments.new_string.splitlines()), "line")
    where = " everywhere" if arguments.replace_all else ""
    return f"Edit {path} ({what} {becomes} {by}{where})"
