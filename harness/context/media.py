"""Files that a request shows beside its text, and the same request without them."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from harness.chat.untrusted import in_line
from harness.context.model import Request
from harness.context.window import MEDIA, REFUSED, ModelMessage


class NamedFile(NamedTuple):
    """A file that a request names, and the SHA-256 of its content."""

    path: str
    digest: str


def media_of(messages: Sequence[ModelMessage]) -> tuple[NamedFile, ...]:
    """The files that messages show, one for each place, in their order."""
    return tuple(NamedFile(media["path"], media["digest"]) for message in messages for media in _named(message.value))


def beyond(messages: Sequence[ModelMessage], most: int) -> frozenset[NamedFile]:
    """The files to leave out so that at most `most` places show one. The latest files stay."""
    latest = media_of(messages)[::-1]
    places, left = Counter(latest), most
    gone = set[NamedFile]()
    for file in dict.fromkeys(latest):
        if gone or places[file] > left:
            gone.add(file)
        left -= places[file]
    return frozenset(gone)


def without(request: Request, gone: Collection[NamedFile], words: str = REFUSED) -> Request:
    """The request with `words` in place of these files; `{path}` in them stands for the file."""
    if not gone:
        return request

    def bare(part: Mapping[str, Any]) -> Mapping[str, Any]:
        media = part.get(MEDIA)
        if media is None or NamedFile(media["path"], media["digest"]) not in gone:
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
