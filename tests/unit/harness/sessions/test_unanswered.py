"""Nobody answers: people are reminded, an ask ends, and so does its call."""

from harness.approvals.asks import Approve
from harness.chat.people import Place
from harness.sessions import facts as f
from harness.sessions.call_status import Expired, Unaskable
from harness.sessions.effects import PostAsk, RunTool, SettleCard, WakeAt
from tests.laws.colleague import ANA, BOB, CHANNEL, CYD
from tests.unit.harness.sessions.script import Script


def test_an_ask_that_expires_is_neither_yes_nor_no_and_a_late_expiry_undoes_nothing() -> None:
    expired = Script().says(BOB).replies(("deploy", "a")).shows().tell(f.AskExpired("1.1.0#1"))
    assert [type(c.status) for c in expired.session.closed] == [Expired]
    approved = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Approve()).tell(f.AskExpired("1.1.0#1"))
    assert approved.wanted(RunTool)


def test_the_time_of_an_ask_runs_from_when_people_could_see_it() -> None:
    script = Script().says(BOB).replies(("deploy", "a"))
    script.now = 3_600.0
    script.tell(f.PostDelayed("1.1.0#1", "down"), f.AskExpired("1.1.0#1"), f.AskOverdue("1.1.0#1"))
    assert script.session.asks.open, "nobody has seen it"
    assert not [wake for wake in script.wanted(WakeAt) if isinstance(wake.then, f.AskExpired)]
    script.shows()
    [wake] = [wake for wake in script.wanted(WakeAt) if isinstance(wake.then, f.AskExpired)]
    assert wake.when == 3_600.0 + 100.0
    script.now = 3_650.0
    script.tell(f.AskPosted("1.1.0#1", Place.direct(CYD), "copy", ("1.1.0#1",)))
    [again] = [wake for wake in script.wanted(WakeAt) if isinstance(wake.then, f.AskExpired)]
    assert again == wake, "by the first of its cards"


def test_an_ask_that_nobody_can_see_ends() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).tell(f.PostFailed("1.1.0#1", "is_archived"))
    assert [type(c.status) for c in script.session.closed] == [Unaskable]


def test_a_failed_post_of_an_ask_that_a_card_shows_ends_nothing() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).tell(f.AskPosted("1.1.0#1", CHANNEL, "ts1"))
    assert not script.tell(f.PostFailed("1.1.0#1", "is_archived")).settled()


def test_people_are_reminded_once_of_what_is_open_and_others_are_shown_it() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).tell(f.AskPosted("1.1.0#1", CHANNEL, "card"))
    script.tell(f.AskOverdue("1.1.0#1", (Place.direct(CYD),)))
    assert script.last_note == "Still waiting for a decision: Bob or a lead can decide."
    copy = PostAsk("1.1.0#1", Place.direct(CYD), copy=True)
    assert copy in script.session.postings.outbox
    assert len(script.tell(f.AskOverdue("1.1.0#1")).session.postings.outbox) == len(script.session.postings.outbox)
    script.tell(f.AskPosted("1.1.0#1", copy.place, "copy"))
    assert copy not in script.session.postings.outbox
    settles = script.answers(CYD, Approve(), card="").wanted(SettleCard)
    assert {(settle.place, settle.message) for settle in settles} == {(CHANNEL, "card"), (copy.place, "copy")}


def test_a_copy_that_cannot_be_shown_leaves_the_ask_as_it_is() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).tell(f.AskPosted("1.1.0#1", CHANNEL, "card"))
    script.tell(f.AskOverdue("1.1.0#1", (Place.direct(CYD),)))
    [copy] = [item for item in script.session.postings.outbox if isinstance(item, PostAsk)]
    assert not script.tell(f.PostFailed(copy.id, "cannot_dm_bot")).settled()
    assert copy not in script.session.postings.outbox


def test_what_is_settled_is_not_overdue() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Approve())
    before = script.session.postings.outbox
    assert script.tell(f.AskOverdue("1.1.0#1", (Place.direct(CYD),))).session.postings.outbox == before


def test_nobody_can_be_asked_of_any_row_if_the_card_is_not_to_be_posted() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b"))
    script.tell(f.PostFailed("1.1.0#1", "is_archived"))
    assert [script.settled(ask).startswith("nobody") for ask in ("1.1.0#1", "1.1.1#1")] == [True, True]


def test_one_reminder_is_for_the_whole_card() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b")).shows()
    script.tell(f.AskOverdue("1.1.0#1", (Place.direct(CYD),)), f.AskOverdue("1.1.1#1"))
    assert [item.id for item in script.session.postings.outbox if item.id.startswith("remind")] == ["remind-1.1.0#1"]
    assert PostAsk("1.1.0#1", Place.direct(CYD), copy=True) in script.session.postings.outbox
