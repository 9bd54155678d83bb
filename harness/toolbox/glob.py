"""The tool that finds files by their names."""

from pydantic import BaseModel, ConfigDict, Field

from harness.files.errors import FilesError
from harness.files.paths import joined
from harness.files.port import Files
from harness.toolbox.wording import one_line, path_shown, path_subject
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
            found = await files.glob(arguments.pattern, arguments.path, _MOST)
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        if not found.paths:
            return ToolResult(f"No file in {path_subject(arguments.path)} matches {one_line(arguments.pattern)}.")
        note = () if found.complete else (f"[the first {_MOST:,}; there are more: use a narrower pattern or path]",)
        return ToolResult("\n".join((*found.paths, *note)))

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
        subject=_subject,
        summary=lambda arguments: f"Find {one_line(arguments.pattern, 80)} in {path_shown(arguments.path)}",
    )


def _subject(arguments: Glob) -> str:
    """Where it looks: a pattern can lead further down, and one that is anchored elsewhere."""
    anchored = arguments.pattern.startswith("/")
    return path_subject(arguments.pattern if anchored else joined(arguments.path or "/", arguments.pattern))
