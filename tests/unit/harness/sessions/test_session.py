"""Control state stays small, however much has been asked."""

from dataclasses import replace

from harness.chat.people import Person, Place
from harness.sessions.effects import Post
from harness.sessions.notices import Brief
from harness.sessions.session import KEPT_ORIGINS, Session, Taint
from tests.laws.colleague import CHANNEL


def test_people_are_told_where_they_are_known_and_directly_where_they_are_not() -> None:
    zoe = Person("other", "T", "zoe", "Zoe")
    both = replace(zoe, accounts=("other:T:zoe", "test:T:z"))
    [note] = Session().tell(CHANNEL, both, Brief("stopped")).postings.outbox
    assert isinstance(note, Post)
    assert note.to
    assert (note.place, note.to.account) == (CHANNEL, "test:T:z")
    [note] = Session().tell(CHANNEL, zoe, Brief("stopped")).postings.outbox
    assert isinstance(note, Post)
    assert (note.place, note.to) == (Place("other", "T", "@zoe"), zoe)


def test_text_from_outside_is_known_by_the_first_row_of_each_origin_and_bounded() -> None:
    session = replace(Session(head=3), taint=())
    session = session.tainted("web").tainted("").tainted("web")
    assert session.taint == (Taint("web", 3),)
    session = replace(session, head=5).tainted("web").tainted("channel")
    assert session.origins == ("web", "channel")
    for number in range(KEPT_ORIGINS):
        session = session.tainted(f"mcp:{number}")
    assert len(session.taint) == KEPT_ORIGINS
