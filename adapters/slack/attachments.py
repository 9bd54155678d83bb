"""Files in Slack: those that people attach or forward, and those that we upload. A recording's transcript is a file,
too (`content.TRANSCRIPT`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adapters.slack.calls import CallRefused, Calls
from adapters.slack.content import TRANSCRIPT
from adapters.slack.threads import ThreadMessages
from harness.chat.attachments import MOST, Attachment
from harness.chat.people import Place
from harness.chat.port import NotThere, Unreachable


class SlackAttachments:
    """Fulfils `harness.chat.attachments.Attachments`."""

    def __init__(self, calls: Calls) -> None:
        self._calls, self._threads = calls, ThreadMessages(calls)

    def home(self, place: Place) -> Place:
        """Whoever sees a channel sees its threads."""
        return replace(place, thread="")

    async def fetch(self, id: str, place: Place) -> Attachment:
        """Slack docs, file object: where a file is shown, its size and type; files of Slack Connect tell these here
        only.
        """
        file = await self._described(id.removesuffix(TRANSCRIPT), place)
        name, kind = str(file.get("name") or id), str(file.get("mimetype") or "")
        if id.endswith(TRANSCRIPT):
            if not file.get("vtt"):
                raise NotThere(f"Slack has no transcript of {name}")
            content, came = await self._calls.download(str(file["vtt"]), MOST)
            if came == "text/html":
                raise _page(f"the transcript of {name}")
            return Attachment(f"{name}.vtt", "text/vtt", content)
        url = file.get("url_private_download") or file.get("url_private")
        if not url:
            raise _not_given(name, file)
        size = int(file.get("size") or 0)
        if size > MOST:
            raise Unreachable(f"{name} is larger than {MOST:,} bytes")
        content, came = await self._calls.download(str(url), MOST)
        if came == "text/html" and (kind != "text/html" or len(content) != size):
            raise _page(name)
        return Attachment(name, kind, content)

    async def _described(self, id: str, place: Place) -> Mapping[str, Any]:
        """The file's object, if a message there shows it. Raises NotThere.

        Slack lists a forwarded file only under its first channel. It counts as shown in the place of the forward, too.
        """
        file: Mapping[str, Any] = {}
        try:
            answer = await self._calls("files.info", lambda client: client.files_info(file=id))
            file = answer["file"]
        except CallRefused as error:
            if error.code not in ("file_not_found", "file_deleted"):
                raise
        shown = {channel for kind in ("channels", "groups", "ims") for channel in file.get(kind) or ()}
        if place.channel in shown:
            return file
        forwarded = await self._threads.forwarded(place, id)
        if forwarded is None:
            raise NotThere(f"there is no file {id} here")
        return file or forwarded

    async def send(self, place: Place, name: str, content: bytes) -> None:
        if name not in await self._threads.files(place):
            await self._calls.upload(place, name, content)


def _page(name: str) -> Unreachable:
    """The error for a log-in page in place of a file."""
    return Unreachable(f"Slack gave a page to log in to instead of {name}: is the scope files:read granted?")


def _not_given(name: str, file: Mapping[str, Any]) -> Unreachable | NotThere:
    """Why Slack does not say where the file is. Slack docs, file object: its mode, and file_access."""
    match file.get("file_access") if file.get("file_access") == "access_denied" else file.get("mode"):
        case "tombstone":
            return NotThere(f"{name} was deleted")
        case "hidden_by_limit":
            return Unreachable(f"{name} is older than Slack shows files on this workspace's plan")
        case "access_denied":
            return Unreachable(f"Slack does not let me read {name}")
        case "external":
            return Unreachable(f"{name} is kept outside of Slack")
        case _ if file.get("is_external"):
            return Unreachable(f"{name} is kept outside of Slack")
        case _:
            return Unreachable(f"Slack does not say where {name} is")
