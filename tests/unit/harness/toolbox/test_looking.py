"""Pictures and documents are known by how they begin."""

from hashlib import sha256

import pytest

from harness.toolbox.looking import MOST, described, media
from harness.tools.calls import Media
from tests.fakes.pictures import PDF, gif, jpeg, png, wav, webp


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (png(), "image/png"),
        (jpeg(), "image/jpeg"),
        (gif(), "image/gif"),
        (webp(), "image/webp"),
        (PDF, "application/pdf"),
        (wav(), "audio/wav"),
        (b"RIFF\x00\x00\x00\x00AVI LIST", "video/avi"),
        (b"FORM\x00\x00\x00\x00AIFF", "audio/aiff"),
        (b"ID3\x04", "audio/mp3"),
        (b"\xff\xfb\x90", "audio/mp3"),
        (b"fLaC", "audio/flac"),
        (b"OggS", "audio/ogg"),
        (b"\x00\x00\x00\x18ftypmp42", "video/mp4"),
        (b"\x00\x00\x00\x18ftypqt  ", "video/mov"),
        (b"\x00\x00\x00\x18ftypheic", "image/heic"),
        (b"\x1aE\xdf\xa3", "video/webm"),
    ],
)
def test_what_can_be_looked_at_is_known_by_its_first_bytes(content: bytes, kind: str) -> None:
    assert media("/a", content) == Media("/a", kind, len(content), sha256(content).hexdigest())


@pytest.mark.parametrize("content", [b"", b"text", b"RIFF\x00\x00\x00\x00RMID", b"%PDF-" + bytes(MOST)])
def test_nothing_else_and_nothing_too_large_is(content: bytes) -> None:
    assert media("/a", content) is None


def test_what_is_not_shown_is_described_where_it_is_known_what_it_is() -> None:
    assert described("/a.DOCX", b"PK\x03\x04").startswith("/a.DOCX is a Word document, 4 bytes, which I cannot look at")
    assert "too large to be shown" in described("/a.mp4", b"\0\0\0\x18ftypmp42" + bytes(MOST))
    assert described("/a.bin", b"\0") == ""
