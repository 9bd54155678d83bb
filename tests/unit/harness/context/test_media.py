"""What a request shows beside text can be told, and left out."""

import pytest

from harness.context.media import NamedFile, beyond, media_of, without
from harness.context.model import Request
from harness.context.window import MEDIA, REFUSED, ModelMessage, Window
from harness.sessions.entries import Said, Seen
from harness.tools.calls import At, Media

A, B = Media("/a.png", "image/png", 9, "a" * 8), Media("/b.png", "image/png", 9, "b" * 8)


def request() -> Request:
    window = Window([Said("Bob", "look"), Seen((A, B)), Seen((A,))])
    system = ModelMessage.of({"role": "system", "content": "s"})
    return Request(at=At(1, 1), model="m", system=system, messages=window.request)


OF_A, OF_B = NamedFile("/a.png", "a" * 8), NamedFile("/b.png", "b" * 8)


def test_a_file_is_named_for_each_place_that_shows_it() -> None:
    assert media_of(request().messages) == (OF_A, OF_B, OF_A)


@pytest.mark.parametrize(("most", "gone"), [(3, set()), (2, {OF_B}), (1, {OF_A, OF_B}), (0, {OF_A, OF_B})])
def test_the_latest_files_stay_and_each_place_counts(most: int, gone: set[NamedFile]) -> None:
    assert beyond(request().messages, most) == gone


def test_words_stand_where_a_file_stood() -> None:
    bare = without(request(), {NamedFile("/a.png", "a" * 8)})
    assert media_of(bare.messages) == (NamedFile("/b.png", "b" * 8),)
    assert str([message.value for message in bare.messages]).count(REFUSED.format(path="/a.png")) == 2
    assert MEDIA in str(bare.messages[1].value)


def test_what_has_none_of_them_stays_as_it_is() -> None:
    asked = request()
    assert without(asked, ()) is asked
    assert without(asked, {NamedFile("/c.png", "c")}).messages[0] is asked.messages[0]
