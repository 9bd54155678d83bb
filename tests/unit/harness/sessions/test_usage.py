from harness.sessions.usage import Usage


def test_usage_adds_up() -> None:
    assert Usage(1, 2, 0.5) + Usage(10, 20, 0.25, 5) == Usage(11, 22, 0.75, 5)
    assert Usage(1, 2, 0.5, 1).tokens == 3
