"""Files that a model looks at, or listens to, rather than reads: pictures, sound, films and documents.

What providers take: docs.anthropic.com (vision, PDF support), platform.openai.com (images, audio, files) and
ai.google.dev (image, audio, video and document understanding). Which of it a model takes is known to its adapter.
"""

from collections.abc import Mapping
from hashlib import sha256

from harness.toolbox.pictures import flaw
from harness.tools.calls import Media

MOST = 4_500_000
"""Bytes: Anthropic and OpenAI take pictures of five megabytes or more."""
_BEGINNINGS: Mapping[bytes, str] = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"%PDF-": "application/pdf",
    b"ID3": "audio/mp3",
    b"\xff\xfb": "audio/mp3",
    b"\xff\xf3": "audio/mp3",
    b"\xff\xf1": "audio/aac",
    b"\xff\xf9": "audio/aac",
    b"fLaC": "audio/flac",
    b"OggS": "audio/ogg",
    b"\x1aE\xdf\xa3": "video/webm",
    b"FLV\x01": "video/x-flv",
    b"\x00\x00\x01\xba": "video/mpeg",
    b"\x30\x26\xb2\x75": "video/wmv",
}
_IN_RIFF: Mapping[bytes, str] = {b"WEBP": "image/webp", b"WAVE": "audio/wav", b"AVI ": "video/avi"}
_BRANDS: Mapping[bytes, str] = {
    b"heic": "image/heic", b"heix": "image/heic", b"mif1": "image/heif", b"avif": "image/avif", b"qt  ": "video/mov",
    b"M4A ": "audio/m4a", b"3gp4": "video/3gpp", b"3gp5": "video/3gpp",
}  # fmt: skip
"""Of ISO base media files, whose other brands are films (mp4)."""
_DOCUMENTS: Mapping[str, str] = {
    "doc": "a Word document", "docx": "a Word document", "xls": "an Excel workbook", "xlsx": "an Excel workbook",
    "ppt": "a PowerPoint presentation", "pptx": "a PowerPoint presentation", "odt": "a text document",
    "ods": "a spreadsheet", "odp": "a presentation", "epub": "a book", "zip": "an archive", "gz": "an archive",
}  # fmt: skip
"""What no model is shown as it is, by how its name ends."""


def kind_of(content: bytes) -> str:
    """Its media type, known by its first bytes; empty for what is nothing to look at."""
    if content[:4] == b"RIFF":
        return _IN_RIFF.get(content[8:12], "")
    if content[:4] == b"FORM" and content[8:12] in (b"AIFF", b"AIFC"):
        return "audio/aiff"
    if content[4:8] == b"ftyp":
        return _BRANDS.get(content[8:12], "video/mp4")
    return next((kind for begins, kind in _BEGINNINGS.items() if content.startswith(begins)), "")


def media(path: str, content: bytes) -> Media | None:
    """The file as one to look at; None for any other, and for one that providers would refuse."""
    kind = kind_of(content)
    if not kind or len(content) > MOST or flaw(kind, content):
        return None
    return Media(path, kind, len(content), sha256(content).hexdigest())


def described(path: str, content: bytes) -> str:
    """What it is, of what is not shown; empty, if that is not known."""
    ends = path.rpartition(".")[2].casefold()
    size = f"{len(content):,} bytes"
    kind = kind_of(content)
    if kind and len(content) <= MOST:
        return f"{path} is {kind}, {size}, and can't be shown: {flaw(kind, content)}"
    if kind:
        return f"{path} is {kind}, {size}: too large to be shown, since the most is {MOST:,}"
    if what := _DOCUMENTS.get(ends):
        return f"{path} is {what}, {size}, which I cannot look at as it is: have a command turn it into text or a PDF"
    return ""
