"""Turns open, step, and end; calls get their one result."""

from dataclasses import replace

import pytest

from harness.approvals.asks import Approve, Reject
from harness.chat.people import Person
from harness.chat.port import ChatLine
from harness.context.transcript import DELETED, INSTEAD, transcript
from harness.context.window import Window
from harness.sessions import facts as f
from harness.sessions.call_status import CutShort
from harness.sessions.effects import CallModel, Post, PostAsk, React, ReadBackground, RunTool, WakeAt
from harness.sessions.entries import Result, Said
from harness.sessions.fold import apply
from harness.sessions.policies import WAKEUP
from harness.sessions.reasons import StoppedBy
from harness.sessions.session import Session
from harness.sessions.wants import TOLD_AFTER
from harness.tools.calls import At, ToolResult
from harness.tools.changes import WakeupWanted
from harness.tools.schedules import Once
from harness.wording.notices import said
from tests.laws.colleague import ANA, BOB, CHANNEL, DM
from tests.unit.harness.sessions.plans import PLANNING
from tests.unit.harness.sessions.script import Script


def test_a_turn_is_of_whoever_opened_it_and_replies_where_it_began() -> None:
    script = Script().says(BOB, place=DM).says(ANA, place=CHANNEL).replies(text="to you both")
    assert script.session.turn
    assert (script.session.turn.requester, script.session.turn.at) == (BOB, At(1, 2))
    assert script.wanted(Post)[0].place == DM


def test_a_wakeup_opens_a_turn_on_behalf_of_whom_it_serves() -> None:
    script = Script().says(ANA).replies(("read", "x")).starts()
    wanted = WakeupWanted(600.0, "look around", Once(600.0))
    script.tell(f.ToolReturned("1.1.0", ToolResult("ok", changes=(wanted,)))).replies(text="I will.")
    script.now = 600.0
    turn = script.tell(f.TimerFired("1.1.0")).session.turn
    assert turn
    assert (turn.requester, turn.policy) == (ANA, WAKEUP)


def test_a_step_ends_with_the_last_of_its_results_in_whatever_order_they_come() -> None:
    script = Script().says(BOB).replies(("read", "x"), ("read", "y"), ("read", "z")).runs("1.1.2").runs("1.1.0")
    assert not script.wanted(CallModel)
    assert script.runs("1.1.1").wanted(CallModel) == [CallModel(At(1, 2), script.session.head)]
    assert [call.call.id for call in script.session.closed] == ["1.1.0", "1.1.1", "1.1.2"]


def test_a_stop_gives_every_call_its_result_and_decides_nothing() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("deploy", "b"), ("read", "c"))
    script.answers(ANA, Approve(), "1.1.0#1").starts("1.1.0").tell(f.StopRequested(BOB, CHANNEL, 1))
    head = script.session.head
    assert [call.status for call in script.session.closed] == [
        CutShort(head, StoppedBy(BOB), True),
        CutShort(head, StoppedBy(BOB), False),
        CutShort(head, StoppedBy(BOB), False),
    ]
    assert [entry.text for entry in transcript(script.rows) if isinstance(entry, Result)] == [
        "Stopped by Bob while it was running; it may have taken effect.",
        "Stopped by Bob before it ran.",
        "Stopped by Bob before it ran.",
    ]
    assert script.settled("1.1.1#1") == "stopped by Bob"
    assert not script.wanted(RunTool)


def test_a_plan_turned_down_without_a_word_waits_and_with_one_goes_on() -> None:
    without = Script(PLANNING).says(BOB).replies(("submit_plan", '{"title": "t", "plan": "p"}')).answers(BOB, Reject())
    assert without.session.turn is None
    assert [said(p).plain for p in without.session.postings.outbox if isinstance(p, Post)][-1].startswith(
        "Bob turned the plan down"
    )
    with_words = Script(PLANNING).says(BOB).replies(("submit_plan", '{"title": "t", "plan": "p"}'))
    assert with_words.answers(BOB, Reject("smaller")).wanted(CallModel)


def test_an_approved_plan_goes_on_in_its_mode() -> None:
    script = Script(PLANNING).says(BOB)
    script.replies(("submit_plan", '{"title": "t", "plan": "p", "mode": "build"}')).answers(BOB, Approve("go"))
    assert script.session.mode == "build"
    assert script.wanted(CallModel)
    assert PostAsk("1.1.0#1", CHANNEL) in script.session.postings.outbox


