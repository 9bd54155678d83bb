"""A file that providers would refuse is known before it is shown."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.toolbox.looking import described, media
from harness.toolbox.pictures import LARGEST_SIDE, flaw
from tests.fakes.pictures import PDF, gif, jpeg, png, wav, webp

WHOLE = {
    "image/png": png(),
    "image/jpeg": jpeg(),
    "image/gif": gif(),
    "image/webp": webp(),
    "audio/wav": wav(b"\0" * 90),
    "application/pdf": PDF,
}


@pytest.mark.parametrize("kind", WHOLE)
def test_a_whole_file_is_shown_and_one_that_is_cut_short_is_not(kind: str) -> None:
    assert flaw(kind, WHOLE[kind]) == ""
    for length in range(12, len(WHOLE[kind]) - 6):
        assert flaw(kind, WHOLE[kind][:length]) == "it is cut short", length


@pytest.mark.parametrize("make", [png, jpeg, gif, webp])
def test_a_picture_of_too_many_pixels_is_not_shown(make: Callable[[int, int], bytes]) -> None:
    kind = media("/a", make(2, 3))
    assert kind
    assert flaw(kind.kind, make(LARGEST_SIDE, 1)) == ""
    said = "it has 12,000 × 9 pixels, and models take at most 8,000 a side"
    assert flaw(kind.kind, make(12_000, 9)) == said
    assert media("/a", make(12_000, 9)) is None
    assert described("/a", make(12_000, 9)).endswith(f"can't be shown: {said}")


def test_a_recording_that_was_sent_while_it_was_made_is_whole() -> None:
    assert flaw("audio/wav", b"RIFF\xff\xff\xff\xffWAVEdata") == ""


@given(st.sampled_from(sorted(WHOLE)), st.binary(max_size=300))
def test_nothing_that_a_file_holds_is_too_much_for_it(kind: str, content: bytes) -> None:
    assert isinstance(flaw(kind, WHOLE[kind][:20] + content), str)
    assert isinstance(flaw(kind, content), str)


def test_what_nothing_is_known_of_is_shown() -> None:
    assert flaw("video/mp4", b"") == ""
