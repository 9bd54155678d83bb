"""Files that people bring along in Slack, and that we upload."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adapters.slack.calls import CallRefused, Calls
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
        try:
            file = (await self._calls("files.info", lambda client: client.files_info(file=id)))["file"]
        except CallRefused as error:
            if error.code in ("file_not_found", "file_deleted"):
                raise NotThere(f"there is no file {id} here") from error
            raise
        shown = {channel for kind in ("channels", "groups", "ims") for channel in file.get(kind) or ()}
        if place.channel not in shown:
            raise NotThere(f"there is no file {id} here")
        name, kind = str(file.get("name") or id), str(file.get("mimetype") or "")
        url = file.get("url_private_download") or file.get("url_private")
        if not url:
            raise _not_given(name, file)
        size = int(file.get("size") or 0)
        if size > MOST:
            raise Unreachable(f"{name} is larger than {MOST:,} bytes")
        content, came = await self._calls.download(str(url), MOST)
        if came == "text/html" and (kind != "text/html" or len(content) != size):
            raise Unreachable(f"Slack gave a page to log in to instead of {name}: is the scope files:read granted?")
        return Attachment(name, kind, content)

    async def send(self, place: Place, name: str, content: bytes) -> None:
        if name not in await self._threads.files(place):
            await self._calls.upload(place, name, content)


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
