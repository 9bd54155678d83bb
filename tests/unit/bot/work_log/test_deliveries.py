"""A line for each thing that was said where people read it, or was not."""

import logging

from harness.approvals.asks import Approve
from harness.sessions import facts as f
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.bot.work_log.telling import fields, texts, told
from tests.unit.harness.sessions.script import Script


def answered() -> Script:
    return Script().says(BOB).replies(text="hi")


def test_a_post_says_where_it_is_and_what_the_platform_calls_it() -> None:
    script = answered().tell(f.PostSent("reply-1.1", "ts-1"))
    assert texts(script.rows, "post.sent") == ["reply-1.1 was posted in test:T:channel:1"]
    assert fields(script.rows, "post.sent") == {"post": "reply-1.1", "place": "test:T:channel:1", "platform_id": "ts-1"}


def test_a_card_too() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).shows()
    assert texts(script.rows, "post.sent") == ["the card 1.1.0#1 was posted in test:T:channel:1"]


def test_what_did_not_arrive_says_why_and_whether_it_is_tried_again() -> None:
    script = answered().tell(f.PostDelayed("reply-1.1", "Slack failed:\n503"), f.PostFailed("reply-1.1", "archived"))
    assert texts(script.rows, "post.delayed", "post.failed") == [
        "reply-1.1 has not arrived, and is tried again in test:T:channel:1: Slack failed: 503",
        "reply-1.1 was not posted in test:T:channel:1: archived",
    ]


def test_what_is_known_no_more_is_said_all_the_same() -> None:
    assert texts(answered().tell(f.PostDelayed("settle x", "no")).rows, "post.delayed") == [
        "settle x has not arrived, and is tried again: no"
    ]


def test_receipts_and_cards_that_are_redrawn_are_for_who_looks_closer() -> None:
    script = Script().says(BOB).says(ANA, "mind the tests").replies(("deploy", "a")).shows().answers(ANA, Approve())
    receipts = [item.id for item in script.session.postings.outbox if type(item).__name__ == "React"]
    assert receipts
    script.tell(f.PostSent(receipts[0]), f.CardSettled(CHANNEL, "card 1.1.0#1", "1.1.0#1"))
    quiet = {line.text for line in told(script.rows) if line.level == logging.DEBUG}
    assert quiet == {
        f"{receipts[0]} was posted in test:T:channel:1",
        "the card 1.1.0#1 in test:T:channel:1 is settled",
    }


def test_a_card_that_keeps_its_buttons_is_said_aloud() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).shows().answers(ANA, Approve())
    script.tell(f.CardSettled(CHANNEL, "card 1.1.0#1", "1.1.0#1", why="it was deleted"))
    [line] = [line for line in told(script.rows) if line.event == "card.settled"]
    assert line.text == "the card 1.1.0#1 in test:T:channel:1 cannot be settled: it was deleted"
    assert line.level == logging.INFO