def test_the_button_that_stops_a_turn_is_offered_once_however_often_that_is_due() -> None:
    script = Script().says(BOB).tell(f.TurnLasted(1), f.PostSent("work-1", "ts1"), f.TurnLasted(1))
    assert not [item for item in script.session.postings.outbox if item.id == "work-1"]


SAID = f.MessageReceived(BOB, CHANNEL, "hello", "m1")


def test_a_turn_that_waits_for_others_wants_nothing_and_works_no_time() -> None:
    script = Script().tell(SAID).tell(f.TurnQueued(1))
    assert not script.wanted(CallModel)
    assert script.wanted(WakeAt) == [WakeAt(TOLD_AFTER, f.TurnQueued(1, long=True))]
    assert not script.wanted(React), "it may be a moment"
    script.tell(*[f.TurnQueued(1, long=True)] * 2)
    assert script.wanted(React) == [React("waiting-1", CHANNEL, "m1", "waiting")]
    assert not script.wanted(WakeAt)
    script.now += 3_600.0
    script.tell(f.TurnAdmitted(1))
    assert script.wanted(CallModel)
    assert script.session.turn
    assert (script.session.turn.worked, script.session.turn.since) == (0.0, script.now)


def test_whoever_waited_for_others_sees_that_they_are_heard() -> None:
    script = (
        Script().tell(SAID).tell(f.TurnQueued(1), f.TurnQueued(1, long=True), f.TurnAdmitted(1)).replies(text="done")
    )
    assert [item.receipt for item in script.session.postings.outbox if isinstance(item, React)] == ["waiting", "heard"]


def test_only_its_first_step_says_that_it_waits_for_others() -> None:
    script = Script().tell(SAID).replies(("read", "x")).runs().tell(f.TurnQueued(1))
    assert not script.wanted(WakeAt)
    assert not script.wanted(CallModel)
    assert not script.wanted(React)


def test_a_stop_ends_what_waits_for_others_and_a_late_word_of_it_changes_nothing() -> None:
    script = Script().tell(SAID).tell(f.TurnQueued(1), f.StopRequested(BOB, CHANNEL, 1))
    assert script.session.turn is None
    script.tell(f.TurnAdmitted(1), f.TurnQueued(1))
    assert script.session.turn is None


def test_what_waits_for_people_does_not_wait_for_others() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).tell(f.TurnQueued(1))
    assert script.session.turn
    assert script.session.turn.queued is None


def test_a_turn_that_had_to_wait_asks_with_all_that_was_said_since() -> None:
    script = Script().tell(SAID).tell(f.TurnQueued(1)).says(BOB, "wait, no: only the logs").tell(f.TurnAdmitted(1))
    [asked] = script.wanted(CallModel)
    assert asked.through == script.session.head
    assert script.replies(text="Only the logs, then.").session.turn is None, "it has been heard"


def deleted(message: str = "m1", by: Person = BOB) -> f.MessageDeleted:
    return f.MessageDeleted(by, CHANNEL, message)


@pytest.mark.parametrize("since", [(), (f.TurnQueued(1, long=True),)])
def test_what_is_deleted_while_it_waits_for_others_asks_for_nothing(since: tuple[f.Fact, ...]) -> None:
    script = Script().tell(SAID, f.TurnQueued(1), *since, deleted())
    assert script.session.turn is None
    assert not script.session.inbox.unheard
    script.tell(f.TurnAdmitted(1))
    assert not script.wanted(CallModel)
    assert not script.wanted(Post), "it is theirs to say what they want"
    assert not [entry for entry in transcript(script.rows) if "hello" in str(entry)]


def test_what_is_deleted_before_its_place_was_read_asks_for_nothing() -> None:
    script = Script().tell(replace(SAID, late=True))
    assert script.wanted(ReadBackground)
    assert script.tell(deleted()).session.turn is None


def spoken(script: Script) -> list[str]:
    """What the request holds of what people said."""
    window = Window()
    session = Session()
    for row in script.rows:
        before, session = session, apply(session, row)
        window.follow(before, row, session)
    assert [entry for entry in window.entries if isinstance(entry, Said)] == [
        entry for entry in transcript(script.rows) if isinstance(entry, Said)
    ]
    return [str(message.value["content"]) for message in window.messages]


