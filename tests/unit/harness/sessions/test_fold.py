"""The fold takes what it still has a use for, whatever comes when."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.asks import Approve
from harness.chat.people import Place
from harness.chat.port import ChatLine
from harness.sessions import facts as f
from harness.sessions.call_status import Lost, Returned
from harness.sessions.effects import CallModel, ContinueTurn, Post, PostAsk, RunTool, SettleCard, WakeAt
from harness.sessions.fold import apply, expects, fold
from harness.sessions.notices import TurnEnded
from harness.sessions.reasons import ModelFailure
from harness.sessions.session import KEPT_COUNTED, Session
from harness.sessions.usage import Usage
from harness.sessions.wants import wants
from harness.tools.calls import At, Awaiting, ToolCall, ToolResult
from harness.tools.changes import Todo, TodosWritten
from harness.wording.notices import said
from tests.laws.colleague import ANA, BOB, CHANNEL
from tests.unit.harness.sessions.script import Script


def test_an_approval_from_message_to_reply() -> None:
    script = Script().says(BOB)
    assert script.wanted(CallModel) == [CallModel(At(1, 1), 1)]
    script.replies(("deploy", "staging"))
    assert script.wanted(PostAsk) == [PostAsk("1.1.0#1", CHANNEL)]
    assert not script.wanted(RunTool)
    script.tell(f.AskPosted("1.1.0#1", CHANNEL, "ts9"))
    parked = [e for e in wants(script.session) if not isinstance(e, WakeAt)]
    assert not parked, "nothing to hold in memory"
    script.answers(ANA, Approve(), card="ts9")
    assert len(script.wanted(RunTool)) == 1
    assert [e.message for e in script.wanted(SettleCard)] == ["ts9"]
    script.runs().replies(text="done")
    assert script.session.turn is None
    assert said(script.wanted(Post)[0]) == "Accepted."


def test_folding_in_two_parts_is_folding_at_once() -> None:
    rows = Script().says(BOB).replies(("deploy", "a"), ("read", "b")).answers(ANA, Approve()).runs().rows
    for cut in range(len(rows) + 1):
        assert fold(rows[cut:], fold(rows[:cut])) == fold(rows)


def test_a_reply_to_an_older_step_or_another_request_does_not_count() -> None:
    script = Script().says(BOB).replies(("read", "x")).runs()
    for late in (f.ModelReplied(At(1, 1), 1, "old"), f.ModelReplied(At(1, 2), 1, "another request")):
        assert not expects(script.session, late)
        before = script.session
        script.tell(late)
        assert script.session.turn == before.turn


def test_a_second_result_and_a_result_before_the_start_do_not_count() -> None:
    script = Script().says(BOB).replies(("read", "x"), ("read", "y"))
    early = script.tell(f.ToolReturned("1.1.0", ToolResult("early"))).session.call("1.1.0")
    assert early, "it had not started"
    script.runs("1.1.0").tell(f.ToolReturned("1.1.0", ToolResult("again")))
    assert script.session.turn
    [first, _] = script.session.turn.calls
    assert isinstance(first.status, Returned)
    assert first.status.row < script.session.head


def test_a_start_of_other_arguments_than_those_cleared_does_not_count() -> None:
    script = Script().says(BOB).replies(("read", "x"))
    script.tell(f.ToolStarted("1.1.0", ToolCall("1.1.0", "read", '{"what": "y"}').digest))
    call = script.session.call("1.1.0")
    assert call
    assert not call.started


def test_an_awaited_call_outlives_a_takeover_and_wakes_by_the_clock() -> None:
    script = (
        Script().says(BOB).replies(("wait", "")).starts().tell(f.CallAwaited("1.1.0", Awaiting(90.0)), f.Resumed(2))
    )
    assert not script.wanted(RunTool)
    [wake] = script.wanted(WakeAt)
    assert wake.when == 90.0
    assert script.tell(wake.then).wanted(CallModel)


def test_a_takeover_ends_what_may_not_be_repeated_and_repeats_the_rest() -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("read", "b")).answers(ANA, Approve())
    script.starts("1.1.0").starts("1.1.1").tell(f.Resumed(2))
    assert [e.call.tool for e in script.wanted(RunTool)] == ["read"]
    assert script.session.turn
    assert isinstance(script.session.turn.calls[0].status, Lost)


def test_a_reply_that_people_began_to_see_is_finished_whenever_we_learn_of_it() -> None:
    late = (
        Script().says(BOB).tell(f.StopRequested(BOB, CHANNEL, 1), f.PostSent("end-1"), f.ReplyBegun(At(1, 1), CHANNEL))
    )
    assert late.wanted(Post) == [Post("reply-1.1", CHANNEL, "", begun=True)]
    early = Script().says(BOB).tell(f.ReplyBegun(At(1, 1), CHANNEL), f.StopRequested(BOB, CHANNEL, 1))
    assert early.wanted(Post) == [Post("reply-1.1", CHANNEL, "", begun=True)]


def test_a_model_that_fails_ends_the_turn_with_a_message_that_offers_to_try_again() -> None:
    script = Script().says(BOB).tell(f.ModelFailed(At(1, 1), "too many requests"))
    assert script.session.turn is None
    notice = TurnEnded(ModelFailure("too many requests"), ("Bob",))
    assert script.wanted(Post) == [Post("end-1", CHANNEL, action=ContinueTurn(1, again=True), notice=notice)]
    assert script.last_note == "The model failed: too many requests. Not heard yet: Bob."


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_an_empty_answer_is_not_silence(text: str) -> None:
    script = Script().says(BOB).replies(("read", "x"), text=text)
    assert not script.wanted(Post), "nothing is said beside a call"
    script.runs().replies(text=text)
    assert script.session.turn is None
    [end] = script.wanted(Post)
    assert said(end) == "The model gave an empty answer."
    assert end.action == ContinueTurn(1, again=True)


@pytest.mark.parametrize("which", ["steps", "cost", "time"])
def test_a_limit_ends_its_own_turn_and_says_which(which: str) -> None:
    fact = f.LimitReached(1, which)  # type: ignore[arg-type]
    script = Script().says(BOB).tell(fact)
    assert script.session.turn is None
    assert "limit" in said(script.wanted(Post)[0])
    assert Script().says(BOB).replies(text="x").says(BOB).tell(fact).session.turn


def test_a_time_limit_that_comes_while_people_are_asked_does_not_count() -> None:
    assert Script().says(BOB).replies(("deploy", "a")).tell(f.LimitReached(1, "time")).session.turn


def test_waiting_for_people_is_not_working_time() -> None:
    script = Script().says(BOB)
    script.now = 10.0
    script.replies(("deploy", "a"))
    script.now = 1000.0
    script.answers(ANA, Approve())
    script.now = 1005.0
    turn = script.runs().session.turn
    assert turn
    assert (turn.worked, turn.since) == (10.0, 1000.0)


def test_what_a_tool_changes_is_applied_with_its_result() -> None:
    script = Script().says(BOB).replies(("read", "x")).starts()
    todos = (Todo("look", "completed"), Todo("leap"))
    script.tell(f.ToolReturned("1.1.0", ToolResult("written", True, (TodosWritten(todos),))))
    assert script.session.todos == todos


def test_what_was_used_is_added_up_in_the_turn_and_the_thread() -> None:
    script = Script().says(BOB).tell(f.ModelReplied(At(1, 1), 1, "a", (), Usage(10, 2, 0.5))).says(BOB)
    script.tell(f.ModelStopped(At(2, 1), "", Usage(5, 1, 0.25)))
    assert script.session.usage == Usage(15, 3, 0.75)
    assert script.session.turn
    assert script.session.turn.usage == Usage(5, 1, 0.25)


def test_what_a_stopped_call_used_counts_in_the_thread_when_its_turn_has_ended() -> None:
    script = Script().says(BOB).tell(f.StopRequested(BOB, CHANNEL, 1)).says(BOB)
    script.tell(f.ModelStopped(At(1, 1), "", Usage(5, 1, 0.25)))
    assert script.session.usage == Usage(5, 1, 0.25)
    assert script.session.turn
    assert script.session.turn.usage == Usage()


OUTCOMES = [
    f.ModelReplied(At(1, 1), 1, "a", (), Usage(5, 1, 0.25)),
    f.ModelFailed(At(1, 1), "why", "", Usage(5, 1, 0.25)),
    f.ModelStopped(At(1, 1), "", Usage(5, 1, 0.25)),
]


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_an_outcome_that_comes_too_late_for_anything_else_has_its_usage_counted(outcome: f.Fact) -> None:
    script = Script().says(BOB).tell(f.StopRequested(BOB, CHANNEL, 1)).tell(outcome)
    assert script.session.usage == Usage(5, 1, 0.25)
    assert script.session.turn is None


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_what_was_used_counts_once_however_often_it_is_told(outcome: f.Fact) -> None:
    script = Script().says(BOB).tell(outcome, outcome).says(BOB).replies(("read", "x")).tell(outcome)
    assert script.session.usage == Usage(5, 1, 0.25)


def test_calls_for_one_point_by_two_machines_count_both_in_its_turn() -> None:
    script = (
        Script().says(BOB).tell(f.ModelStopped(At(1, 1), "", Usage(5, 1)), f.ModelStopped(At(1, 1), "", Usage(5, 2)))
    )
    assert script.session.usage == Usage(10, 3)
    assert script.session.turn
    assert script.session.turn.usage == Usage(10, 3)


def test_what_is_kept_to_tell_a_call_that_was_counted_stays_small() -> None:
    script = Script().says(BOB)
    for n in range(3 * KEPT_COUNTED):
        script.tell(f.ModelStopped(At(1, 1), "", Usage(n + 1)))
    assert len(script.session.counted) == KEPT_COUNTED


@given(st.integers(0, 40), st.integers(0, 40))
def test_any_row_told_twice_changes_no_call_that_has_its_result(first: int, again: int) -> None:
    script = Script().says(BOB).replies(("deploy", "a"), ("read", "b")).answers(ANA, Approve()).runs("1.1.1").runs()
    rows = script.rows[: first % len(script.rows) + 1]
    session = fold(rows)
    twice = apply(session, f.Row(session.head + 1, 0.0, rows[again % len(rows)].fact))
    before = {c.call.id: c.status for c in session.turn.calls if c.over} if session.turn else {}
    for id, status in before.items():
        still = [c for c in (*(twice.turn.calls if twice.turn else ()), *twice.closed) if c.call.id == id]
        assert [c.status for c in still] == [status]


def test_a_session_that_nothing_has_happened_in_wants_nothing() -> None:
    assert wants(Session()) == frozenset()


def test_a_reply_that_cannot_be_posted_goes_to_whom_it_was_for_and_no_further() -> None:
    script = Script().says(BOB).replies(text="It is done.").tell(f.PostFailed("reply-1.1", "is_archived"))
    [lost] = script.wanted(Post)
    assert lost.place == Place.direct(BOB)
    assert said(lost).endswith("What I wanted to say:\n\nIt is done.")
    assert not script.tell(f.PostFailed(lost.id, "cannot_dm_bot")).wanted(Post)


def test_an_offer_to_stop_that_came_too_late_is_made_nowhere_else() -> None:
    script = Script().says(BOB).tell(f.TurnLasted(1)).replies(text="done")
    script.tell(f.PostFailed("work-1", "it was not wanted any more"))
    assert [post.id for post in script.session.outbox] == ["reply-1.1"]


@pytest.mark.parametrize("prepared", [True, False])
def test_a_reply_counts_only_once_its_request_is_prepared(prepared: bool) -> None:
    opened = f.MessageReceived(BOB, CHANNEL, "why is it red?", "m1", late=True)
    script = Script().tell(opened)
    read = f.BackgroundRead(At(1, 1), (ChatLine("Ana", "the build is red"),))
    if prepared:
        script.tell(read)
    through = script.session.turn.through if script.session.turn else 0
    call = ToolCall("1.1.0", "read", "{}")
    script.tell(f.ModelReplied(At(1, 1), through, "well", (call,)))
    assert (script.session.call("1.1.0") is not None) is prepared
    if not prepared:
        assert script.tell(read).wanted(CallModel), "it is asked once it is"
