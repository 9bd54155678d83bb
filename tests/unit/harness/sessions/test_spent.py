"""A budget that is spent ends the turn before its next step, and owners alone lift it."""

from dataclasses import replace

from harness.approvals.deciders import OWNER
from harness.chat.people import Person
from harness.sessions import facts as f
from harness.sessions.budgets import Account, SpentBudget
from harness.sessions.effects import CallModel, LiftBudget, Post, WakeAt
from harness.sessions.notices import AsideUnpaid, TurnEnded
from harness.sessions.reasons import BudgetHit
from harness.sessions.wants import wakes
from harness.tools.calls import At
from tests.laws.colleague import BOB, CHANNEL, CYD
from tests.unit.harness.sessions.script import Script

OLGA = Person("test", "T", "olga", "Olga", frozenset({OWNER}))
TODAY = SpentBudget(Account("", "all", "", "2026-11-29"), 86_400.0, cost=20.0)


def reached() -> Script:
    return Script().says(BOB).tell(f.BudgetReached(At(1, 1), TODAY))


def posts(script: Script) -> list[Post]:
    return [post for post in script.session.postings.outbox if isinstance(post, Post)]


def test_the_turn_ends_and_says_why_with_a_button() -> None:
    script = reached()
    assert script.session.turn is None
    [post] = posts(script)
    assert (post.notice, post.action) == (TurnEnded(BudgetHit(TODAY), (BOB,)), LiftBudget(1, "day"))
    assert script.session.offers(post.action)


def test_one_that_is_told_late_or_of_another_step_ends_nothing() -> None:
    script = Script().says(BOB)
    for at in (At(1, 2), At(2, 1)):
        assert script.tell(f.BudgetReached(at, TODAY)).session.turn
    assert script.replies(("deploy", "x")).tell(f.BudgetReached(At(1, 1), TODAY)).session.turn, "its calls wait"


def test_one_that_is_not_hard_only_tells() -> None:
    script = Script().says(BOB).tell(f.BudgetReached(At(1, 1), TODAY, hard=False))
    assert script.wanted(CallModel)
    assert [post.id for post in posts(script)] == ["budget-2"]


def test_who_is_no_owner_is_told_who_may() -> None:
    for by in (BOB, CYD):
        script = reached().tell(f.LiftRequested(by, CHANNEL, 1))
        assert script.session.lifting is None
        assert script.last_note.startswith("Only an owner can lift this. Nobody is one yet")


def test_what_an_owner_lifts_is_said_to_all_and_the_turn_goes_on_for_whom_it_was_at_work() -> None:
    script = reached().tell(f.LiftRequested(OLGA, CHANNEL, 1))
    assert script.session.lifting
    assert not script.wanted(CallModel), "not before it is lifted"
    script.tell(f.BudgetLifted(OLGA, CHANNEL, 1, TODAY))
    assert script.session.lifting is None
    assert script.session.turn
    assert script.session.turn.requester == BOB
    assert script.wanted(CallModel)
    assert any(post.id.startswith("lifted-") for post in posts(script))


def test_twice_is_as_good_as_once() -> None:
    script = reached().tell(f.LiftRequested(OLGA, CHANNEL, 1), f.LiftRequested(OLGA, CHANNEL, 1))
    script.tell(f.BudgetLifted(OLGA, CHANNEL, 1, TODAY), f.LiftRequested(OLGA, CHANNEL, 1))
    assert script.session.turns == 2
    assert script.last_note == "I'm already on it."


def test_what_has_moved_on_is_not_lifted() -> None:
    script = reached().says(CYD)
    script.replies(text="Well.")
    script.tell(f.LiftRequested(OLGA, CHANNEL, 1))
    assert script.session.lifting is None
    assert script.last_note == "This thread has moved on since then."


