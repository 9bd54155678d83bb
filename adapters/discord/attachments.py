"""Files that people bring along in Discord, and that we send."""

from adapters.discord.calls import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, CallRefused, Calls
from adapters.discord.chat import DiscordChat
from adapters.discord.places import Places
from harness.chat.attachments import MOST, Attachment
from harness.chat.people import Place
from harness.chat.port import NotThere, Unreachable


class DiscordAttachments:
    """Fulfils `harness.chat.attachments.Attachments`. A file's id is its message's, a dash, and its own."""

    def __init__(self, calls: Calls, places: Places, chat: DiscordChat) -> None:
        self._calls, self._places, self._chat = calls, places, chat

    def home(self, place: Place) -> Place:
        """A thread may be private."""
        return place

    async def fetch(self, id: str, place: Place) -> Attachment:
        """The message is looked for where the conversation is, and nowhere else. Its address is good for a day, so it
        is asked for anew.
        """
        message, _, number = id.partition("-")
        if not (message.isdecimal() and number.isdecimal()):
            raise NotThere(f"there is no file {id} here")
        at = {"channel_id": await self._places.holding(place, message), "message_id": message}
        try:
            said = await self._calls("GET", "/channels/{channel_id}/messages/{message_id}", at=at)
        except CallRefused as error:
            if error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
                raise NotThere(f"there is no file {id} here") from error
            raise
        forwarded = [one["message"] for one in said.get("message_snapshots") or ()]
        files = [file for one in (said, *forwarded) for file in one.get("attachments") or ()]
        file = next((one for one in files if str(one["id"]) == number), None)
        if file is None:
            raise NotThere(f"there is no file {id} here")
        name = str(file.get("filename") or id)
        if int(file.get("size") or 0) > MOST:
            raise Unreachable(f"{name} is larger than {MOST:,} bytes")
        kind = str(file.get("content_type") or "").partition(";")[0]
        return Attachment(name, kind, await self._calls.download(str(file["url"]), MOST))

    async def send(self, place: Place, name: str, content: bytes) -> None:
        await self._chat.attach(place, f"file:{name}", name, content)
