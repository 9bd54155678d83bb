"""Files that a model looks at rather than reads: pictures and documents."""

from hashlib import sha256

from harness.tools.calls import Media

MOST = 4_500_000
"""Bytes: Anthropic and OpenAI take pictures of five megabytes or more."""
_BEGINNINGS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"%PDF-": "application/pdf",
}


def media(path: str, content: bytes) -> Media | None:
    """The file as one to look at, known by its first bytes; None for any other, and for one that is too large."""
    kind = next((kind for begins, kind in _BEGINNINGS.items() if content.startswith(begins)), "")
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        kind = "image/webp"
    if not kind or len(content) > MOST:
        return None
    return Media(path, kind, len(content), sha256(content).hexdigest())
