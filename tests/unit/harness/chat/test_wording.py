"""Sentences for people, made of parts."""

import pytest

from harness.chat.wording import capitalized, counted


@pytest.mark.parametrize(
    ("text", "begun"),
    [("stopped by Ana", "Stopped by Ana"), ("Denied", "Denied"), ("«no»", "«no»"), ("éa", "Éa"), ("x", "X"), ("", "")],
)
def test_a_sentence_begins_with_a_capital_and_is_otherwise_as_it_was(text: str, begun: str) -> None:
    assert capitalized(text) == begun


def test_one_is_one_and_everything_else_is_several() -> None:
    assert [counted(n, "turn") for n in (0, 1, 2, 2_000)] == ["0 turns", "1 turn", "2 turns", "2,000 turns"]
