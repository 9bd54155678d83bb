"""What is to be posted is posted once, and what has a button is known by its message."""

from harness.sessions.effects import Post, PostAsk, StopTurn
from harness.sessions.notices import Brief
from harness.sessions.postings import PostedAction, Postings
from harness.sessions.session import Session
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


def test_of_two_cards_of_one_ask_each_arrives_by_its_place() -> None:
    here, there = PostAsk("1.1.0#1", CHANNEL), PostAsk("1.1.0#1", DM, copy=True)
    postings = Postings().posting(here).posting(there)
    assert postings.card_sent("1.1.0#1", DM).outbox == (here,)
