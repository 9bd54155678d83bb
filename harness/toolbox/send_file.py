"""The tool that shows people a file."""

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.attachments import MOST, Attachments
from harness.chat.port import ChatError
from harness.files.changes import digest
from harness.files.errors import Changed, FilesError
from harness.files.port import Files
from harness.toolbox.post_message import CATEGORY
from harness.toolbox.wording import counted, path_leads, path_named, path_subject
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.previews import FileSent, Outdated, Preview, version
from harness.tools.tool import Tool, ToolContext


class SendFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    file_path: str = Field(description="The file.")


def send_file(attachments: Attachments, files: Files) -> Tool[SendFile]:
    async def run(arguments: SendFile, context: ToolContext) -> ToolResult | Outdated:
        path = path_subject(arguments.file_path)
        if context.place is None:
            return ToolResult("Not sent: it is not known where to.", ok=False)
        try:
            content = await files.of(context).read_bytes(arguments.file_path, context.permits, version(context.preview))
            if len(content) > MOST:
                return ToolResult(f"Not sent: {path} is larger than {MOST:,} bytes.", ok=False)
            await attachments.send(context.place, _named(path, context.call.id), content)
        except Changed:
            return Outdated()
        except (ChatError, FilesError) as error:
            return ToolResult(f"Not sent: {error}.", ok=False)
        return ToolResult(f"Sent {path}.")

    async def preview(arguments: SendFile, context: ToolContext) -> Preview:
        content = await files.of(context).read_bytes(arguments.file_path, context.permits)
        lies = files.of(context).lies(arguments.file_path)
        return FileSent(digest(lies, content), len(content), lies)

    return Tool(
        name="send_file",
        description="Show people in this conversation a file, of whatever kind. Paths begin with /.",
        category=CATEGORY,
        arguments=SendFile,
        run=run,
        repeatable=True,
        operation="read",
        here=True,
        subject=lambda arguments: path_subject(arguments.file_path),
        leads=lambda arguments: path_leads(files, arguments.file_path),
        preview=preview,
        act=_act,
    )


def _act(arguments: SendFile, seen: Preview | None) -> Act:
    file = seen if isinstance(seen, FileSent) else None
    return Act(
        "Send",
        "Sent",
        path_named(arguments.file_path, file.lies if file else ""),
        brief="this file",
        extent=counted(file.size, "byte") if file else "",
        about="file_path",
    )


def _named(path: str, call: str) -> str:
    """Its own name, with what makes it this sending of it."""
    stem, dot, suffix = path.rsplit("/", 1)[-1].rpartition(".")
    mark = call.replace(".", "-")
    return f"{stem}-{mark}.{suffix}" if dot and stem else f"{suffix}-{mark}"
