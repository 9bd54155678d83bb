"""One message as Discord takes it: components (version 2), and the files that they show. Nothing that is said pings
anybody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

Json = dict[str, Any]

V2, EPHEMERAL = 1 << 15, 1 << 6
QUIET: Json = {"parse": [], "users": [], "roles": [], "replied_user": False}
"""allowed_mentions of all that we say."""
_TEXT, _FILE = 10, 13


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its components, and the files that they show."""

    components: Sequence[Json]
    files: Mapping[str, str | bytes] = field(default_factory=dict)

    @property
    def body(self) -> Json:
        return {"components": list(self.components), "flags": V2, "allowed_mentions": QUIET}


def text(markdown: str) -> Json:
    """Discord takes no text that is nothing but white space."""
    return {"type": _TEXT, "content": markdown if markdown.strip() else "…"}


def file(filename: str) -> Json:
    """What shows a file of the message."""
    return {"type": _FILE, "file": {"url": f"attachment://{filename}"}}


def filename(label: str, content: str, key: str, kind: str = "txt") -> str:
    """Of a file of that card, or of that text: one of its own."""
    name = "".join(one if one.isascii() and one.isalnum() else "-" for one in label[:40]) or "details"
    digest = blake2b(f"{key}\0{label}\0{content}".encode(errors="backslashreplace"), digest_size=4)
    return f"{name}-{digest.hexdigest()}.{kind}"
