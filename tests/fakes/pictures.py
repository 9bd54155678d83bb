"""Whole pictures, documents and recordings, as small as they may be, and large ones that say so."""

import struct
import zlib


def png(width: int = 1, height: int = 1, text: bytes = b"") -> bytes:
    """One of these pixels, all black; `text` makes it another file."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    row = b"\0" * (1 + (width + 7) // 8)
    packer = zlib.compressobj(9)
    pixels = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    parts = (chunk(b"IHDR", header), chunk(b"tEXt", b"Comment\0" + text), chunk(b"IDAT", pixels), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def jpeg(width: int = 1, height: int = 1) -> bytes:
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    return b"\xff\xd8\xff\xe0\x00\x04\x00\x00" + frame + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x00\xff\xd9"


def gif(width: int = 1, height: int = 1) -> bytes:
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\0\0\0;"


def webp(width: int = 1, height: int = 1) -> bytes:
    sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBPVP8X\x0a\0\0\0\0\0\0\0" + sides
    return b"RIFF" + struct.pack("<I", len(body)) + body


def wav(sound: bytes = b"\0\0") -> bytes:
    body = (
        b"WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data"
        + struct.pack("<I", len(sound))
        + sound
    )
    return b"RIFF" + struct.pack("<I", len(body)) + body


PDF = b"%PDF-1.7\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n"
