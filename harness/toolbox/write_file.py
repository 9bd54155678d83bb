"""The tool that writes a whole file."""

import asyncio
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field, field_validator

from harness.chat.cards import Block
from harness.chat.diffs import diff
from harness.files.configuration import is_configuration
from harness.files.editing import unix
from harness.files.errors import Changed, FilesError
from harness.files.port import Files
from harness.files.scratch import FOLDER as SCRATCH
from harness.toolbox import one_write, seen_files
from harness.toolbox.undoing import FINAL, Undoing, is_final
from harness.toolbox.wording import HIDDEN, becoming, counted, lines_of, path_leads, path_named, path_subject
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.masks import without_mask
from harness.tools.previews import FileChange, Outdated, Preview, version
from harness.tools.tool import Tool, ToolContext


class WriteFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    file_path: str = Field(description="Where the file goes. Missing folders are made.")
    content: str = Field(description="The whole text of the file.")

    @field_validator("content")
    @classmethod
    def _is_all_there(cls, content: str) -> str:
        return without_mask(content)


def write_file(files: Files, undoing: Undoing | None = None) -> Tool[WriteFile]:
    async def run(arguments: WriteFile, context: ToolContext) -> ToolResult | Outdated:
        path, tree = arguments.file_path, files.of(context)
        bound = version(context.preview)
        try:
            one_write.check(files, path, context)
            if bound is None:
                state = await tree.state(path, context.permits)
                seen_files.check(files, path, state, context)
                bound = state.version
            before = await undoing.before(path, context) if undoing else None
            new = await tree.write(path, arguments.content, context.permits, bound)
        except Changed as error:
            return Outdated() if context.preview else ToolResult(f"{error}: read it first", ok=False)
        except FilesError as error:
            return ToolResult(str(error), ok=False)
        done = "Created" if new else "Replaced all of"
        text = f"{done} {path_subject(path)} ({_size(arguments)})."
        changed = await undoing.changed(path, before, unix(arguments.content), context) if undoing else ()
        return ToolResult(text, changes=(*await seen_files.seen(files, path, context), *changed))

    async def preview(arguments: WriteFile, context: ToolContext) -> FileChange:
        one_write.check(files, arguments.file_path, context)
        state = await files.of(context).state(arguments.file_path, context.permits)
        seen_files.check(files, arguments.file_path, state, context)
        content, lies = unix(arguments.content), files.of(context).lies(arguments.file_path)
        seen = FileChange(state.version, None, lines_of(content), lies=lies)
        if not state.exists:
            return seen
        if not context.shows(lies):
            return replace(seen, hidden="ruled")
        if state.text is None:
            return replace(seen, hidden=state.why)
        text, whole, removed, added = await asyncio.to_thread(diff, state.text, content)
        return replace(seen, before=lines_of(state.text), diff=text, whole=whole, removed=removed, added=added)

    return Tool(
        name="write_file",
        description=(
            "Write a whole text file: a new one, or in place of all that one holds, once you have read that here. To "
            "change parts of a file use edit_file. Paths begin with /, which is the root of your files. Below "
            f"{SCRATCH} only this conversation sees what you write, and nobody is asked."
        ),
        category="edit",
        arguments=WriteFile,
        run=run,
        operation="write",
        subject=lambda arguments: path_subject(arguments.file_path),
        leads=lambda arguments: path_leads(files, arguments.file_path),
        careful=is_configuration,
        preview=preview,
        act=_act,
        undo=undoing.undo if undoing else None,
    )


def _size(arguments: WriteFile) -> str:
    return counted(lines_of(unix(arguments.content)), "line")


def _act(arguments: WriteFile, seen: Preview | None) -> Act:
    change = seen if isinstance(seen, FileChange) else None
    verb, past, extent = _how(arguments, change)
    content = Block(arguments.content, name="content")
    shown = (Block(change.diff, "diff", name="change"),) if change and change.diff else ()
    return Act(
        verb,
        past,
        path_named(arguments.file_path, change.lies if change else ""),
        brief="this file",
        extent=extent,
        notes=(FINAL,) if change and is_final(change.hidden) else (),
        blocks=shown if shown and change and change.whole else (*shown, content),
        about="file_path",
        says=frozenset({"content"}),
    )


def _how(arguments: WriteFile, change: FileChange | None) -> tuple[str, str, str]:
    """What becomes of the file, and how much of it."""
    if change is None:
        return "Write", "Wrote", _size(arguments)
    if change.evident:
        return "Create", "Created", f"new file, {_size(arguments)}"
    if change.before is None:
        return "Replace", "Replaced", f"{HIDDEN[change.hidden]}{_size(arguments)}"
    return "Replace", "Replaced", becoming(change.before, change.after)
