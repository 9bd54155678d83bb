"""Limits are those that are said, and the usual ones."""

from harness.sessions.limits import Limits
from harness.workspace.compose import compose
from harness.workspace.limits import Bounds, bounds, limits, run_bounds


def test_what_is_not_said_is_as_usual() -> None:
    given = compose("steps: 3\nworking_time: 5m\n", "file")
    assert given
    assert limits(given) == Limits(steps=3, seconds=300.0)


def test_tokens_are_a_limit_of_a_run_too() -> None:
    given = compose("tokens: 2000\n", "file")
    assert given
    assert limits(given) == Limits(tokens=2_000)
    assert Bounds(tokens=9).narrow(Limits(tokens=10)) == Limits(tokens=9)
    assert Bounds(tokens=11).narrow(Limits(tokens=10)) == Limits(tokens=10)


def test_what_is_not_of_a_run_is_not_for_a_run_to_say() -> None:
    given = compose("steps: 3\nturns: 3\n", "file")
    assert given
    assert run_bounds(given) == Bounds(steps=3)
    [problem] = given.problems
    assert "there is no such key" in problem.message


def test_a_profile_says_what_its_turns_take_at_most_and_nothing_of_all_turns_at_once() -> None:
    given = compose("steps: 3\ncontext_tokens: 8000\nturns: 3\n", "file")
    assert given
    assert bounds(given) == Bounds(steps=3, context_tokens=8_000)
    [problem] = given.problems
    assert problem.key == "turns"


def test_bounds_narrow_and_never_widen() -> None:
    usual = Limits(steps=10, cost=None)
    assert Bounds().narrow(usual) is usual
    assert Bounds(steps=20, cost=2.0, parallel=1).narrow(usual) == Limits(steps=10, cost=2.0, parallel=1)
    assert Bounds(cost=2.0).narrow(Limits(cost=1.0)) == Limits(cost=1.0)
    assert Bounds(steps=2).within(Bounds(steps=1, seconds=5.0)) == Bounds(steps=1, seconds=5.0)
