"""Finds flaws that keep a file from being shown to a model: it is cut short, or has too many pixels. Decodes nothing.

Sources for pixels, ends and lengths: www.w3.org/TR/png-3, RFC 2035 and ITU-T T.81 (JPEG), www.w3.org/Graphics/GIF,
RFC 9649 (WebP), ISO 32000-1, 7.5.5 (PDF).
"""

import struct
from collections.abc import Callable, Mapping

LARGEST_SIDE = 8_000
"""Pixels of a picture's longer side. Anthropic and Bedrock refuse more
(platform.claude.com/docs/en/build-with-claude/vision), and others make pictures smaller.
"""
_CUT_SHORT = "it is cut short"
_SEGMENTS = 1_000
"""Maximum segments of a JPEG that are read before its pixels."""
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Markers of JPEG segments that hold the picture's size."""
_UNTOLD = frozenset({0, 0xFFFFFFFF})
"""Lengths in recordings that were streamed while they were made."""


def flaw(kind: str, content: bytes) -> str:
    """The flaw of a file of that media type, as a clause; empty if it has none that is known."""
    read = _READERS.get(kind)
    if read is None:
        return ""
    try:
        sides = read(content)
    except (struct.error, IndexError):
        return _CUT_SHORT
    if sides is None:
        return _CUT_SHORT
    if max(sides) > LARGEST_SIDE:
        return f"it has {sides[0]:,} × {sides[1]:,} pixels, and models take at most {LARGEST_SIDE:,} a side"
    return ""


def _png(content: bytes) -> tuple[int, int] | None:
    width, height = struct.unpack_from(">II", content, 16)
    return (width, height) if b"IEND\xaeB`\x82" in content else None


def _jpeg(content: bytes) -> tuple[int, int] | None:
    at, sides = 2, (0, 0)
    for _ in range(_SEGMENTS):
        if content[at] != 0xFF:
            return None
        marker = content[at + 1]
        if marker in (0xFF, 0x01, *range(0xD0, 0xD9)):  # a fill byte, or a marker without a length
            at += 1 if marker == 0xFF else 2
            continue
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            sides = width, height
        if marker == 0xDA:
            return sides if content.find(b"\xff\xd9", at) >= 0 else None
        at += 2 + struct.unpack_from(">H", content, at + 2)[0]
    return sides


def _gif(content: bytes) -> tuple[int, int] | None:
    width, height = struct.unpack_from("<HH", content, 6)
    return (width, height) if content.rstrip(b"\0").endswith(b";") else None


def _webp(content: bytes) -> tuple[int, int] | None:
    if _riff(content) is None:
        return None
    match content[12:16]:
        case b"VP8X":
            return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
        case b"VP8L":
            bits = struct.unpack_from("<I", content, 21)[0]
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", content, 26)
            return width & 0x3FFF, height & 0x3FFF
        case _:
            return None


def _riff(content: bytes) -> tuple[int, int] | None:
    length = struct.unpack_from("<I", content, 4)[0]
    return (0, 0) if length in _UNTOLD or length + 8 <= len(content) + 1 else None


def _pdf(content: bytes) -> tuple[int, int] | None:
    return (0, 0) if b"%%EOF" in content[-2_048:] else None


_READERS: Mapping[str, Callable[[bytes], tuple[int, int] | None]] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/gif": _gif,
    "image/webp": _webp,
    "audio/wav": _riff,
    "application/pdf": _pdf,
}
