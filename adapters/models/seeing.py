"""Pictures, sound, films and documents on their way to a model.

Messages only name them, by path and digest, so that what is journaled and what is sent again with each step stays
small; here they become what providers take.
"""

import logging
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from adapters.models.fallbacks import SeenSoFar
from harness.context import media
from harness.context.model import Model, Reply, Request, RequestRefused, RequestRejected, ServerFailed, Shown
from harness.context.window import MEDIA, ModelMessage
from harness.files.errors import FilesError

log = logging.getLogger(__name__)

KEPT = 16
"""Files in memory: they are sent with every step as long as they are in the window."""

_SOUND = {"audio/wav": "wav", "audio/mp3": "mp3"}
"""As OpenAI has it, and litellm for others."""

MOST_AT_ONCE = 50
"""Files in one request to any other provider."""
_AT_ONCE = {
    "anthropic/": 100,  # platform.claude.com/docs/en/build-with-claude/vision
    "bedrock/": 20,  # docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html
    "groq/": 5,  # console.groq.com/docs/vision
    "mistral/": 8,  # docs.mistral.ai/capabilities/vision
}
"""Files in one request, by the beginning of the model's name. OpenAI and Gemini take hundreds
(platform.openai.com/docs/guides/images-vision, ai.google.dev/gemini-api/docs/image-understanding); of a file of 4.5 MB
they take ten (50 MB a request at OpenAI).
"""

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
        """As the port has it. If the provider refuses a request with files, or its server fails on it each time (own
        servers answer so to a picture that they can't read), asks once more without them; the reply then names these
        files.
        """
        seen = SeenSoFar(shown)
        request, sent = _within(request), list[media.NamedFile]()
        try:
            return await self._model.reply(await self._all_filled(request, sent), seen.show)
        except (RequestRejected, RequestRefused, ServerFailed) as error:
            if not sent:
                raise
            log.warning("%s refused a request with files (%s): asking again without them", request.model, error)
            seen.turn()
            bare = media.without(request, sent)
            try:
                reply = await self._model.reply(await self._all_filled(bare, []), seen.show)
            except (RequestRejected, RequestRefused, ServerFailed):  # the files were not to blame
                raise error from None
            return replace(reply, usage=seen.used + reply.usage, refused=tuple(sent))

    async def _all_filled(self, request: Request, sent: list[media.NamedFile]) -> Request:
        """The request with its files filled in. Adds the files that the model will see to `sent`."""
        return replace(request, messages=[await self._filled(request.model, each, sent) for each in request.messages])

    async def _filled(self, model: str, message: ModelMessage, sent: list[media.NamedFile]) -> ModelMessage:
        content = message.value.get("content")
        if not isinstance(content, list):
            return message
        parts = [await self._part(model, part[MEDIA], sent) if MEDIA in part else part for part in content]
        return replace(ModelMessage.of({**message.value, "content": parts}), size=message.size)

    async def _part(self, model: str, named: Mapping[str, Any], sent: list[media.NamedFile]) -> Mapping[str, Any]:
        path, kind = named["path"], named["kind"]
        if not await self._takes(model, kind):
            return _words(f"{path} is {kind}, which this model cannot look at")
        try:
            data = await self._data(path, named["digest"])
        except FilesError as error:
            return _words(f"{path} is not to be shown: {error}")
        if not data:
            return _words(f"{path} has been changed since")
        sent.append(media.NamedFile(path, named["digest"]))
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


def _within(request: Request) -> Request:
    """The request with the latest files only, as many as its provider takes."""
    most = next((most for name, most in _AT_ONCE.items() if request.model.startswith(name)), MOST_AT_ONCE)
    words = f"[{{path}} is left out: a request holds {most} files at most, and the latest are shown.]"
    return media.without(request, media.beyond(request.messages, most), words)


def _words(text: str) -> Mapping[str, Any]:
    return {"type": "text", "text": f"[{text}]"}
