import pytest

from harness.sessions.transitions import NoTransition, Table, moved


def test_what_cannot_happen_says_what_was_tried():
    table: Table = {int: {"grown": str}}
    assert moved(table, 1, "grown", "one") == "one"
    for before, event, then in ((1, "shrunk", "one"), (1, "grown", 2), ("one", "grown", "two")):
        with pytest.raises(NoTransition, match=f"{type(before).__name__} was {event}"):
            moved(table, before, event, then)
