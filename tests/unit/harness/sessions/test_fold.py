"""The fold takes what it still has a use for, whatever comes when."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.asks import Approve
from harness.sessions import facts as f
from harness.sessions.effects import CallModel, Post, PostAsk, RunTool, SettleCard, WakeAt
from harness.sessions.fold import apply, fold
from harness.sessions.session import Session
from harness.sessions.wants import wants
from harness.tools.calls import At
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
    assert said(script.wanted(Post)[0]).plain == "done"


def test_who_says_what_was_wrong_with_an_answer_opens_nothing_and_is_an_author_of_what_hears_it() -> None:
    given = f.FeedbackGiven(by=ANA, place=CHANNEL, message="m9", at=At(1, 1), good=False)
    script = Script().says(BOB).replies(text="12 desks.").tell(given)
    assert not script.session.inbox.unheard
    script.tell(replace(given, words="it is 14"))
    assert script.session.turn is None
    assert not script.session.inbox.pending
    turn = script.says(BOB, "are you sure?").session.turn
    assert turn
    assert ANA in turn.authors
    assert not script.replies(text="14 desks.").session.inbox.unheard


def test_folding_in_two_parts_is_folding_at_once() -> None:
    rows = Script().says(BOB).replies(("deploy", "a"), ("read", "b")).answers(ANA, Approve()).runs().rows
    for cut in range(len(rows) + 1):
        assert fold(rows[cut:], fold(rows[:cut])) == fold(rows)


@pytest.mark.parametrize("which", ["steps", "cost", "time"])
def test_a_limit_ends_its_own_turn_and_says_which(which: str) -> None:
    fact = f.LimitReached(1, which)  # type: ignore[arg-type]
    script = Script().says(BOB).tell(fact)
    assert script.session.turn is None
    assert "limit" in said(script.wanted(Post)[0]).plain
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
