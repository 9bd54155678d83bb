"""Pictures, sound, films and documents on their way to a model.

Messages only name them, by path and digest, so that what is journaled and what is sent again with each step stays
small; here they become what providers take.
"""

from base64 import b64encode
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from harness.context.model import Model, Reply, Request, Shown
from harness.context.window import MEDIA, ModelMessage
from harness.files.errors import FilesError

KEPT = 16
"""Files in memory: they are sent with every step as long as they are in the window."""

_SOUND = {"audio/wav": "wav", "audio/mp3": "mp3"}
"""As OpenAI has it, and litellm for others."""

Read = Callable[[str], Awaitable[bytes]]
"""The file at that path. Raises FilesError."""
Takes = Callable[[str, str], Awaitable[bool]]
"""Can the model of that name look at that kind of file? Raises ModelError."""


class Seeing:
    """A Model that is `model`, with the files that messages name. What it cannot look at is said in words."""

    def __init__(self, model: Model, read: Read, takes: Takes) -> None:
        self._model, self._read, self._takes = model, read, takes
        self._kept: OrderedDict[str, str] = OrderedDict()

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        messages = [await self._filled(request.model, message) for message in request.messages]
        return await self._model.reply(replace(request, messages=messages), shown)

    async def _filled(self, model: str, message: ModelMessage) -> ModelMessage:
        content = message.value.get("content")
        if not isinstance(content, list):
            return message
        parts = [await self._part(model, part[MEDIA]) if MEDIA in part else part for part in content]
        return replace(ModelMessage.of({**message.value, "content": parts}), size=message.size)

    async def _part(self, model: str, media: Mapping[str, Any]) -> Mapping[str, Any]:
        path, kind = media["path"], media["kind"]
        if not await self._takes(model, kind):
            return _words(f"{path} is {kind}, which this model cannot look at")
        try:
            data = await self._data(path, media["digest"])
        except FilesError as error:
            return _words(f"{path} is not to be shown: {error}")
        if not data:
            return _words(f"{path} has been changed since")
        url = f"data:{kind};base64,{data}"
        if kind.startswith("image/"):
            return {"type": "image_url", "image_url": {"url": url}}
        if kind in _SOUND:
            return {"type": "input_audio", "input_audio": {"data": data, "format": _SOUND[kind]}}
        return {"type": "file", "file": {"filename": path.rpartition("/")[2], "file_data": url}}

    async def _data(self, path: str, digest: str) -> str:
        """Empty, if the file is another one by now."""
        if digest not in self._kept:
            content = await self._read(path)
            if sha256(content).hexdigest() != digest:
                return ""
            self._kept[digest] = b64encode(content).decode()
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(digest)
        return self._kept[digest]


def _words(text: str) -> Mapping[str, Any]:
    return {"type": "text", "text": f"[{text}]"}
