"""Nothing that is read is other than what is seen."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from harness.chat.visible import visible


def test_what_moves_a_cursor_is_spelt_out() -> None:
    assert visible("a\rb\x1b[2K\x07\x9b\u2028") == "a\\rb\\x1b[2K\\x07\\x9b\\u2028"


def test_what_reorders_a_line_is_spelt_out() -> None:
    assert visible("rm \u202eslaever\u2069") == "rm \\u202eslaever\\u2069"


def test_words_of_any_language_lines_and_tabs_stay() -> None:
    text = "schön\n\t日本語 👩‍💻 שלום"
    assert visible(text) == text


@given(st.text())
def test_nothing_that_controls_a_terminal_is_left(text: str) -> None:
    left = {unicodedata.category(character) for character in visible(text) if character not in "\n\t"}
    assert not left & {"Cc", "Cs", "Zl", "Zp"}
    visible(text).encode()
