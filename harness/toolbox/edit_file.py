"""The tool that changes part of a file."""

from collections.abc import Sequence
from contextlib import nullcontext, suppress

from pydantic import BaseModel, ConfigDict, Field, field_validator

from harness.chat.cards import Block
from harness.chat.diffs import Diff, diff, together
from harness.files.changes import Hunk
from harness.files.configuration import is_configuration
from harness.files.editing import replace, unix
from harness.files.errors import Changed, FilesError, NotReplaced
from harness.files.port import Files
from harness.toolbox import one_write
from harness.toolbox.seen_files import seen
from harness.toolbox.undoing import Before, Undoing
from harness.toolbox.wording import counted, lines_of, path_leads, path_named, path_subject
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.masks import without_mask
from harness.tools.previews import FileChange, Outdated, Preview, version
from harness.tools.tool import Tool, ToolContext

MOST_SHOWN = 20
"""Places of a file that an edit changes alike, as many as people are shown."""


class EditFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    file_path: str = Field(description="The file.")
    old_string: str = Field(description="The text to replace, exactly as the file has it, without line numbers.")
    new_string: str = Field(description="What takes its place.")
    replace_all: bool = Field(False, description="Replace it wherever it is; otherwise it must be there exactly once.")

    @field_validator("old_string", "new_string")
    @classmethod
    def _is_all_there(cls, text: str) -> str:
        return without_mask(text)


def edit_file(files: Files, undoing: Undoing | None = None) -> Tool[EditFile]:
    async def run(arguments: EditFile, context: ToolContext) -> ToolResult | Outdated:
        async with undoing.alone(arguments.file_path, context) if undoing else nullcontext():
            return await edit(arguments, context)

    async def edit(arguments: EditFile, context: ToolContext) -> ToolResult | Outdated:
        try:
            one_write.check(files, arguments.file_path, context)
            before = await undoing.before(arguments.file_path, context) if undoing else None
            times = await files.of(context).edit(
                arguments.file_path,
                arguments.old_string,
                arguments.new_string,
                arguments.replace_all,
                context.permits,
                version(context.preview),
            )
        except Changed as error:
            return Outdated() if context.preview else ToolResult(str(error), ok=False)
        except NotReplaced as error:
            return ToolResult(_unsaid(error, files, arguments, context), ok=False)
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        text = f"Replaced {counted(times, 'occurrence')} in {path_subject(arguments.file_path)}."
        after = _after(arguments, before)
        changed = await undoing.changed(arguments.file_path, before, after, context) if undoing else ()
        return ToolResult(text, changes=(*await seen(files, arguments.file_path, context), *changed))

    async def preview(arguments: EditFile, context: ToolContext) -> FileChange:
        path, old, new = arguments.file_path, arguments.old_string, arguments.new_string
        one_write.check(files, path, context)
        lies = files.of(context).lies(path)
        shows = context.shows(lies)
        try:
            state = await files.of(context).edit_state(path, old, new, arguments.replace_all, context.permits)
        except NotReplaced:
            if shows:
                raise
            return FileChange("", None, 0, hidden="ruled", lies=lies)  # nor is it told whether the text is there
        before = sum(lines_of(hunk.before) for hunk in state.hunks)
        after = sum(lines_of(hunk.after) for hunk in state.hunks)
        if not shows:
            return FileChange(state.version, before, after, hidden="ruled", lies=lies)
        text, whole, removed, added = _shown(state.hunks)
        return FileChange(state.version, before, after, diff=text, whole=whole, removed=removed, added=added, lies=lies)

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
        operation="write",
        subject=lambda arguments: path_subject(arguments.file_path),
        leads=lambda arguments: path_leads(files, arguments.file_path),
        careful=is_configuration,
        preview=preview,
        act=_act,
        undo=undoing.undo if undoing else None,
    )


def _after(arguments: EditFile, before: Before | None) -> str | None:
    """What the file has to hold after that, if it is known what it held."""
    if before is None or before.data is None:
        return None
    text = before.data.decode(errors="replace").removeprefix("\ufeff")
    with suppress(NotReplaced):  # somebody else has changed it, too
        return unix(replace("", text, arguments.old_string, arguments.new_string, arguments.replace_all).text)
    return None


def _unsaid(error: NotReplaced, files: Files, arguments: EditFile, context: ToolContext) -> str:
    """Where a rule keeps the file from being read, nothing of what it holds is told either."""
    if context.shows(files.of(context).lies(arguments.file_path)):
        return str(error)
    return f"nothing was replaced in {path_subject(arguments.file_path)}, and a rule keeps me from saying why"


def _shown(hunks: Sequence[Hunk]) -> Diff:
    """The lines that an edit touches, with some around them, numbered as in the file."""
    found: list[Diff] = []
    shift = 0
    for hunk in hunks[:MOST_SHOWN]:
        before, after = f"{hunk.above}{hunk.before}{hunk.below}", f"{hunk.above}{hunk.after}{hunk.below}"
        found.append(diff(before, after, hunk.line - lines_of(hunk.above), shift))
        shift += lines_of(hunk.after) - lines_of(hunk.before)
    return together(found, len(hunks) <= MOST_SHOWN)


def _act(arguments: EditFile, seen: Preview | None) -> Act:
    change = seen if isinstance(seen, FileChange) else None
    shown = _change(arguments, change)
    everywhere = "everywhere" if arguments.replace_all else ""
    return Act(
        "Edit",
        "Edited",
        path_named(arguments.file_path, change.lies if change else ""),
        brief="this file",
        extent=", ".join(filter(None, (shown.extent, everywhere))),
        blocks=(Block(shown.text, "diff", name="change"),),
        about="file_path",
        says=frozenset({"replace_all", *(("old_string", "new_string") if shown.whole else ())}),
    )


def _change(arguments: EditFile, change: FileChange | None) -> Diff:
    """Where people are not shown the file, the lines have no numbers."""
    if change and change.diff:
        return Diff(change.diff, change.whole, change.removed, change.added)
    return diff(arguments.old_string, arguments.new_string, None)
