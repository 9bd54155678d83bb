"""Sentences for people, made of parts."""

import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.chat.wording import aged, ago, capitalized, counted, duration, shortened, units


@pytest.mark.parametrize(
    ("text", "begun"),
    [("stopped by Ana", "Stopped by Ana"), ("Denied", "Denied"), ("«no»", "«no»"), ("éa", "Éa"), ("x", "X"), ("", "")],
)
def test_a_sentence_begins_with_a_capital_and_is_otherwise_as_it_was(text: str, begun: str) -> None:
    assert capitalized(text) == begun


@pytest.mark.parametrize(
    ("seconds", "age", "past"),
    [(59, "just now", "just now"), (300, "5 min", "5 min ago"), (7_300, "2 h", "2 h ago"), (259_200, "3 d", "3 d ago")],
)
def test_an_age_is_said_roughly(seconds: float, age: str, past: str) -> None:
    assert (aged(seconds), ago(seconds)) == (age, past)


def test_one_is_one_and_everything_else_is_several() -> None:
    assert [counted(n, "turn") for n in (0, 1, 2, 2_000)] == ["0 turns", "1 turn", "2 turns", "2,000 turns"]
    assert [counted(n, "entry", "entries") for n in (1, 2)] == ["1 entry", "2 entries"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (59, "59 s"),
        (60, "1 min"),
        (7_500, "2 h 5 min"),
        (86_400, "1 d"),
        (90_061, "1 d 1 h"),
        (3_605, "1 h"),
    ],
)
def test_a_duration_is_said_in_its_two_largest_units(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_most_emoji_are_two_units_long() -> None:
    assert [units(text) for text in ("", "é", "😀", "a😀b")] == [0, 1, 2, 4]


@given(st.text(st.characters()))
def test_what_is_beyond_the_first_plane_counts_twice_and_half_of_a_pair_once(text: str) -> None:
    assert units(text) == sum(2 if character > "\uffff" else 1 for character in text)


def test_counting_units_takes_as_many_steps_for_a_long_text_as_for_a_short_one() -> None:
    assert steps(lambda: units("a😀" * 2_000)) == steps(lambda: units("a"))


def steps(work: Callable[[], object]) -> int:
    """How often Python enters a function or goes on with a generator over it."""
    taken = 0

    def enters(frame: object, event: str, argument: object) -> None:
        nonlocal taken
        taken += event == "call"

    before = sys.getprofile()
    sys.setprofile(enters)
    try:
        work()
    finally:
        sys.setprofile(before)
    return taken


def test_shortening_is_seen() -> None:
    assert shortened("abcdef", 4) == "abc…"
    assert shortened("abcd", 4) == "abcd"
