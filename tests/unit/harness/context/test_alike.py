"""Of which messages a text may be made: those that share a word with it which says something."""

import pytest

from harness.context.alike import alike, words_alike
from harness.sessions.entries import Result, Said, Spoke, Summed, Talked
from harness.tools.calls import Quoted


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        ("the door code is 4711", "Its code: 4711.", True),
        ("Releases are on Tuesday", "tuesday", True),
        ("is it so", "so it is", False),
        ("価格は九ユーロ", "価格", True),
        ("paint the fence", "mow the lawn", False),
    ],
)
def test_words_are_alike_if_one_that_is_not_everybodys_is_in_both(one: str, other: str, are: bool) -> None:
    assert words_alike(one, other) is are


def test_messages_are_known_by_where_they_stand() -> None:
    entries = (
        Said("Ana", "the fence is painted", message="m1"),
        Said("Bob", "good", message="m2"),
        Spoke("The fence."),
        Talked((Said("Cyd", "which fence?", message="m3"),), "That one."),
        Summed("They painted the fence.", ("m4", "m5")),
        Result("1.1.0", "> the fence of Dee", quotes=(Quoted("other", "m6"), Quoted("other"))),
        Result("1.2.0", "> a lawn", quotes=(Quoted("other", "m7"),)),
    )
    assert list(alike("t", entries, "Remember the fence.")) == [
        *(Quoted("t", message) for message in ("m1", "m3", "m4", "m5")),
        Quoted("other", "m6"),
        Quoted("other"),
    ]
