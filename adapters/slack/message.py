"""One message as Slack takes it, and the files above it."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from adapters.slack.text import fallback

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that stands above a card. Its name says which card's it is, so that it can be looked for."""

    filename: str
    content: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its blocks, and its text for notifications."""

    text: str
    blocks: Sequence[Json]
    attachments: tuple[Attachment, ...] = ()


def attachment(label: str, content: str, key: str, kind: str = "txt") -> Attachment:
    """The file of that card, or of that text, by a name of its own."""
    name = "".join(each if each.isascii() and each.isalnum() else "-" for each in label[:40])
    digest = blake2b(f"{key}\0{label}\0{content}".encode(errors="backslashreplace"), digest_size=4).hexdigest()
    return Attachment(f"{name}-{digest}.{kind}", content)


def notification(text: str) -> str:
    """What is read of a message where its blocks are not. Slack takes no text that is nothing but white space."""
    return fallback(text) if text.strip() else "…"
