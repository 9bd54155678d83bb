"""The tool that changes part of a file."""

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.diffs import GAP, short
from harness.files.configuration import is_configuration
from harness.files.errors import Changed, FilesError, NotReplaced
from harness.files.port import Files
from harness.toolbox.wording import counted, lines_of, path_leads, path_led, path_subject
from harness.tools.calls import ToolResult
from harness.tools.previews import FileChange, Outdated, version
from harness.tools.tool import Rewrite, Tool, ToolContext

MOST_SHOWN = 20
"""Places of a file that an edit changes alike, as many as people are shown."""


class EditFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    file_path: str = Field(description="The file.")
    old_string: str = Field(description="The text to replace, exactly as the file has it, without line numbers.")
    new_string: str = Field(description="What takes its place.")
    replace_all: bool = Field(False, description="Replace it wherever it is; otherwise it must be there exactly once.")


def edit_file(files: Files) -> Tool[EditFile]:
    async def run(arguments: EditFile, context: ToolContext) -> ToolResult | Outdated:
        try:
            times = await files.edit(
                arguments.file_path,
                arguments.old_string,
                arguments.new_string,
                arguments.replace_all,
                context.permits,
                version(context.preview),
            )
        except Changed as error:
            return Outdated() if context.preview else ToolResult(str(error), ok=False)
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        return ToolResult(f"Replaced {counted(times, 'occurrence')} in {path_subject(arguments.file_path)}.")

    async def preview(arguments: EditFile, context: ToolContext) -> FileChange:
        path, old, new = arguments.file_path, arguments.old_string, arguments.new_string
        shows = context.shows(files.lies(path))
        try:
            state = await files.edit_state(path, old, new, arguments.replace_all, context.permits)
        except NotReplaced:
            if shows:
                raise
            return FileChange("", None, 0, hidden="ruled")  # nor is it told whether the text is there
        before, after = (sum(map(lines_of, texts)) for texts in zip(*state.hunks, strict=True))
        if not shows:
            return FileChange(state.version, before, after, hidden="ruled")
        shown = [short(*hunk) for hunk in state.hunks[:MOST_SHOWN]]
        whole = all(one.whole for one in shown) and len(shown) == len(state.hunks)
        return FileChange(state.version, before, after, diff=f"\n{GAP}\n".join(one.text for one in shown), whole=whole)

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
        preview=preview,
        diffed=frozenset({"old_string", "new_string"}),
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
