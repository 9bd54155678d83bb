"""What of the files a command does not see: what rules keep from being read, and what was attached elsewhere."""

from collections.abc import Callable
from dataclasses import replace

from harness.chat.attachments import Attachments
from harness.files.errors import Missing
from harness.files.paths import joined
from harness.files.port import Files
from harness.toolbox.attached_files import FOLDER, folder_of
from harness.toolbox.shell import NOTHING_HIDDEN, Hidden, ShellError
from harness.tools.tool import Permits, ToolContext, everything

MOST = 20_000
"""Files and folders that are looked at; what is more is not known well enough to let a command run beside it."""
MOST_HIDDEN = 1_000
_ANY_NAME = ".deskmate-any"
"""A file that a rule on all of a folder means, and hardly any other rule does."""

Hiding = Callable[[ToolContext], Hidden]


def nothing(context: ToolContext) -> Hidden:
    """Where nothing is attached."""
    return NOTHING_HIDDEN


def attached_elsewhere(attachments: Attachments) -> Hiding:
    """What was attached is seen only where it was."""

    def of(context: ToolContext) -> Hidden:
        own = (folder_of(attachments.home(context.place)),) if context.place else ()
        return Hidden(folders=(FOLDER,), but=own)

    return of


async def with_what_rules_hide(hidden: Hidden, files: Files, shows: Permits) -> Hidden:
    """And what of the files `shows` does not let through, as things are. Raises ShellError if that is too much."""
    if shows is everything:
        return hidden
    folders, alone, left, seen = list[str](), list[str](), ["/"], 0
    while left:
        try:
            entries = await files.list(left.pop())
        except Missing:
            continue
        for entry in entries:
            seen += 1
            if entry.lies:  # where that is, it is looked at by itself
                continue
            if entry.folder and not (shows(entry.path) and shows(joined(entry.path, _ANY_NAME))):
                folders.append(entry.path)
            elif entry.folder:
                left.append(entry.path)
            elif not shows(entry.path):
                alone.append(entry.path)
        if seen > MOST or len(folders) + len(alone) > MOST_HIDDEN:
            raise ShellError(
                "the command was not started: there are too many files to keep apart those that rules deny. Move these "
                "into one folder, and deny that"
            )
    return replace(hidden, folders=(*hidden.folders, *folders), files=(*hidden.files, *alone))
