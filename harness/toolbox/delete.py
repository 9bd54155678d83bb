"""The tool that deletes a file, or a folder with all in it."""

from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.cards import Block
from harness.chat.diffs import diff
from harness.files.configuration import is_configuration
from harness.files.errors import Changed, FilesError
from harness.files.port import Deletion, Files
from harness.toolbox import one_write
from harness.toolbox.undoing import FINAL, Undoing, is_final
from harness.toolbox.wording import HIDDEN, all_below, counted, path_leads, path_named, path_subject
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.previews import FilesGone, Outdated, Preview, version
from harness.tools.tool import Tool, ToolContext

_CAREFUL = (
    "Nothing was deleted: {} is what other programs run commands from, and I ask each time before that goes. Delete "
    "it by its own path first."
)


class Delete(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    file_path: str = Field(description="The file, or the folder, which goes with all that is in it.")


def delete(files: Files, undoing: Undoing | None = None) -> Tool[Delete]:
    async def run(arguments: Delete, context: ToolContext) -> ToolResult | Outdated:
        path = path_subject(arguments.file_path)
        permits = _Unasked(path, context)
        try:
            one_write.check(files, path, context)
            before = await undoing.before(path, context) if undoing else None
            gone = await files.of(context).delete(arguments.file_path, permits, version(context.preview))
        except Changed as error:
            return Outdated() if context.preview else ToolResult(str(error), ok=False)
        except FilesError as error:
            return ToolResult(_CAREFUL.format(permits.kept) if permits.kept else str(error), ok=False)
        alone = undoing is not None and not gone.folder and not gone.link
        changed = await undoing.changed(path, before, None, context, gone.mode) if undoing and alone else ()
        text = f"Deleted {path} ({_extent(gone.files, gone.size, gone.folder, gone.link)})."
        return ToolResult(text, changes=tuple(changed))

    async def preview(arguments: Delete, context: ToolContext) -> FilesGone:
        one_write.check(files, arguments.file_path, context)
        going = await files.of(context).deletion(arguments.file_path, context.permits)
        seen = FilesGone(going.version, going.files, going.size, folder=going.folder, link=going.link, lies=going.lies)
        if going.folder or going.link:
            return seen
        if not context.shows(going.lies):
            return replace(seen, hidden="ruled")
        return _showing(seen, going)

    return Tool(
        name="delete",
        description=(
            "Delete a file, or a folder with all that is in it. Of a link only the link goes. Paths begin with /, "
            "which is the root of your files."
        ),
        category="edit",
        arguments=Delete,
        run=run,
        operation="write",
        subject=lambda arguments: path_subject(arguments.file_path),
        leads=lambda arguments: path_leads(files, arguments.file_path),
        below=lambda arguments: tuple(
            map(all_below, (path_subject(arguments.file_path), *path_leads(files, arguments.file_path)))
        ),
        careful=is_configuration,
        preview=preview,
        act=_act,
        undo=undoing.undo if undoing else None,
    )


class _Unasked:
    """What nobody was asked about goes only without what is asked about each time, wherever it lies below."""

    def __init__(self, path: str, context: ToolContext) -> None:
        self._permits = context.permits
        self._asks = context.preview is None and not is_configuration(path)
        self.kept = ""
        """What it was that is asked about."""

    def __call__(self, path: str) -> bool:
        if self._asks and is_configuration(path):
            self.kept = path
            return False
        return self._permits(path)


def _showing(seen: FilesGone, going: Deletion) -> FilesGone:
    """With the text that goes, as far as there is room for it."""
    if going.text is None:
        return replace(seen, hidden=going.why)
    shown = diff(going.text, "")
    return replace(seen, diff=shown.text, whole=shown.whole, removed=shown.removed)


def _extent(files: int, size: int, folder: bool, link: bool) -> str:
    if link:
        return "a link; what it leads to stays"
    return f"{counted(files, 'file')}, {counted(size, 'byte')}" if folder else counted(size, "byte")


def _act(arguments: Delete, seen: Preview | None) -> Act:
    gone = seen if isinstance(seen, FilesGone) else None
    extent = _extent(gone.files, gone.size, gone.folder, gone.link) if gone else ""
    hidden = HIDDEN[gone.hidden] if gone and gone.hidden else ""
    final = gone is not None and (gone.folder or gone.link or is_final(gone.hidden, gone.size))
    return Act(
        "Delete",
        "Deleted",
        path_named(arguments.file_path, gone.lies if gone and not gone.link else ""),
        brief="this folder" if gone and gone.folder else "this file",
        extent=f"{hidden}{extent}",
        notes=(FINAL,) if final else (),
        blocks=(Block(gone.diff, "diff", name="what goes"),) if gone and gone.diff else (),
        about="file_path",
    )