def test_a_turn_that_was_opened_meanwhile_goes_on_by_itself() -> None:
    script = reached().tell(f.LiftRequested(OLGA, CHANNEL, 1)).says(BOB)
    script.tell(f.BudgetLifted(OLGA, CHANNEL, 1, TODAY))
    assert script.session.turn
    assert (script.session.turns, script.session.turn.requester) == (2, BOB)


def test_a_turn_is_held_until_another_is_opened() -> None:
    script = reached()
    assert script.session.held == TODAY
    assert script.says(CYD).session.held is None
    assert Script().says(BOB).session.held is None


def test_what_was_lifted_elsewhere_has_the_turn_go_on() -> None:
    script = reached().tell(f.BudgetLifted(OLGA, CHANNEL, 1, TODAY))
    assert script.session.turn
    assert script.session.turn.requester == BOB


def test_once_it_has_reset_the_turn_goes_on_by_itself() -> None:
    script = reached()
    assert WakeAt(TODAY.until, f.BudgetReset(1, TODAY)) in list(wakes(script.session))
    script.tell(f.BudgetReset(1, TODAY))
    assert script.session.turn
    assert script.session.turn.requester == BOB
    assert script.wanted(CallModel)


def test_a_reset_that_comes_late_or_for_another_opens_nothing() -> None:
    for script in (reached().says(CYD), reached().tell(f.BudgetReset(1, replace(TODAY, until=0.0)))):
        turns = script.session.turns
        assert script.tell(f.BudgetReset(9, TODAY)).session.turns == turns
    assert not [wake for wake in wakes(reached().says(CYD).session) if isinstance(wake.then, f.BudgetReset)]


def test_owners_who_lift_it_too_late_are_told_so() -> None:
    script = Script().tell(f.Introduced(CHANNEL, "It is spent.", TODAY))
    script.now = TODAY.until + 1
    assert script.tell(f.LiftRequested(OLGA, CHANNEL, 0)).last_note.startswith("This budget has reset")


def test_owners_lift_it_where_they_were_told_of_it() -> None:
    script = Script().tell(f.Introduced(CHANNEL, "It is spent.", TODAY))
    [post] = posts(script)
    assert (post.text, post.action) == ("It is spent.", LiftBudget(0, "day"))
    assert script.session.offers(post.action)
    assert script.tell(f.LiftRequested(BOB, CHANNEL, 0)).last_note.startswith("Only an owner can lift this.")
    script.tell(f.LiftRequested(OLGA, CHANNEL, 0))
    assert script.session.lifting
    script.tell(f.BudgetLifted(OLGA, CHANNEL, 0, TODAY))
    assert not script.session.offers(post.action)
    assert script.session.turn is None
    script.tell(f.LiftRequested(OLGA, CHANNEL, 0))
    assert script.last_note == "This thread has moved on since then."


def test_what_has_begun_anew_is_not_lifted_where_owners_were_told_of_it() -> None:
    script = Script().tell(f.Introduced(CHANNEL, "It is spent.", TODAY))
    script.now = TODAY.until
    script.tell(f.LiftRequested(OLGA, CHANNEL, 0))
    assert script.session.lifting is None
    assert script.session.liftable is None


def test_once_it_has_begun_anew_whoever_wants_it_has_the_turn_go_on() -> None:
    script = reached()
    script.now = TODAY.until
    script.tell(f.LiftRequested(CYD, CHANNEL, 1))
    assert script.session.turn
    assert script.session.turn.requester == CYD


def test_an_aside_is_not_answered_and_whoever_spoke_is_told_while_the_turn_waits_on() -> None:
    script = Script().says(BOB).replies(("deploy", "x"))
    script.says(CYD, "why?")
    assert script.session.turn
    assert script.session.turn.aside
    script.tell(f.BudgetReached(At(1, 1), TODAY, aside=1))
    assert not script.wanted(CallModel)
    assert script.session.asks.open
    assert [post.notice for post in posts(script) if post.to and post.to.id == CYD.id] == [AsideUnpaid(TODAY)]
