"""Limits are those that are said, and the usual ones."""

from harness.sessions.limits import Limits
from harness.workspace.compose import compose
from harness.workspace.limits import OF_A_RUN, limits


def test_what_is_not_said_is_as_usual() -> None:
    given = compose("steps: 3\nworking_time: 5m\n", "file")
    assert given
    assert limits(given) == Limits(steps=3, seconds=300.0)


def test_what_is_not_of_a_run_is_not_for_a_run_to_say() -> None:
    given = compose("turns: 3\n", "file")
    assert given
    limits(given, OF_A_RUN)
    [problem] = given.problems
    assert "there is no such key" in problem.message
