"""What a request shows beside text can be told, and left out."""

from harness.context.media import NamedFile, media_of, without
from harness.context.model import Request
from harness.context.window import MEDIA, REFUSED, ModelMessage, Window
from harness.sessions.entries import Said, Seen
from harness.tools.calls import At, Media

A, B = Media("/a.png", "image/png", 9, "a" * 8), Media("/b.png", "image/png", 9, "b" * 8)


def request() -> Request:
    window = Window([Said("Bob", "look"), Seen((A, B)), Seen((A,))])
    system = ModelMessage.of({"role": "system", "content": "s"})
    return Request(at=At(1, 1), model="m", system=system, messages=window.request)


def test_each_file_is_named_once_in_order() -> None:
    assert media_of(request().messages) == (NamedFile("/a.png", "a" * 8), NamedFile("/b.png", "b" * 8))


def test_words_stand_where_a_file_stood() -> None:
    bare = without(request(), {NamedFile("/a.png", "a" * 8)})
    assert media_of(bare.messages) == (NamedFile("/b.png", "b" * 8),)
    assert str([message.value for message in bare.messages]).count(REFUSED.format(path="/a.png")) == 2
    assert MEDIA in str(bare.messages[1].value)


def test_what_has_none_of_them_stays_as_it_is() -> None:
    asked = request()
    assert without(asked, ()) is asked
    assert without(asked, {NamedFile("/c.png", "c")}).messages[0] is asked.messages[0]
