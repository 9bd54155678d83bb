"""What is written on a terminal stays where it is written."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.text import lines, unmarked, visible, wrapped


def test_what_moves_the_cursor_is_spelt_out() -> None:
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


def test_lines_end_between_words() -> None:
    assert list(lines("one two three\n\nfour", 8)) == ["one two", "three", "", "four"]


def test_what_follows_a_bullet_is_indented_like_its_text() -> None:
    assert wrapped("  - one two three seventeen", 16) == ["  - one two", "    three", "    seventeen"]


def test_code_and_tables_stay_as_they_are() -> None:
    text = "```\nlong long code\n```\nlong long text\n    long long code\n| long | long |"
    assert list(lines(text, 10)) == [
        "```",
        "long long code",
        "```",
        "long long",
        "text",
        "    long long code",
        "| long | long |",
    ]


@given(st.text("ab -\n`", max_size=80), st.integers(1, 20))
def test_no_word_is_lost(text: str, width: int) -> None:
    assert "\n".join(lines(text, width)).split() == text.split()


def test_our_own_marks_are_no_text() -> None:
    assert unmarked("**Bob** may use `/mode plan` _now_ in a_b_c, 2 * 3 * 4") == (
        "Bob may use /mode plan now in a_b_c, 2 * 3 * 4"
    )
