"""The tool that takes a file which somebody brought along."""

from pydantic import BaseModel, ConfigDict, Field

from harness.chat.attachments import Attachments
from harness.chat.port import ChatError
from harness.chat.untrusted import in_line
from harness.files.errors import FilesError
from harness.files.paths import ATTACHMENTS as FOLDER
from harness.files.port import Files
from harness.toolbox.attached_files import ID, SAVE, folder_of, plain
from harness.toolbox.looking import media
from harness.toolbox.wording import all_below
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.origins import ATTACHMENT, OURS
from harness.tools.tool import Tool, ToolContext, both


class SaveAttachment(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="The file's id, as it is named beside it.", pattern=f"^{ID}$")


def save_attachment(attachments: Attachments, files: Files) -> Tool[SaveAttachment]:
    async def run(arguments: SaveAttachment, context: ToolContext) -> ToolResult:
        if context.place is None:
            return ToolResult("Not saved: it is not known where it was brought.", ok=False, outside=OURS)
        try:
            found = await attachments.fetch(arguments.id, context.place)
            path = f"{folder_of(attachments.home(context.place))}/{arguments.id}-{plain(found.name)}"
            await files.of(context).write_bytes(path, found.content, both(path.__eq__, context.permits))
        except (ChatError, FilesError) as error:
            return ToolResult(f"Not saved: {error}.", ok=False, outside=OURS)
        saved = f"Saved as {path} ({in_line(found.kind) or 'of unknown type'}, {len(found.content):,} bytes)."
        shown = media(path, found.content)
        return ToolResult(f"{saved} It is shown below." if shown else saved, media=(shown,) if shown else ())

    return Tool(
        name=SAVE,
        description=(
            f"Save a file that somebody attached to a message below {FOLDER}, where read_file and commands can open "
            "it. All threads of this channel or direct message see it, and no other place does. Pictures and PDFs are "
            "shown to you."
        ),
        category="read",
        arguments=SaveAttachment,
        run=run,
        repeatable=True,
        outside=ATTACHMENT,
        operation="write",
        places=lambda arguments: (all_below(FOLDER),),
        subject=lambda arguments: arguments.id,
        act=lambda arguments, _: Act("Save", "Saved", (f"the attached file {arguments.id}",), about="id"),
    )
