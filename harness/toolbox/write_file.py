"""The tool that writes a whole file."""

from pydantic import BaseModel, ConfigDict, Field

from harness.files.configuration import is_configuration
from harness.files.editing import unix
from harness.files.errors import FilesError
from harness.files.port import Files
from harness.toolbox.wording import counted, path_leads, path_led, path_subject
from harness.tools.calls import ToolResult
from harness.tools.tool import Tool, ToolContext


class WriteFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    file_path: str = Field(description="The file; folders above it are made.")
    content: str = Field(description="All that it is to hold.")


def write_file(files: Files) -> Tool[WriteFile]:
    async def run(arguments: WriteFile, context: ToolContext) -> ToolResult:
        try:
            new = await files.write(arguments.file_path, arguments.content, context.permits)
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        done = "Created" if new else "Replaced all of"
        return ToolResult(f"{done} {path_subject(arguments.file_path)} ({_size(arguments)}).")

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
        summary=lambda arguments: f"Write {path_led(files, arguments.file_path)} ({_size(arguments)})",
    )


def _size(arguments: WriteFile) -> str:
    content = unix(arguments.content)
    return counted(content.count("\n") + (not content.endswith("\n") and content != ""), "line")
