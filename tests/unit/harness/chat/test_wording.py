"""Sentences for people, made of parts."""

import pytest

from harness.chat.wording import capitalized


@pytest.mark.parametrize(
    ("text", "begun"),
    [("stopped by Ana", "Stopped by Ana"), ("Denied", "Denied"), ("«no»", "«no»"), ("éa", "Éa"), ("x", "X"), ("", "")],
)
def test_a_sentence_begins_with_a_capital_and_is_otherwise_as_it_was(text: str, begun: str) -> None:
    assert capitalized(text) == begun
