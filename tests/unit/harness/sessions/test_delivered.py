"""What became of what was to be posted."""

from harness.chat.people import Place
from harness.sessions import facts as f
from harness.sessions.effects import Post
from harness.wording.notices import said
from tests.laws.colleague import BOB
from tests.unit.harness.sessions.script import Script


def test_a_reply_that_cannot_be_posted_goes_to_whom_it_was_for_and_no_further() -> None:
    script = Script().says(BOB).replies(text="It is done.").tell(f.PostFailed("reply-1.1", "is_archived"))
    [lost] = script.wanted(Post)
    assert lost.place == Place.direct(BOB)
    assert said(lost).endswith("What I wanted to say:\n\nIt is done.")
    assert not script.tell(f.PostFailed(lost.id, "cannot_dm_bot")).wanted(Post)


def test_an_offer_to_stop_that_came_too_late_is_made_nowhere_else() -> None:
    script = Script().says(BOB).tell(f.TurnLasted(1)).replies(text="done")
    script.tell(f.PostFailed("work-1", "it was not wanted any more"))
    assert [post.id for post in script.session.postings.outbox] == ["reply-1.1"]
