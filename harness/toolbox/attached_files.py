"""What somebody attached belongs to the conversation that they brought it to: tools touch it there and nowhere else,
until somebody moves it out of the folder of such files.
"""

import json
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol

from harness.chat.attachments import Attachments
from harness.chat.people import Place
from harness.files.changes import digest
from harness.files.errors import Missing
from harness.files.paths import ATTACHMENTS as FOLDER
from harness.files.port import FileEntry
from harness.tools.calls import Awaiting, ToolCall, ToolResult
from harness.tools.origins import ATTACHMENT
from harness.tools.previews import Outdated
from harness.tools.tool import AnyTool, Permits, ToolContext, both, everything

SAVE = "save_attachment"
"""The tool by which it comes there."""
ID = r"[A-Za-z0-9_-]{1,64}"
_FOLDER_NAMED = f"{FOLDER}/"


def folder_of(home: Place) -> str:
    """Where what was attached there is kept."""
    return f"{FOLDER}/{plain(home.channel)}-{digest(home.id)[:12]}"


def plain(name: str) -> str:
    """A name that is one on every disk, and leads nowhere."""
    return re.sub(r"[^\w.-]+", "-", name).strip(".-")[:80] or "file"


class Removable(Protocol):
    """Files that can be gone. Both raise FilesError."""

    async def list(self, path: str) -> tuple[FileEntry, ...]: ...

    async def remove(self, path: str) -> None:
        """Nothing, if it is not there."""


class AttachedFiles:
    """Those of all conversations, which are there before what keeps them is."""

    def __init__(self) -> None:
        self._kept: tuple[Removable, Callable[[Place], Place]] | None = None

    def kept_in(self, files: Removable, home: Callable[[Place], Place]) -> None:
        """`home` is where what is attached in a place belongs."""
        self._kept = files, home

    async def forget(self, places: Iterable[Place], ids: Iterable[str]) -> None:
        """Of what was attached there, what was saved by these ids is gone, but for what somebody has moved elsewhere.
        Raises FilesError.
        """
        if self._kept is None:
            return
        files, home = self._kept
        named = tuple(f"{id}-" for id in ids)
        for folder in sorted({folder_of(home(place)) for place in places} if named else ()):
            with suppress(Missing):
                for entry in await files.list(folder):
                    if entry.path.rpartition("/")[2].startswith(named):
                        await files.remove(entry.path)


def saved_id(call: ToolCall) -> str:
    """Of what that call saves; empty, if it is none that does."""
    if call.tool != SAVE:
        return ""
    try:
        id = json.loads(call.arguments).get("id")
    except (ValueError, AttributeError):
        return ""
    return id if isinstance(id, str) and re.fullmatch(ID, id) else ""


def kept_apart(tool: AnyTool, attachments: Attachments) -> AnyTool:
    """The tool, which touches nothing, and shows nothing before people decide, that was attached elsewhere. What it has
    read of what was attached here comes from outside, also in a thread that did not save it.
    """

    def permits(arguments: Any, context: ToolContext) -> Permits:
        given = tool.permits(arguments, context) if tool.permits else everything
        return both(_of(context, attachments), given)

    def shows(context: ToolContext) -> Permits:
        return both(_of(context, attachments), tool.shows(context) if tool.shows else everything)

    async def run(arguments: Any, context: ToolContext) -> ToolResult | Awaiting | Outdated:
        assert tool.run
        result = await tool.run(arguments, context)
        if isinstance(result, ToolResult) and result.outside is None and _read_attached(tool, arguments, result):
            return replace(result, outside=ATTACHMENT)
        return result

    return replace(tool, permits=permits, shows=shows, run=run)


def _read_attached(tool: AnyTool, arguments: Any, result: ToolResult) -> bool:
    """May something of what was attached be in it? A search names the files that it has found something in."""
    touched = (tool.subject(arguments), *tool.leads(arguments))
    return _FOLDER_NAMED in result.text.casefold() or any(_below(FOLDER, f"{path.casefold()}/") for path in touched)


def _of(context: ToolContext, attachments: Attachments) -> Permits:
    """Is that path anything but what was attached elsewhere? Some disks do not tell capitals apart."""
    own = folder_of(attachments.home(context.place)).casefold() if context.place else ""
    return lambda path: not _below(FOLDER, path.casefold()) or (own != "" and _below(own, f"{path.casefold()}/"))


def _below(folder: str, path: str) -> bool:
    return path.startswith(f"{folder}/")
