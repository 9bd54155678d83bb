"""What is to be posted is posted once, and what has a button is known by its message."""

from harness.sessions.effects import Post, PostAsk, StopTurn, UndoNote
from harness.sessions.notices import Brief
from harness.sessions.post_status import Delayed
from harness.sessions.postings import LATE, PAUSES, PostedAction, Postings
from harness.sessions.session import Session
from harness.tools.values import replace
from tests.laws.colleague import CHANNEL, DM


def test_the_outbox_takes_each_post_once() -> None:
    post = Post("end-1", CHANNEL, "x")
    assert Session().post(post).post(post).postings.outbox == (post,)


def test_what_has_arrived_is_known_by_its_message_if_it_has_a_button() -> None:
    stop, words = Post("work-1", CHANNEL, action=StopTurn(1), notice=Brief("working")), Post("reply-1", CHANNEL, "hi")
    postings = Postings().posting(stop).posting(words)
    assert postings.find("reply-1") is words
    arrived = postings.sent("work-1", "ts1").sent("reply-1", "ts2")
    assert (arrived.outbox, arrived.actions) == ((), (PostedAction(stop, "ts1"),))
    assert postings.sent("work-1", "").actions == (), "who has no name for it cannot take its button away"
    assert arrived.withdrawn("work-1").actions == ()


def test_what_a_message_has_a_button_for_is_over_and_it_says_so_once_it_is_there() -> None:
    one, other = (Post(f"noted-{n}", CHANNEL, action=UndoNote(f"place-{n}"), notice=Brief("working")) for n in (1, 2))
    over, note = Brief("already-ended"), UndoNote("place-1")
    standing = Postings().posting(one).posting(other).sent("noted-1", "ts1").sent("noted-2", "ts2").closing(note, over)
    said = [made.post.notice for made in standing.actions]
    assert said == [over, Brief("working")]
    coming = Postings().posting(one).posting(other).closing(note, over)
    assert coming.outbox == (one, other), "what is being posted is not changed"
    assert (coming.over(one), coming.over(other)) == (over, None)
    arrived = coming.sent("noted-1", "ts1").sent("noted-2", "ts2")
    assert (arrived.actions, arrived.closed) == (standing.actions, ())
    assert coming.without("noted-1", "refused").closed == ()


def test_of_two_cards_of_one_ask_each_arrives_by_its_place() -> None:
    here, there = PostAsk("1.1.0#1", CHANNEL), PostAsk("1.1.0#1", DM, copy=True)
    postings = Postings().posting(here).posting(there)
    assert postings.card_sent("1.1.0#1", DM).outbox == (here,)


def test_what_is_delayed_is_tried_again_after_ever_longer_pauses() -> None:
    postings, now = Postings().posting(Post("reply-1", CHANNEL, "hi")), 100.0
    for pause in (*PAUSES, PAUSES[-1]):
        postings = postings.delaying("reply-1", CHANNEL, "down", now)
        assert postings.delayed("reply-1")
        [owed] = postings.owed
        assert isinstance(owed.status, Delayed)
        assert (owed.status.until, owed.status.since) == (now + pause, 100.0)
        now += pause
        postings = postings.retrying("reply-1", None, now)
        assert not postings.delayed("reply-1")
    assert postings.sent("reply-1", "ts1").owed == ()


def test_what_comes_late_says_so_and_what_comes_soon_does_not() -> None:
    postings = Postings().posting(Post("reply-1", CHANNEL, "hi")).delaying("reply-1", CHANNEL, "down", 0.0)
    soon, late = (postings.retrying("reply-1", None, when).find("reply-1") for when in (LATE - 1, LATE))
    assert isinstance(soon, Post)
    assert isinstance(late, Post)
    assert (soon.late, late.late) == (0.0, LATE)


def test_all_of_a_channel_is_tried_at_once_and_nothing_elsewhere() -> None:
    postings = Postings().delaying("a", CHANNEL, "is_archived", 0.0).delaying("b", DM, "down", 0.0)
    postings = postings.retrying("", replace(CHANNEL, thread="another"), 1.0)
    assert (postings.delayed("a"), postings.delayed("b")) == (False, True)
    assert not postings.retrying("", None, 2.0).delayed("b")