@pytest.mark.parametrize("late", [False, True], ids=["while it waits for others", "before its place was read"])
def test_what_is_corrected_before_a_model_has_read_it_reads_as_it_is_now(late: bool) -> None:
    waiting = f.TurnQueued(1)
    script = Script().tell(replace(SAID, late=late), *(() if late else (waiting,)))
    for text in ("the password", "never mind"):
        script.tell(f.MessageCorrected(BOB, CHANNEL, "m1", text))
    script.tell(f.BackgroundRead(At(1, 1), ()) if late else f.TurnAdmitted(1))
    assert spoken(script) == ["Bob: never mind"]
    script.tell(f.MessageCorrected(BOB, CHANNEL, "m1", "or rather"))
    assert script.replies(text="done").session.turn
    assert spoken(script)[-1] == f"Bob: {INSTEAD}or rather", "a request has held it"


def test_what_was_said_since_opens_the_turn_when_what_opened_it_is_deleted() -> None:
    script = Script().tell(SAID, f.TurnQueued(1)).says(ANA, "and the logs").tell(deleted())
    assert script.session.turn
    assert script.tell(deleted("m3", ANA)).session.turn is None
    script.tell(f.TurnAdmitted(1))
    assert not script.wanted(CallModel), "nobody wants anything any more"


@pytest.mark.parametrize("during", ["followup", "collect"])
def test_what_was_to_follow_on_what_is_deleted_opens_a_turn_of_its_own(during: f.During) -> None:
    script = Script().tell(SAID, f.TurnQueued(1)).adds(ANA, "and the logs", during).tell(deleted())
    assert script.session.turn
    assert (script.session.turn.at, script.session.turn.requester) == (At(2, 1), ANA)
    assert "Ana: and the logs" in spoken(script)
    script.tell(f.TurnQueued(2), f.MessageCorrected(ANA, CHANNEL, "m3", "or rather the metrics"))
    assert spoken(script)[-1] == "Ana: or rather the metrics", "no model has read that either"
    assert script.tell(f.TurnQueued(2, long=True), deleted("m3", ANA)).session.turn is None
    assert not script.session.inbox.unheard


def test_what_else_was_said_is_heard_though_what_opened_the_turn_is_deleted() -> None:
    script = Script().tell(SAID, f.TurnQueued(1)).says(ANA, "and the logs").tell(deleted(), f.TurnAdmitted(1))
    assert script.wanted(CallModel)
    assert [entry.text for entry in transcript(script.rows) if isinstance(entry, Said)] == [DELETED, "and the logs"]


def test_what_people_say_to_each_other_keeps_no_turn_whose_message_is_deleted() -> None:
    script = Script().tell(SAID, f.TurnQueued(1)).muses(ANA, "lunch?").tell(deleted())
    assert script.session.turn is None
    script.says(ANA)
    assert [entry.text for entry in transcript(script.rows) if isinstance(entry, Said)] == [DELETED, "lunch?", "do it"]


def test_another_message_that_is_deleted_leaves_a_turn_that_waits_for_others() -> None:
    script = Script().tell(SAID, f.TurnQueued(1)).says(ANA).tell(deleted("m3", ANA), f.TurnAdmitted(1))
    assert script.wanted(CallModel)


def test_what_a_model_may_have_read_goes_on_though_it_is_deleted() -> None:
    assert Script().tell(SAID, deleted()).wanted(CallModel)
    script = Script().tell(SAID).replies(("read", "x")).runs().tell(f.TurnQueued(1), deleted(), f.TurnAdmitted(1))
    assert script.wanted(CallModel)


def test_what_others_said_before_we_were_asked_comes_from_outside_and_what_we_said_does_not() -> None:
    for lines, origins in (((ChatLine("Dee", "x"),), ("background",)), ((ChatLine("", "x", ours=True),), ()), ((), ())):
        script = Script().tell(f.MessageReceived(BOB, CHANNEL, "look", "m1", late=True))
        script.tell(f.BackgroundRead(At(1, 1), lines), f.BackgroundRead(At(1, 1), (ChatLine("Dee", "too late"),)))
        assert script.session.origins == origins
