"""The latest are remembered, the oldest forgotten."""

from harness.loop.recent import Recent


def test_the_oldest_are_forgotten():
    recent = Recent[int](2)
    for number, id in enumerate("abc"):
        recent.note(id, number)
    assert "a" not in recent
    assert [recent.get(id) for id in "abc"] == [None, 1, 2]
