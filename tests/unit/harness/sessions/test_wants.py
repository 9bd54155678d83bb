"""Level-triggered: what is wanted is read off the state."""

from dataclasses import replace

from harness.approvals.asks import Approve, Reject
from harness.sessions import facts as f
from harness.sessions.effects import Post, React, RunTool, SettleCard, StopTurn, WakeAt, WithdrawAction
from harness.sessions.notices import Worked
from harness.sessions.session import Session
from harness.sessions.wants import STOPPABLE_AFTER, wants
from harness.tools.calls import NO_OP, ToolResult
from harness.tools.changes import Todo, TodosWritten
from tests.laws.colleague import ANA, BOB, CHANNEL, DM
from tests.unit.harness.sessions.script import Script


def test_posts_leave_one_at_a_time_in_each_place_and_receipts_do_not_hold_them_up() -> None:
    first, second, elsewhere = Post("a", CHANNEL, "1"), Post("b", CHANNEL, "2"), Post("c", DM, "3")
    receipt, later = React("r", CHANNEL, "m", "waiting"), React("s", CHANNEL, "m", "heard")
    session = Session()
    for item in (first, receipt, second, elsewhere, later):
        session = session.post(item)
    assert wants(session) == {first, elsewhere, receipt}
    assert wants(session.sent("a")) == {second, elsewhere, receipt}


def test_an_offer_to_go_on_is_withdrawn_once_something_else_opens_a_turn() -> None:
    script = Script().says(BOB).tell(f.StopRequested(BOB, CHANNEL, 1), f.PostSent("end-1", "ts1"))
    assert not script.wanted(WithdrawAction), "it stands"
    [withdraw] = script.says(BOB).wanted(WithdrawAction)
    assert withdraw.message == "ts1"
    assert not script.tell(f.ActionWithdrawn("end-1")).wanted(WithdrawAction)


def test_a_turn_that_works_for_long_offers_to_be_stopped_once_and_only_while_it_goes_on() -> None:
    script = Script().says(BOB).replies(("read", "x"))
    [wake] = script.wanted(WakeAt)
    assert (wake.when, wake.then) == (STOPPABLE_AFTER, f.TurnLasted(1))
    script.tell(f.TurnLasted(1))
    [post] = [item for item in script.session.postings.outbox if isinstance(item, Post)]
    assert post.action == StopTurn(1)
    assert not script.wanted(WakeAt)
    script.tell(f.PostSent(post.id, "ts1"), f.TurnLasted(1))
    assert not script.wanted(WithdrawAction), "it stands"
    script.now += 24.0
    [withdraw] = script.runs().replies(text="done").wanted(WithdrawAction)
    assert withdraw == WithdrawAction(replace(post, notice=Worked(24.0, 1)), "ts1")
    assert script.says(BOB).wanted(WithdrawAction) == [withdraw], "nor would it stop the next one"
    assert not script.tell(f.ActionWithdrawn(post.id)).session.postings.actions


def test_where_it_could_be_stopped_stands_what_came_of_it_also_if_it_was_posted_late() -> None:
    script = Script().says(BOB).replies(("read", "x"), ("deploy", "b"), (NO_OP, "c"))
    script.runs().answers(BOB, Approve(), "1.1.1#1").tell(f.TurnLasted(1))
    script.starts("1.1.1").tell(f.ToolReturned("1.1.1", ToolResult("no", ok=False)))
    script.now += 12.0
    script.runs("1.1.2").replies(text="done")
    [withdraw] = script.tell(f.PostSent("work-1", "ts1")).wanted(WithdrawAction)
    assert withdraw.post.notice == Worked(12.0, 2, failed=1)


def test_the_items_of_its_list_are_the_steps_of_a_turn_that_has_one() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts()
    todos = Todo("Read", "completed"), Todo("Write", "in_progress")
    script.tell(f.ToolReturned("1.1.0", ToolResult("ok", changes=(TodosWritten(todos),))))
    script.tell(f.TurnLasted(1), f.PostSent("work-1", "ts1"), f.StopRequested(BOB, CHANNEL))
    [withdraw] = script.wanted(WithdrawAction)
    assert withdraw.post.notice == Worked(0.0, 1, of=2)
    script.tell(f.ActionWithdrawn("work-1")).says(BOB).tell(f.TurnLasted(2), f.PostSent("work-2", "ts2"))
    [withdraw] = script.replies(text="done").wanted(WithdrawAction)
    assert withdraw.post.notice == Worked(0.0), "the list is of the turn before"


def test_waiting_for_people_is_no_work_that_is_to_be_stopped() -> None:
    script = Script().says(BOB)
    script.now = 4.0
    [expiry] = script.replies(("deploy", "a")).shows().wanted(WakeAt)
    assert isinstance(expiry.then, f.AskExpired)
    script.now = 100.0
    [wake] = script.answers(ANA, Approve()).wanted(WakeAt)
    assert wake.when == 100.0 + STOPPABLE_AFTER - 4.0


def test_calls_of_a_step_run_at_once_up_to_the_limit() -> None:
    script = Script().says(BOB).replies(*[("read", str(n)) for n in range(6)])
    assert len(script.wanted(RunTool)) == 4
    assert len({e for e in wants(script.session, parallel=2) if isinstance(e, RunTool)}) == 2
    assert {e.call.id for e in script.runs("1.1.0").wanted(RunTool)} == {"1.1.1", "1.1.2", "1.1.3", "1.1.4"}


def test_a_call_that_is_cleared_later_does_not_take_the_place_of_one_that_runs() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), *[("wait", str(n)) for n in range(6)])
    for n in (1, 2, 3, 4):
        script.starts(f"1.1.{n}")
    running = set(script.wanted(RunTool))
    script.answers(ANA, Approve())
    assert set(script.wanted(RunTool)) == running, "it would be cancelled, and run again later"
    assert {e for e in wants(script.session, parallel=1) if isinstance(e, RunTool)} == running, (
        "nor do new limits end it"
    )
    script.tell(f.ToolReturned("1.1.2", ToolResult("done")))
    assert {e.call.id for e in script.wanted(RunTool)} == {"1.1.0", "1.1.1", "1.1.3", "1.1.4"}


def test_a_running_tool_is_not_cancelled_by_its_own_start() -> None:
    script = Script().says(BOB).replies(("read", "x"))
    before = script.wanted(RunTool)
    assert script.starts().wanted(RunTool) == before


def test_a_card_is_to_be_settled_once_its_ask_is_and_whenever_it_turns_up() -> None:
    script = Script().says(BOB).replies(("deploy", "a")).answers(ANA, Reject(), card="")
    assert not script.wanted(SettleCard)
    script.tell(f.AskPosted("1.1.0#1", CHANNEL, "late"))
    [settle] = script.wanted(SettleCard)
    assert (settle.message, settle.face) == ("late", "1.1.0#1=rejected")
    assert not script.tell(f.CardSettled(CHANNEL, "late", "1.1.0#1")).wanted(SettleCard)
