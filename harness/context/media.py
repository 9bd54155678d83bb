"""What a request shows beside text, and the same request without it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from harness.chat.untrusted import in_line
from harness.context.model import Request
from harness.context.window import MEDIA, REFUSED, ModelMessage


class Shown(NamedTuple):
    """A file that a request names, and the SHA-256 of its content."""

    path: str
    digest: str


def media_of(messages: Sequence[ModelMessage]) -> tuple[Shown, ...]:
    """Each once, in the order of the request."""
    found = (Shown(media["path"], media["digest"]) for message in messages for media in _named(message.value))
    return tuple(dict.fromkeys(found))


def without(request: Request, gone: Collection[Shown], words: str = REFUSED) -> Request:
    """The request with `words` in place of these files."""

    if not gone:
        return request

    def bare(part: Mapping[str, Any]) -> Mapping[str, Any]:
        media = part.get(MEDIA)
        if media is None or Shown(media["path"], media["digest"]) not in gone:
            return part
        return {"type": "text", "text": words.format(path=in_line(media["path"]))}

    def changed(message: ModelMessage) -> ModelMessage:
        if not any(_named(message.value)):
            return message
        return ModelMessage.of({**message.value, "content": [bare(part) for part in message.value["content"]]})

    return replace(request, messages=[changed(message) for message in request.messages])


def _named(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    content = value.get("content")
    return (part[MEDIA] for part in content if MEDIA in part) if isinstance(content, list) else iter(())
