"""Pictures and documents are known by how they begin."""

from hashlib import sha256

import pytest

from harness.toolbox.looking import MOST, media
from harness.tools.calls import Media


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n...", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"%PDF-1.7", "application/pdf"),
    ],
)
def test_what_can_be_looked_at_is_known_by_its_first_bytes(content: bytes, kind: str) -> None:
    assert media("/a", content) == Media("/a", kind, len(content), sha256(content).hexdigest())


@pytest.mark.parametrize("content", [b"", b"text", b"RIFF\x00\x00\x00\x00WAVE", b"%PDF-" + bytes(MOST)])
def test_nothing_else_and_nothing_too_large_is(content: bytes) -> None:
    assert media("/a", content) is None
