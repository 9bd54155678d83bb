"""What somebody attached belongs to the conversation that they brought it to: tools touch it there and nowhere else,
until somebody moves it out of the folder of such files.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from harness.chat.attachments import Attachments
from harness.chat.people import Place
from harness.files.changes import digest
from harness.tools.calls import Awaiting, ToolResult
from harness.tools.origins import ATTACHMENT
from harness.tools.previews import Outdated
from harness.tools.tool import AnyTool, Permits, ToolContext, everything

FOLDER = "/attachments"
_FOLDER_NAMED = f"{FOLDER}/"


def folder_of(home: Place) -> str:
    """Where what was attached there is kept."""
    return f"{FOLDER}/{plain(home.channel)}-{digest(home.id)[:12]}"


def plain(name: str) -> str:
    """A name that is one on every disk, and leads nowhere."""
    return re.sub(r"[^\w.-]+", "-", name).strip(".-")[:80] or "file"


def kept_apart(tool: AnyTool, attachments: Attachments) -> AnyTool:
    """The tool, which touches nothing, and shows nothing before people decide, that was attached elsewhere. What it has
    read of what was attached here comes from outside, also in a thread that did not save it.
    """

    def permits(arguments: Any, context: ToolContext) -> Permits:
        given = tool.permits(arguments, context) if tool.permits else everything
        return _both(_of(context, attachments), given)

    def shows(context: ToolContext) -> Permits:
        return _both(_of(context, attachments), tool.shows(context) if tool.shows else everything)

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


def _both(one: Callable[[str], bool], other: Callable[[str], bool]) -> Permits:
    return one if other is everything else lambda path: one(path) and other(path)
