"""The tool that finds files by their names."""

from pydantic import BaseModel, ConfigDict, Field

from harness.files.errors import FilesError
from harness.files.paths import joined
from harness.files.port import Files
from harness.toolbox.wording import left_out, one_line, path_leads, path_shown, path_subject
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.tool import Tool, ToolContext

_MOST = 500


class Glob(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    pattern: str = Field(
        description="For instance *.md (at any depth), src/*.py, **/test_*.{py,pyi}, /*.toml (top only)."
    )
    path: str = Field("/", description="The folder to look in and below.")


def glob(files: Files) -> Tool[Glob]:
    async def run(arguments: Glob, context: ToolContext) -> ToolResult:
        try:
            found = await files.of(context).glob(arguments.pattern, arguments.path, _MOST, context.permits)
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        if not found.paths:
            said = f"No file in {path_subject(arguments.path)} matches {one_line(arguments.pattern)}."
            return ToolResult("\n".join([said, *left_out(found.left_out)]))
        note = () if found.complete else (f"[the first {_MOST:,}; there are more: use a narrower pattern or path]",)
        return ToolResult("\n".join((*found.paths, *note, *left_out(found.left_out))))

    return Tool(
        name="glob",
        description=(
            "Find files by their names. A pattern without / is matched with names at any depth; with one it "
            "counts from path, or from the root if it begins with /. ** stands for any folders but hidden ones. "
            "Only files are found, in the order of their paths. Paths begin with /, which is the root of your "
            "files."
        ),
        category="read",
        arguments=Glob,
        run=run,
        repeatable=True,
        operation="read",
        subject=lambda arguments: _subject(arguments, arguments.path),
        leads=lambda arguments: tuple(_subject(arguments, led) for led in path_leads(files, arguments.path)),
        act=lambda arguments, _: Act(
            "Find", "Looked for", (f"{one_line(arguments.pattern, 80)} in {path_shown(arguments.path)}",)
        ),
    )


def _subject(arguments: Glob, path: str) -> str:
    """Where it looks: a pattern can lead further down, and one that is anchored elsewhere."""
    anchored = arguments.pattern.startswith("/")
    return path_subject(arguments.pattern if anchored else joined(path or "/", arguments.pattern))
