from harness.sessions.limits import Limits


def test_a_turn_is_limited_where_nobody_says_how() -> None:
    limits = Limits()
    assert (limits.steps, limits.cost) == (100, None)
    assert 0 < limits.seconds <= 24 * 3600
    assert limits.parallel >= 1
