"""Files that a provider refused are remembered by their content, and people hear of each once."""

from harness.sessions import facts as f
from harness.sessions.effects import Post
from harness.sessions.notices import MediaLeftOut
from harness.sessions.refused_media import KEPT
from harness.tools.calls import At
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.harness.sessions.script import Script


def refused(*digests: str) -> f.MediaRefused:
    return f.MediaRefused(At(1, 1), tuple(f"/{one}.png" for one in digests), digests)


def notices(script: Script) -> list[tuple[object, object]]:
    posts = [post for post in script.session.postings.outbox if isinstance(post, Post)]
    return [(post.place, post.notice) for post in posts if isinstance(post.notice, MediaLeftOut)]


def test_people_in_the_place_are_told_once() -> None:
    script = Script().says(BOB, "look").tell(refused("a", "b"))
    assert script.session.refused_media == ("a", "b")
    assert notices(script) == [(CHANNEL, MediaLeftOut(("/a.png", "/b.png")))]
    assert script.tell(refused("b")).session.refused_media == ("a", "b")
    assert len(notices(script)) == 1


def test_it_is_known_without_a_turn_too_and_nobody_is_told_then() -> None:
    script = Script().tell(refused("a"))
    assert (script.session.refused_media, notices(script)) == (("a",), [])


def test_what_is_remembered_is_bounded() -> None:
    script = Script().tell(refused(*map(str, range(KEPT + 5))))
    assert len(script.session.refused_media) == KEPT
    assert script.session.refused_media[-1] == str(KEPT + 4)
