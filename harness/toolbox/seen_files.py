"""What a model has seen of files, in this thread: what it has not, it replaces by nothing of its own."""

from collections.abc import Mapping
from contextlib import suppress

from harness.files.changes import digest
from harness.files.errors import FilesError, Unread
from harness.files.port import Files, FileState
from harness.toolbox.wording import path_subject
from harness.tools.changes import FileSeen
from harness.tools.previews import Hidden
from harness.tools.tool import ToolContext

_UNREAD: Mapping[Hidden, str] = {
    "large": "is too large to be read",
    "binary": "is no text",
    "linked": "has another name by a hard link, so that it is not read",
    "forbidden": "cannot be read",
    "ruled": "is kept from being read by a rule",
}


async def read(files: Files, path: str, context: ToolContext) -> tuple[str, tuple[FileSeen, ...]]:
    """The text of a file, and that the model knows it from now on, if it is one that can be written. Raises
    FilesError.
    """
    tree = files.of(context)
    with suppress(FilesError):  # whatever it is, `read` says it, too, but for what can only be read
        state = await tree.state(path, context.permits)
        if state.text is not None:
            return state.text, (_known(files, path, state, context),)
    return await tree.read(path, context.permits), ()


async def seen(files: Files, path: str, context: ToolContext) -> tuple[FileSeen, ...]:
    """The model knows from now on what is there."""
    try:
        return (_known(files, path, await files.of(context).state(path, context.permits), context),)
    except FilesError:
        return ()


def check(files: Files, path: str, state: FileState, context: ToolContext) -> None:
    """Raises Unread for a file with something in it that the model has not read in this thread as it is, unless it may
    not, or people have decided on the call before: then they are shown what has become of the file, and it is theirs to
    say.
    """
    if not (state.text or state.why) or context.decided or not context.shows(files.of(context).lies(path)):
        return
    known, there = known_by(files, path, context), f"{path_subject(path)} is there already"
    versions = [one.partition(" ")[2] for one in context.seen if one.partition(" ")[0] == known]
    if versions and versions[-1] in ("", state.version[:16]):
        return
    if versions:
        raise Unread(f"{path_subject(path)} has changed since you read it: read it again before you replace it")
    if state.why:
        raise Unread(f"{there}, and {_UNREAD[state.why]}: delete it first, or write another file")
    raise Unread(
        f"{there}, and you have not read it in this conversation: read it first, then write it, or change a part of it "
        "with edit_file"
    )


def _known(files: Files, path: str, state: FileState, context: ToolContext) -> FileSeen:
    return FileSeen(known_by(files, path, context), state.version[:16])


def known_by(files: Files, path: str, context: ToolContext) -> str:
    """The digest of where it lies. Raises FilesError."""
    return digest(files.of(context).lies(path))[:16]
