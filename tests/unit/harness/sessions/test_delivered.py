"""What became of what was to be posted."""

from harness.approvals.asks import Approve
from harness.chat.people import Place
from harness.sessions import facts as f
from harness.sessions.effects import Post, SettleCard, WakeAt
from harness.wording.notices import said
from tests.laws.colleague import ANA, BOB, CHANNEL, DM
from tests.unit.harness.sessions.script import Script


def test_a_reply_that_cannot_be_posted_goes_to_whom_it_was_for_and_no_further() -> None:
    script = Script().says(BOB).replies(text="It is done.").tell(f.PostFailed("reply-1.1", "is_archived"))
    [lost] = script.wanted(Post)
    assert lost.place == Place.direct(BOB)
    assert said(lost).plain.endswith("What I wanted to say:\n\nIt is done.")
    assert not script.tell(f.PostFailed(lost.id, "cannot_dm_bot")).wanted(Post)


def test_an_offer_to_stop_that_came_too_late_is_made_nowhere_else() -> None:
    script = Script().says(BOB).tell(f.TurnLasted(1)).replies(text="done")
    script.tell(f.PostFailed("work-1", "it was not wanted any more"))
    assert [post.id for post in script.session.postings.outbox] == ["reply-1.1"]


def test_what_is_owed_waits_in_its_place_and_holds_up_no_other() -> None:
    script = Script().says(BOB).replies(text="It is done.").tell(f.PostDelayed("reply-1.1", "down"))
    assert not script.wanted(Post)
    [wake] = [each for each in script.wanted(WakeAt) if isinstance(each.then, f.PostsDue)]
    assert wake == WakeAt(60.0, f.PostsDue("reply-1.1"))
    script.says(ANA, "hello?", DM).replies(text="Hello.")
    assert [post.place for post in script.wanted(Post)] == [DM], "another place is not held up"
    script.now = 60.0
    assert "reply-1.1" in [post.id for post in script.tell(wake.then).wanted(Post)]


def test_where_somebody_speaks_it_is_tried_at_once() -> None:
    script = Script().says(BOB).replies(text="It is done.").tell(f.PostDelayed("reply-1.1", "is_archived"))
    assert [post.id for post in script.says(BOB, "and?").wanted(Post)] == ["reply-1.1"]


def test_a_card_that_cannot_be_changed_yet_is_settled_later() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).tell(f.AskPosted("1.1.0#1", CHANNEL, "card"))
    [settle] = script.answers(ANA, Approve()).wanted(SettleCard)
    assert not script.tell(f.PostDelayed(settle.id, "down")).wanted(SettleCard)
    assert script.session.asks.cards, "it is known that it has live buttons"
    assert script.tell(f.PostsDue(settle.id)).wanted(SettleCard) == [settle]
    assert not script.tell(f.CardSettled(CHANNEL, "card", "1.1.0#1")).session.postings.owed


def test_what_is_not_owed_any_more_is_not_delayed() -> None:
    script = Script().says(BOB).replies(text="done").tell(f.PostSent("reply-1.1", "ts"))
    assert not script.tell(f.PostDelayed("reply-1.1", "late news")).session.postings.owed
