"""The life of a call: what the table allows happens, what it does not is refused."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given

from adapters.storage.codec import TAGS
from harness.approvals.asks import Approval, Approve, Edit, PlanReview, Question, Reject, Respond
from harness.approvals.gate import Judged, Verdict
from harness.approvals.reasons import RuleReason
from harness.sessions import call_status as s
from harness.sessions import facts as f
from harness.sessions.call_status import TRANSITIONS, Event, Status
from harness.sessions.fold import apply
from harness.sessions.reasons import StoppedBy
from harness.sessions.session import Session
from harness.tools.calls import Awaiting, ToolResult
from tests.laws.colleague import ANA, BOB, CHANNEL, CYD
from tests.strategies import courses
from tests.unit.harness.sessions.script import Script
from tests.unit.harness.sessions.tables import check_event

EVENTS = get_args(Event)
STATUSES = get_args(Status)
LEGAL = [(status, event, then) for status, events in TRANSITIONS.items() for event, then in events.items()]


@pytest.fixture(scope="module")
def values() -> dict[type, Status]:
    return {kind: _sample(kind) for kind in STATUSES}


def _sample(kind: type) -> Status:
    ruling = Judged(Verdict.ASK, RuleReason("asked", "execute"), Approval())
    clearance = s.Clearance(ANA)
    call = Script().says(BOB).replies(("deploy", "a")).call("1.1.0")
    samples: list[Status] = [
        s.Proposed(),
        s.Previewing(ruling),
        s.Asked(ruling),
        s.Edited(ruling, call, ANA),
        s.Cleared(ruling, clearance),
        s.Started(ruling, clearance),
        s.Awaited(ruling, clearance, Awaiting(9.0)),
        s.Returned(3, clearance),
        s.Denied(3, RuleReason("denied", "execute")),
        s.Prevented(3, "there is no such file"),
        s.Declined(3, ANA),
        s.AnsweredWith(3, ANA),
        s.PlanApproved(3, ANA),
        s.Expired(3),
        s.Withdrawn(3, "not wanted any more"),
        s.Unaskable(3, "is_archived"),
        s.CutShort(3, StoppedBy(ANA), running=True),
        s.Lost(3),
    ]
    return next(sample for sample in samples if type(sample) is kind)


def test_every_status_is_kept_by_a_name_and_every_open_one_goes_on() -> None:
    assert set(STATUSES) <= TAGS.keys()
    assert TRANSITIONS.keys() == set(get_args(s.Open)) == set(s.OPEN)
    assert {then for _, _, then in LEGAL} | {s.Proposed} == set(STATUSES), "every status is reached"
    assert {event for _, event, _ in LEGAL} == set(EVENTS), "every event happens"


@pytest.mark.parametrize("status", STATUSES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("event", EVENTS)
def test_what_the_table_has_happens_and_all_else_is_refused(
    status: type, event: Event, values: dict[type, Status]
) -> None:
    check_event(TRANSITIONS, values, status, event)


@given(courses())
def test_no_order_of_facts_makes_the_fold_try_what_cannot_happen(rows: list[f.Row]) -> None:
    session = Session()
    for row in rows:
        session = apply(session, row)  # raises NoTransition if it has not looked


def asked() -> Script:
    return Script().says(BOB).replies(("deploy", "a"))


def cleared() -> Script:
    return asked().answers(ANA, Approve())


def seen() -> Script:
    return Script().says(BOB).replies(("amend", "a")).sees("1")


def ruled(script: Script, ruling: Judged) -> Script:
    call = script.session.call("1.1.0")
    assert call
    assert call.to_judge
    return script.tell(f.CallJudged("1.1.0", call.to_judge.digest, ruling))


def every_time(script: Script) -> Script:
    """The rules ask the same people, and no grant covers it any more."""
    call = script.session.call("1.1.0")
    assert call
    assert isinstance(call.status, s.Asked | s.Cleared)
    ruling = call.status.ruling
    assert isinstance(ruling.ask, Approval)
    return ruled(script, replace(ruling, ask=replace(ruling.ask, every_time=True)))


DENIED = Judged(Verdict.DENY, RuleReason("denied", "deploy"))
EDIT = Edit('{"what": "b"}')

FOLDED: list[tuple[str, Script, type]] = [
    ("proposed, allowed", Script().says(BOB).replies(("read", "a"), ("read", "b")), s.Cleared),
    ("proposed, asked", asked(), s.Asked),
    ("proposed, previewing", Script().says(BOB).replies(("amend", "a")), s.Previewing),
    ("previewing, asked", seen(), s.Asked),
    ("previewing, prevented", Script().says(BOB).replies(("amend", "a")).sees(""), s.Prevented),
    ("edited, previewing", seen().answers(ANA, EDIT), s.Previewing),
    ("edited, approved as it was shown", seen().answers(ANA, EDIT).sees("1"), s.Cleared),
    ("edited, asked as it was not shown", seen().answers(ANA, EDIT).sees("2"), s.Asked),
    ("started, outdated", seen().answers(ANA, Approve()).starts().tell(
        f.CallOutdated("1.1.0", "1.1.0#1")), s.Previewing),
    ("asked, approved", cleared(), s.Cleared),
    ("asked, granted", Script().says(BOB).replies(("deploy", "a"), ("deploy", "b")).answers(
        ANA, Approve(always="tool"), "1.1.1#1"), s.Cleared),
    ("asked, tightened", every_time(asked()), s.Asked),
    ("asked, denied by stricter rules", ruled(asked(), DENIED), s.Denied),
    ("asked, declined", asked().answers(ANA, Reject("no")), s.Declined),
    ("asked, answered instead", asked().answers(ANA, Respond("I did it")), s.AnsweredWith),
    ("asked, expired", asked().shows().tell(f.AskExpired("1.1.0#1")), s.Expired),
    ("asked, unreachable", asked().tell(f.PostFailed("1.1.0#1", "is_archived")), s.Unaskable),
    ("asked, its turn ended", asked().tell(f.StopRequested(ANA, CHANNEL, 1)), s.CutShort),
    ("edited, approved", asked().answers(ANA, EDIT), s.Cleared),
    ("cleared, denied by stricter rules", ruled(cleared(), DENIED), s.Denied),
    ("cleared, tightened", every_time(cleared()), s.Cleared),
    ("cleared, started", cleared().starts(), s.Started),
    ("cleared, its turn ended", cleared().tell(f.StopRequested(ANA, CHANNEL, 1)), s.CutShort),
    ("started, returned", cleared().runs(), s.Returned),
    ("started, lost", cleared().starts().tell(f.Resumed(2)), s.Lost),
    ("started, awaited", Script().says(BOB).replies(("wait", "")).starts().tell(
        f.CallAwaited("1.1.0", Awaiting(9.0))), s.Awaited),
    ("awaited, returned", Script().says(BOB).replies(("wait", "")).starts().tell(
        f.CallAwaited("1.1.0", Awaiting(9.0)), f.ToolReturned("1.1.0", ToolResult("x"))), s.Returned),
]  # fmt: skip


@pytest.mark.parametrize(("story", "script", "status"), FOLDED, ids=[story for story, _, _ in FOLDED])
def test_facts_bring_a_call_there(story: str, script: Script, status: type) -> None:
    session = script.session
    calls = [*(session.turn.calls if session.turn else ()), *session.closed]
    assert type(next(call for call in calls if call.call.id == "1.1.0").status) is status


def test_an_edit_that_the_rules_deny_is_asked_as_before() -> None:
    script = asked()
    row = f.AskAnswered("1.1.0#1", ANA, CHANNEL, EDIT, message="card")
    script.append(row)
    call = script.session.call("1.1.0")
    assert call
    assert isinstance(call.status, s.Edited)
    assert ruled(script, DENIED).session.call("1.1.0") is not None
    again = script.session.call("1.1.0")
    assert again
    assert isinstance(again.status, s.Asked)


def test_a_plan_and_a_question_end_by_their_answers() -> None:
    for ask, choice, status in (
        (Question("which?"), Respond("red"), s.AnsweredWith(5, CYD, question=True)),
        (PlanReview("a plan", "1. paint"), Approve("go on"), s.PlanApproved(5, CYD, "go on")),
        (PlanReview("a plan", "1. paint"), Reject("no"), s.Declined(5, CYD, "no", plan=True)),
    ):
        script = Script().tell(f.MessageReceived(CYD, CHANNEL, "do it", "m"))
        turn = script.session.turn
        assert turn
        call = asked().call("1.1.0")
        script.append(f.ModelReplied(turn.at, turn.through, "", calls=(call,)))
        script.append(f.CallJudged(call.id, call.digest, Judged(Verdict.ASK, RuleReason("person"), ask)))
        script.append(f.AskPosted("1.1.0#1", CHANNEL, "card"))
        script.append(f.AskAnswered("1.1.0#1", CYD, CHANNEL, choice, message="card"))
        assert [call.status for call in script.session.closed] == [status]
