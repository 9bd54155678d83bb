"""What a model has seen of files, in this thread: what it has not, it replaces by nothing of its own."""

from harness.files.changes import digest
from harness.files.errors import FilesError, Unread
from harness.files.port import Files, FileState
from harness.toolbox.wording import path_subject
from harness.tools.changes import FileSeen
from harness.tools.tool import ToolContext


def seen(files: Files, path: str, context: ToolContext) -> tuple[FileSeen, ...]:
    """The model knows from now on what is there."""
    try:
        return (FileSeen(known_by(files, path, context)),)
    except FilesError:
        return ()


def check(files: Files, path: str, state: FileState, context: ToolContext) -> None:
    """Raises Unread for a file with something in it that the model has not read in this thread, unless it may not, or
    people have decided on the call before: then they are shown what has become of the file, and it is theirs to say.
    """
    if not (state.text or state.why) or context.decided or not context.shows(files.lies(path)):
        return
    if known_by(files, path, context) not in context.seen:
        if state.why:
            what = "too large to be read" if state.why == "large" else "no text"
            raise Unread(
                f"{path_subject(path)} is there already, and is {what}: delete it first, or write another file"
            )
        raise Unread(
            f"{path_subject(path)} is there already, and you have not read it in this conversation: read it first, "
            "then write it, or change a part of it with edit_file"
        )


def known_by(files: Files, path: str, context: ToolContext) -> str:
    """The digest of where it lies. Raises FilesError."""
    return digest(files.of(context).lies(path))[:16]
